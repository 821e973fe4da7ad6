import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { USERS } from '../data/plant.ts';
import { Caller } from './caller.ts';
import { compareRound } from './compare.ts';
import { createDrillPlant, type DrillPlant } from './drill-plant.ts';
import { DISK_KINDS, drawFault } from './faults.ts';
import { observeRound } from './observe.ts';
import { hasFailed } from './report.ts';
import { type RoundResult, runRound } from './round.ts';

/** One of each family. */
const SEEDS = [1, 2, 3, 4];
/** Long enough to meet work, short enough for a test. */
const SHORT = { atMs: 500, forMs: 1_000, againAfterMs: null };

let plant: DrillPlant;
let folder: string;
const rounds: RoundResult[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'varco-drill-test-'));
  plant = await createDrillPlant();
}, 90_000);
afterAll(async () => {
  await plant.remove();
  await rm(folder, { recursive: true });
}, 60_000);

test('killed, frozen, cut off and on a full disk, a plant loses nothing it acknowledged, and ends only when it is killed', async () => {
  for (const seed of SEEDS) {
    const plan = { ...drawFault(seed), ...SHORT };
    if (plant.disk === null && DISK_KINDS.includes(plan.kind)) continue;
    // Without exports, which take long on a busy machine; their parts have a crash test of their own.
    rounds.push(await runRound({ plant, plan, number: seed, source: null, folder }));
  }
  expect(rounds.filter(hasFailed).map(({ plan, losses, ownExits }) => [plan.kind, losses, ownExits])).toEqual([]);
  expect(rounds.flatMap(({ odd }) => odd)).toEqual([]);
  for (const { acknowledged } of rounds)
    expect(Math.min(acknowledged.reads, acknowledged.alerts, acknowledged.lists)).toBeGreaterThan(0);
}, 240_000);

test('what is removed behind the back of the plant is found: a read, an alert, a decision, a change of a list, a note', async () => {
  const ledger = rounds[0]?.ledger;
  if (ledger === undefined) throw new Error('there was no round');
  await plant.query('delete from rate_counter');
  const caller = new Caller(plant.directUrl, () => {});
  const person = await caller.signIn(USERS[0] ?? '');
  const find = async (): Promise<readonly string[]> =>
    compareRound(ledger, await observeRound(caller, person, ledger)).map(({ what, how }) => `${what} ${how}`);
  expect(await find()).toEqual([]);

  const read = [...ledger.reads.values()].find(({ plate, hasPicture }) => plate.endsWith('N') && !hasPicture);
  const deleted = await plant.query('delete from transit where plate = $1 returning 1 as n', [read?.plate]);
  expect([deleted.length, await find()]).toEqual([1, ['read lost']]);

  const { alert } = ledger.decisions.find(({ kind, answer }) => kind === 'verify' && answer !== null) ?? {};
  await plant.query('update alert set verified_at = null where id = $1', [alert]);
  expect(await find()).toEqual(['read lost', 'decision lost']);
  await plant.query('delete from alert where id = $1', [alert]);
  expect((await find()).slice(0, 2)).toEqual(['read lost', 'alert lost']);

  const entry = [...ledger.entries.values()].find(({ known, open }) => known !== null && open.length === 0);
  await plant.query(`update blacklist_entry set note1 = 'undone' where plate = $1`, [entry?.plate]);
  expect(await find()).toContain('list lost');
  await plant.query('delete from transit_note');
  expect(await find()).toContain('note lost');
}, 60_000);
