import { CameraConfusion, listCameraConfusions } from '@varco/contract/plant/camera-tasks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { NOW, startTestPlant, type TestPlant, USERS } from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';

const ADMIN = 'amministratore';
const DAY_MS = 86_400_000;
const CAMERA = '00000000-0000-4000-9000-000000000077';
const PERSON = USERS[0]?.uuid ?? '';

let plant: TestPlant;
const ago = (ms: number): string => new Date(Date.parse(NOW) - ms).toISOString();

/** Reads of a gate that were corrected later. */
async function correct(
  gate: number,
  pairs: readonly (readonly [string, string])[],
  { author = PERSON, daysAgo = 1 } = {},
): Promise<void> {
  const reads = pairs.map(([plate], at) => ({ gate, plate, at: ago((daysAgo + 1) * DAY_MS + at * 1000) }));
  await insertReads(plant.deps.store, reads);
  for (const [at, [plate, corrected]] of pairs.entries())
    await plant.pool.query(
      `insert into plate_correction (plate, ts, id, corrected, author, reason, made_at)
        select plate, ts, id, $3, $4, 'prova', $5 from transit where plate = $1 and ts = $2`,
      [plate, reads[at]?.at, corrected, author, ago(daysAgo * DAY_MS)],
    );
}
const swaps = (first: string, read: string, actual: string, count: number) =>
  Array.from({ length: count }, (_, n): readonly [string, string] => {
    const rest = `${first}${String(n).padStart(2, '0')}AA`;
    return [`A${read}${rest}`, `A${actual}${rest}`];
  });

beforeAll(async () => {
  plant = await startTestPlant();
  await plant.pool.query(
    `insert into camera (uuid, name, gate, family, time_zone, speed_unit, key_hash, is_trial, created_at, created_by, updated_at,
        rotated_at, rotated_by)
      values ($1, 'prova', 1, 'generic', 'Europe/Rome', 'kmh', 'x', false, $2, '', $2, $2, '')`,
    [CAMERA, NOW],
  );
});
afterAll(() => plant.close());

const read = async () => {
  const answer = await plant.call(listCameraConfusions, {}, ADMIN);
  return z.object({ objects: z.array(CameraConfusion) }).parse(answer.body).objects;
};

test('characters that a gate confuses, from the corrections people made in a month; rare ones say nothing', async () => {
  expect(await read()).toEqual([]);
  await correct(1, swaps('1', 'B', '8', 4));
  expect(await read()).toEqual([]);
  await correct(1, swaps('2', 'B', '8', 3));
  await correct(2, swaps('3', 'O', 'Q', 9));
  // What a camera corrected itself, two characters, and long ago.
  await correct(1, swaps('6', 'D', '0', 9), { author: CAMERA });
  await correct(1, swaps('4', 'MN', 'NM', 9));
  await correct(1, swaps('5', 'V', 'Y', 9), { daysAgo: 31 });
  expect(await read()).toEqual([
    { varco_id: 2, varco: expect.any(String), letta: 'O', giusta: 'Q', volte: 9 },
    { varco_id: 1, varco: 'Porta Fiume', letta: 'B', giusta: '8', volte: 7 },
  ]);
});

test('a confirmed alert of a similar listed plate counts as a correction, once with a correction of the same read', async () => {
  const pairs = swaps('7', 'I', '1', 6);
  await correct(3, pairs.slice(0, 2));
  await insertReads(
    plant.deps.store,
    pairs.slice(2).map(([plate], at) => ({ gate: 3, plate, at: ago(DAY_MS + at * 1000) })),
  );
  const raise = (plate: string, listed: string, outcome: string, closeness = 'misread') =>
    plant.pool.query(
      `insert into alert (kind, priority, plate, ts, transit, gate, nation, brand, model, colour, vclass, flags, list, entry, entry_facts,
          closeness, is_interforce, outcome, outcome_at)
        select 'blacklist', 1, plate, ts, id, gate, 0, 0, 0, 0, 0, 0, 'blacklist', 1 + (select count(*) from alert)::int,
          jsonb_build_object('text', $2::text), $4, false, $3, $5 from transit where plate = $1`,
      [plate, listed, outcome, closeness, ago(DAY_MS)],
    );
  for (const [plate, listed] of pairs) await raise(plate, listed, 'confirmed');
  // A second entry of the same plate says nothing more.
  for (const [plate, listed] of pairs.slice(2)) await raise(plate, listed, 'confirmed');
  const others = swaps('8', 'S', '5', 12);
  await insertReads(
    plant.deps.store,
    others.map(([plate], at) => ({ gate: 3, plate, at: ago(2 * DAY_MS + at * 1000) })),
  );
  for (const [plate, listed] of others.slice(0, 6)) await raise(plate, listed, 'misread');
  for (const [plate, listed] of others.slice(6)) await raise(plate, listed, 'confirmed', 'exact');
  expect((await read()).filter(({ varco_id: gate }) => gate === 3)).toEqual([
    { varco_id: 3, varco: 'Ponte Vecchio', letta: 'I', giusta: '1', volte: 6 },
  ]);
});

test('only who administers the plant sees them', async () => {
  for (const user of ['operatore', 'comune', 'quattro'])
    expect((await plant.call(listCameraConfusions, {}, user)).status).toBe(403);
  expect((await plant.callRaw(listCameraConfusions, {})).status).toBe(401);
});
