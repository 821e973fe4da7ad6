import { createI18n } from '@varco/i18n/create-i18n.ts';
import { expect, test } from 'vitest';
import { type Command, EXIT } from './command.ts';
import { runCommand } from './run-command.ts';

/**
 * Runs a command with one value option, one repeatable option and one switch; returns the parsed options, or null
 * when they were refused.
 */
async function parseWithCommand(...args: string[]) {
  let seen: Parameters<Command['run']>[0] | null = null;
  const command: Command = {
    words: 'prova',
    summary: 'cli:import.summary',
    options: {
      key: { text: 'cli:import.option.plant', value: 'KEY', repeats: true },
      password: { text: 'cli:import.option.gate', value: 'TEXT' },
      yes: { text: 'cli:import.option.yes', value: null },
    },
    operands: ['FILE'],
    run: (input) => {
      seen = input;
      return Promise.resolve(EXIT.ok);
    },
  };
  const silent = { t: createI18n('it').t, env: {}, print: () => undefined, warn: () => undefined };
  const code = await runCommand([command], ['prova', ...args], silent);
  expect(code).toBe(seen === null ? EXIT.couldNot : EXIT.ok);
  return seen;
}

test('a value may begin with a hyphen, in either spelling and beside others', async () => {
  const expected = { options: { key: '-a,--b,c', password: '-', yes: 'true' }, operands: ['f.zip'] };
  expect(await parseWithCommand('f.zip', '--key', '-a', '--key', '--b', '--key=c', '--password', '-', '--yes')).toEqual(
    expected,
  );
  expect(await parseWithCommand('--key=-a', '--key', '--b', '--yes', '--key', 'c', '--password=-', 'f.zip')).toEqual(
    expected,
  );
  expect(await parseWithCommand('--key', '-a', '--', '-f.zip')).toEqual({
    options: { key: '-a' },
    operands: ['-f.zip'],
  });
});

test.each([
  ['no value at the end', ['f.zip', '--key']],
  ['a value forgotten before another option', ['f.zip', '--key', '--yes']],
  ['a value forgotten before another option that has its own', ['f.zip', '--key', '--password=x']],
  ['a value forgotten before the end of the options', ['--key', '--', 'f.zip']],
  ['an unknown option', ['f.zip', '--constructor', 'x']],
  ['a short option', ['f.zip', '-k', 'x']],
  ['an option twice that does not repeat', ['f.zip', '--password', 'a', '--password', '-b']],
  ['a value for a switch', ['f.zip', '--yes=no']],
  ['no operand', ['--key', 'f.zip']],
  ['too many operands', ['f.zip', 'g.zip']],
])('refuses %s', async (_what, args) => {
  expect(await parseWithCommand(...args)).toBeNull();
});
