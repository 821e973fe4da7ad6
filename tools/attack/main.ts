// `npm run attack`: real servers attacked with generated calls, every answer judged. Exit code 1 when something was found.
import { readFile, writeFile } from 'node:fs/promises';
import type { RecordedCall } from '@varco/server-kit/testing/record-calls.ts';
import { setup } from '@varco/server-kit/testing/global-setup.ts';
import { LEARNED_FILE, selectCalls } from './learned-calls.ts';
import { HELP, OptionError, parseAttackOptions } from './options.ts';
import { formatAttack, RunReport } from './report.ts';
import { AttackRound } from './round.ts';
import { measureSignInTimes } from './sign-in-times.ts';
import { startAttackWorld } from './world.ts';

/** Calls of one world: its users lose rights by what the attack does, so a fresh one follows. */
const REQUESTS_PER_ROUND = 6_000;
const SEED_STEP = 7_919;
const MAX_DIFFERENCE_PERCENT = 5;

async function replay(file: string): Promise<number> {
  const { round, request } = JSON.parse(await readFile(file, 'utf8'));
  const world = await startAttackWorld(Number(round));
  try {
    const attack = await new AttackRound(world, 0).replay(request);
    console.log(attack.findings.length === 0 ? `Nothing found; status ${attack.status}.` : formatAttack(attack));
    return attack.findings.length === 0 ? 0 : 1;
  } finally {
    await world.close();
  }
}

/** Writes the calls worth learning, one a line. */
async function learn(file: string): Promise<number> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const calls = selectCalls(lines.map((line): RecordedCall => JSON.parse(line)));
  await writeFile(LEARNED_FILE, `[\n${calls.map((call) => JSON.stringify(call)).join(',\n')}\n]\n`);
  console.log(
    `${calls.length} calls of ${new Set(calls.map(({ path }) => path)).size} addresses learned from ${lines.length}.`,
  );
  return 0;
}

/** Exit code 1 when a difference is more than five percent. */
async function measureTimes(pairs: number): Promise<number> {
  const world = await startAttackWorld(0);
  try {
    const times = await measureSignInTimes(world, pairs);
    for (const { call, known, unknown, differencePercent } of times)
      console.log(
        `${call}: known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms, difference ${differencePercent.toFixed(1)} %`,
      );
    return times.some(({ differencePercent }) => differencePercent > MAX_DIFFERENCE_PERCENT) ? 1 : 0;
  } finally {
    await world.close();
  }
}

async function main(): Promise<number> {
  const options = parseAttackOptions(process.argv.slice(2));
  if (options === null) {
    console.log(HELP);
    return 0;
  }
  if (options.learn !== null) return learn(options.learn);
  const stop = await setup();
  try {
    if (options.replay !== null) return await replay(options.replay);
    if (options.timing !== null) return await measureTimes(options.timing);
    const report = new RunReport(options);
    let leftMs = options.minutes * 60_000;
    let left = options.requests ?? Number.POSITIVE_INFINITY;
    for (let round = 0; left > 0 && leftMs > 0; round += 1) {
      const world = await startAttackWorld(round);
      const startedAt = performance.now();
      // Only attacking counts as time, not starting worlds.
      const isOver = (): boolean => performance.now() - startedAt > leftMs;
      try {
        const attack = new AttackRound(world, options.seed + round * SEED_STEP);
        const result = await attack.run({ requests: Math.min(left, REQUESTS_PER_ROUND), isOver });
        left -= result.sent;
        leftMs -= performance.now() - startedAt;
        await report.add(round, result, await attack.checkHealth());
      } finally {
        await world.close();
      }
    }
    return report.finish();
  } finally {
    await stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof OptionError)) throw error;
  console.error(`${error.message}\n\n${HELP}`);
  process.exitCode = 2;
}
