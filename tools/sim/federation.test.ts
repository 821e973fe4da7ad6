import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repositoryPath } from './engine/repository-path.ts';

const run = promisify(execFile);

/** Runs the simulator in a process of its own, because it replaces the time of its process; its output, also when it fails. */
async function simulate(...args: readonly string[]): Promise<string> {
  const command = [repositoryPath('tools/sim/main.ts'), 'federation', ...args];
  const { stdout } = await run(process.execPath, command, { maxBuffer: 1e7 }).catch((error: unknown) => ({
    stdout: String(Reflect.get(Object(error), 'stdout')),
  }));
  return stdout;
}

const readDigests = (output: string): readonly string[] => output.split('\n').filter((line) => line.startsWith('day '));

/** A hundred days are a step of `npm test`. */
test('no promise is broken in some simulated days', { timeout: 180_000 }, async () => {
  expect(await simulate('--seed', '11', '--days', '8')).toMatch(
    /^8 days, \d+ events, \d+ checks of \d\d promises, none broken/,
  );
});

test('the same seed makes the same day, also alone', { timeout: 180_000 }, async () => {
  const [first, second, alone] = await Promise.all([
    simulate('--seed', '5', '--days', '2', '--verbose'),
    simulate('--seed', '5', '--days', '2', '--verbose'),
    simulate('--seed', '5', '--day', '1', '--verbose'),
  ]);
  expect(readDigests(first)).toHaveLength(2);
  expect(readDigests(second)).toEqual(readDigests(first));
  expect(readDigests(alone)).toEqual(readDigests(first).slice(1));
});

test(
  'a failure names seed, day, instant and node, and the command that shows it again',
  { timeout: 180_000 },
  async () => {
    const output = await simulate('--seed', '3', '--days', '5', '--fault', 'merge-skip');
    expect(output).toMatch(
      /BROKEN: .+\n {2}seed 3, day \d, \d{4}-\d\d-\d\dT[\d:.]+Z, tab1\n {2}expected: .+\n {2}found: .+/,
    );
    const again = /sim -- federation --seed (\d+) --day (\d+) --fault (\S+)/.exec(output)?.slice(1) ?? [];
    const [seed = '', day = '', fault = ''] = again;
    const repeated = await simulate('--seed', seed, '--day', day, '--fault', fault);
    expect(repeated.split('\n')[0]).toBe(output.split('\n')[0]);
  },
);
