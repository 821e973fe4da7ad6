// `npm run bench -- restore`: rounds of live reads, kill -9 of everything, deletion of the data folder, and restoration. What was
// acknowledged before the last archived part of the log of changes must be there.
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type BackedUpPlant, makeBackedUpPlant } from '@varco/cli/testing/backed-up-plant.ts';
import type { BenchOptions } from './options.ts';
import { formatTable } from './report/table.ts';

const PORT = 25_044;
/** Within what one camera key may send. */
const BATCH = 5;
const PAUSE_MS = 60;
/** Live reads before the moment that counts, and after it until the kill; each round adds up to as much again. */
const BEFORE_MS = 1_500;
const AFTER_MS = 700;
/** A whole backup is made anew in every such round; the others restore over the changes of several lives. */
const BACKUP_EVERY = 3;

interface Round {
  readonly acknowledged: number;
  /** Acknowledged before the last archived part: none of these may be missing. */
  readonly archived: number;
  readonly restored: number;
  readonly missing: number;
  readonly seconds: number;
  readonly epoch: number;
  readonly isLogWhole: boolean;
}

/** Runs the drill. Throws when a round loses what it must not. */
export async function benchRestore({ runs }: BenchOptions, say: (text: string) => void): Promise<void> {
  const plant = await makeBackedUpPlant(PORT);
  const rounds: Round[] = [];
  try {
    await runVarco(plant, 'backup', 'plant-borgo', '--init', '--repository', plant.repository);
    await plant.start();
    const known = new Set<string>();
    for (let round = 1; round <= runs; round += 1) {
      if (round % BACKUP_EVERY === 1) await runVarco(plant, 'backup', 'plant-borgo');
      const result = await runRound(plant, round, known);
      rounds.push(result);
      say(
        `round ${round}: ${result.archived} of ${result.acknowledged} reads archived, ${result.missing} of them missing`,
      );
    }
  } finally {
    await plant.remove();
  }
  printRounds(rounds);
  if (rounds.some(({ missing, isLogWhole }) => missing > 0 || !isLogWhole))
    throw new Error('a round failed: see above');
}

/** `known`: plates that earlier rounds restored; they must come back too, and what a round lost is not among them. */
async function runRound(plant: BackedUpPlant, round: number, known: Set<string>): Promise<Round> {
  const live = startReads(plant, round);
  await delay(BEFORE_MS * (1 + Math.random()));
  const certain = [...live.acknowledged];
  await plant.archive();
  await delay(AFTER_MS * (1 + Math.random()));
  await plant.kill();
  await live.ended;
  await rm(plant.dataDir, { recursive: true });
  const startedAt = performance.now();
  await runVarco(plant, 'restore', 'plant-borgo', '--to', 'latest');
  const seconds = (performance.now() - startedAt) / 1_000;
  await plant.start();
  const restored = new Set(await plant.plates());
  const missing = [...known, ...certain].filter((plate) => !restored.has(plate)).length;
  for (const plate of restored) known.add(plate);
  const [epoch] = await plant.query<{ epoch: number }>('select max(epoch) as epoch from audit_log');
  const { code } = await plant.varco('audit', 'verify', '--data', plant.dataDir, '--name', 'varco_plant');
  return {
    ...{ acknowledged: live.acknowledged.length, archived: certain.length, restored: restored.size, missing, seconds },
    ...{ epoch: epoch?.epoch ?? 0, isLogWhole: code === 0 },
  };
}

/** Sends reads until the server is gone; each counts once it is acknowledged. */
function startReads(plant: BackedUpPlant, round: number) {
  const acknowledged: string[] = [];
  const send = async (): Promise<void> => {
    for (let batch = 0; ; batch += 1) {
      const plates = Array.from({ length: BATCH }, (_, index) => formatPlate(round, batch * BATCH + index));
      try {
        await plant.send(plates);
      } catch {
        return;
      }
      acknowledged.push(...plates);
      await delay(PAUSE_MS);
    }
  };
  return { acknowledged, ended: send() };
}

/** Invented: letter of the round, number, letters of the thousands. */
function formatPlate(round: number, index: number): string {
  const letter = (value: number): string => String.fromCodePoint(65 + (Math.floor(value) % 26));
  return `${letter(round)}${letter(index / 1_000)}${String(index % 1_000).padStart(3, '0')}${letter(round / 26)}Z`;
}

async function runVarco(plant: BackedUpPlant, ...args: string[]): Promise<void> {
  const { code, out, err } = await plant.varco(...args);
  if (code !== 0) throw new Error(`varco ${args.join(' ')}: ${out}${err}`);
}

function printRounds(rounds: readonly Round[]): void {
  const header = [
    'round',
    'acknowledged',
    'archived before the kill',
    'missing of these',
    'rows restored',
    'restore s',
    'epoch',
    'log',
  ];
  const rows = rounds.map((one, index) => [
    ...[String(index + 1), String(one.acknowledged), String(one.archived), String(one.missing), String(one.restored)],
    ...[one.seconds.toFixed(1), String(one.epoch), one.isLogWhole ? 'whole' : 'BROKEN'],
  ]);
  console.log(`\n${formatTable([header, ...rows])}\n`);
}
