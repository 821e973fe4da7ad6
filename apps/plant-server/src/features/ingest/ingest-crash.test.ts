import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { buildApiKeyHeader } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { createPlantProcess, type PlantProcess, type KillTarget } from '../../testing/plant-process.ts';
import { computeExpectedRollUps, readStoredRollUps } from '../../testing/roll-ups.ts';

const BATCH = 100;
const SENDERS = 3;
const PAGE = 999;
/** Maximum time from the kill to the first response, as required by the issue. */
const MAX_RESTART_MS = 15_000;
/** Number of rounds; the long run of the developer's handbook uses 20. */
const ROUNDS = Number(process.env['VARCO_CRASH_ROUNDS'] ?? 3);
const SEED = Number(process.env['VARCO_CRASH_SEED'] ?? randomInt(1, 1_000_000));
const VICTIMS: readonly KillTarget[] = ['plant', 'database', 'both'];

let plant: PlantProcess;
beforeAll(async () => {
  plant = await createPlantProcess();
  await plant.withDatabase(listPlates);
  await plant.start();
}, 90_000);
afterAll(() => plant.remove(), 60_000);

const Results = z.object({ results: z.array(z.object({ state: z.string(), id: z.string() })) });
type Results = z.infer<typeof Results>['results'];
const base = Date.now() - 3 * 3_600_000;

/** Pseudo-random numbers: the same seed gives the same moments. */
function createRandom(seed: number): (from: number, to: number) => number {
  let state = seed;
  return (from, to) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return from + Math.floor((state / 2 ** 32) * (to - from));
  };
}

const buildPlatePrefix = (round: number): string => `CR${String(round).padStart(3, '0')}`;

/** Batch `n` of a round. Plates recur in other batches, so the roll-up of a plate is written by many calls. */
const buildBatch = (round: number, n: number): readonly unknown[] =>
  Array.from({ length: BATCH }, (_, i) => ({
    varco_id: 1 + (i % 3),
    targa: `${buildPlatePrefix(round)}${String((n * 37 + i) % 400).padStart(3, '0')}`,
    data: new Date(base + round * 300_000 + (n * BATCH + i) * 10).toISOString(),
    speed: 30 + (i % 50),
    nazione: 'I',
  }));
async function send(round: number, n: number): Promise<Results> {
  const answer = await plant.post(ingestReads.path, { reads: buildBatch(round, n) }, buildApiKeyHeader('all'));
  if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  return Results.parse(await answer.json()).results;
}

interface Sent {
  readonly acknowledged: Map<number, Results>;
  /** Reads sent without a response. */
  readonly open: Set<number>;
}

/** Sends until the kill; after `answers` responses `kill` is called once. */
async function sendUntilKilled(round: number, answers: number, kill: () => Promise<void>): Promise<Sent> {
  const sent: Sent = { acknowledged: new Map(), open: new Set() };
  let [next, left] = [0, answers];
  const kills: Promise<void>[] = [];
  const sender = async (): Promise<void> => {
    while (kills.length === 0) {
      const n = next++;
      sent.open.add(n);
      const results = await send(round, n).catch(() => null);
      if (results === null) return;
      sent.open.delete(n);
      sent.acknowledged.set(n, results);
      left -= 1;
      if (left === 0) kills.push(kill());
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  await Promise.all(kills);
  expect(kills, 'nothing fails before the kill').toHaveLength(1);
  return sent;
}

const Page = z.object({ objects: z.array(z.object({ id: z.string() })) });
/** Ids of all reads of a round, as a signed-in user finds them. */
async function foundIds(round: number): Promise<readonly string[]> {
  const user = await plant.signIn();
  const ids: string[] = [];
  for (let p = 1; ; p += 1) {
    const body = { f_targa: `${buildPlatePrefix(round)}*`, page_size: PAGE, p };
    const answer = await plant.post(searchTransits.path, body, user);
    expect(answer.status).toBe(200);
    const { objects } = Page.parse(await answer.json());
    ids.push(...objects.map((one) => one.id));
    if (objects.length < PAGE) return ids;
  }
}

/** The listed plates of each round: those that end in 7. */
const LISTED = Array.from({ length: 40 }, (_, i) => `CR*${String(i * 10 + 7).padStart(3, '0')}`);
const listPlates = (pool: Pool): Promise<unknown> =>
  Promise.all(LISTED.map((plate) => insertBlacklistRow(pool, plate)));

/** Listed transits without exactly one alert, and alerts that were not published. */
async function alertsOfListed(pool: Pool): Promise<unknown> {
  const { rows } =
    await pool.query(`select count(*) filter (where t.plate is null or a.n is distinct from 1)::int as wrong,
      coalesce(sum(a.untold), 0)::int as untold from (select * from transit where plate ~ '^CR[0-9]+7$') as t
    full join (select transit, plate, count(*) as n, count(*) filter (where seq is null) as untold from alert group by 1, 2) as a
      on a.transit = t.id and a.plate = t.plate`);
  return rows[0];
}

const isAcknowledged = (state: string): boolean => state === 'stored' || state === 'duplicate';

/** Kills the processes of the round and returns how long the plant was unavailable, in milliseconds. */
async function killAndRestart(victim: KillTarget, killedAt: number): Promise<number> {
  if (victim === 'database') await plant.untilRecovered();
  else await plant.start();
  return Math.round(performance.now() - killedAt);
}

test(
  'killed at random moments, itself, its database or both, a plant keeps each read it acknowledged, once, its roll-ups, and the alerts of listed plates, once',
  async () => {
    const draw = createRandom(SEED);
    const away: Record<KillTarget, number[]> = { plant: [], database: [], both: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const victim = VICTIMS[round % VICTIMS.length] ?? 'plant';
      const [answers, more] = [draw(1, 10), draw(0, 60)];
      const where = `seed ${SEED}, round ${round}, ${victim} killed ${more} ms after answer ${answers}`;
      let killedAt = 0;
      const sent = await sendUntilKilled(round, answers, async () => {
        // The moment of the kill is random; this does not wait for a condition.
        await delay(more);
        killedAt = performance.now();
        await plant.kill(victim);
      });
      away[victim].push(await killAndRestart(victim, killedAt));
      expect(away[victim].at(-1), where).toBeLessThan(MAX_RESTART_MS);

      const before = new Set(await foundIds(round));
      const kept = [...sent.acknowledged.values()].flat();
      const lost = kept.filter(({ state, id }) => !isAcknowledged(state) || !before.has(id));
      expect([kept.length > 0, lost], where).toEqual([true, []]);

      for (const n of sent.open) sent.acknowledged.set(n, await send(round, n));
      const after = await foundIds(round);
      const all = [...sent.acknowledged.values()].flat().map(({ id }) => id);
      expect(after.length, where).toBe(all.length);
      expect(new Set(after), where).toEqual(new Set(all));
      const { stored, fromRows } = await plant.withDatabase(async (pool) => ({
        stored: await readStoredRollUps(pool),
        fromRows: await computeExpectedRollUps(pool),
      }));
      expect(stored, where).toEqual(fromRows);
      await vi.waitFor(
        async () => expect(await plant.withDatabase(alertsOfListed), where).toMatchObject({ wrong: 0, untold: 0 }),
        5_000,
      );
    }
    if (ROUNDS > 3) process.stdout.write(`away, ms, seed ${SEED}: ${JSON.stringify(away)}\n`);
  },
  60_000 + ROUNDS * 60_000,
);
