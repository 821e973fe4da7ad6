import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { apiKey } from '../../testing/ingest-keys.ts';
import { createRealPlant, type RealPlant } from '../../testing/real-plant.ts';
import { rollUpsOfRows, storedRollUps } from '../../testing/roll-ups.ts';

const PORT = 18_811;
const BATCH = 100;
const SENDERS = 3;
const PAGE = 999;

let plant: RealPlant;
beforeAll(async () => {
  plant = await createRealPlant(PORT);
  await plant.start();
}, 90_000);
afterAll(() => plant.remove(), 60_000);

const Results = z.object({ results: z.array(z.object({ state: z.string(), id: z.string() })) });
type Results = z.infer<typeof Results>['results'];
const base = Date.now() - 3 * 3_600_000;

/** Batch `n`: plates come back in other batches, so roll-ups of one plate are written by many calls. */
const batch = (n: number): readonly unknown[] =>
  Array.from({ length: BATCH }, (_, i) => ({
    varco_id: 1 + (i % 3),
    targa: `CR${String((n * 37 + i) % 400).padStart(3, '0')}SH`,
    data: new Date(base + (n * BATCH + i) * 10).toISOString(),
    speed: 30 + (i % 50),
    nazione: 'I',
  }));
async function send(n: number): Promise<Results> {
  const answer = await plant.post(ingestReads.path, { reads: batch(n) }, apiKey('all'));
  if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  return Results.parse(await answer.json()).results;
}

interface Sent {
  readonly acknowledged: Map<number, Results>;
  readonly open: Set<number>;
}

/** Senders that go on until the plant is no more; what got no answer is left open. */
async function sendUntilKilled(from: number, sent: Sent, onAnswer: () => void): Promise<void> {
  let next = from;
  const sender = async (): Promise<void> => {
    for (;;) {
      const n = next++;
      sent.open.add(n);
      const results = await send(n).catch(() => null);
      if (results === null) return;
      sent.open.delete(n);
      sent.acknowledged.set(n, results);
      onAnswer();
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
}

const Page = z.object({ objects: z.array(z.object({ id: z.string() })) });
/** Ids of all reads of the test, as a signed-in user finds them. */
async function foundIds(): Promise<readonly string[]> {
  const user = await plant.signIn();
  const ids: string[] = [];
  for (let p = 1; ; p += 1) {
    const answer = await plant.post(searchTransits.path, { f_targa: 'CR*', page_size: PAGE, p }, user);
    expect(answer.status).toBe(200);
    const { objects } = Page.parse(await answer.json());
    ids.push(...objects.map((one) => one.id));
    if (objects.length < PAGE) return ids;
  }
}

const isAcknowledged = (state: string): boolean => state === 'stored' || state === 'duplicate';

test('a plant killed at random moments keeps each read it acknowledged, once, and its roll-ups', async () => {
  const sent: Sent = { acknowledged: new Map(), open: new Set() };
  for (let round = 1; round <= 4; round += 1) {
    const [answers, more] = [randomInt(1, 10), randomInt(0, 60)];
    let left = answers;
    const kills: Promise<void>[] = [];
    const killLater = async (): Promise<void> => {
      // Not a wait for something: the moment of the kill is drawn.
      await delay(more);
      await plant.kill(round % 2 === 0);
    };
    await sendUntilKilled(round * 1_000, sent, () => {
      left -= 1;
      if (left === 0) kills.push(killLater());
    });
    await Promise.all(kills);
    expect(kills).toHaveLength(1);
    const where = `round ${round}, killed ${more} ms after answer ${answers}`;
    await plant.start();

    const before = new Set(await foundIds());
    const kept = [...sent.acknowledged.values()].flat();
    expect(kept.length, where).toBeGreaterThan(0);
    expect(
      kept.filter(({ state, id }) => !isAcknowledged(state) || !before.has(id)),
      where,
    ).toEqual([]);

    expect(sent.open.size, where).toBeGreaterThan(0);
    for (const n of sent.open) sent.acknowledged.set(n, await send(n));
    sent.open.clear();
    const after = await foundIds();
    const all = [...sent.acknowledged.values()].flat().map(({ id }) => id);
    expect(after.length, where).toBe(all.length);
    expect(new Set(after), where).toEqual(new Set(all));
    const { stored, fromRows } = await plant.look(async (pool) => ({
      stored: await storedRollUps(pool),
      fromRows: await rollUpsOfRows(pool),
    }));
    expect(stored, where).toEqual(fromRows);
  }
}, 180_000);
