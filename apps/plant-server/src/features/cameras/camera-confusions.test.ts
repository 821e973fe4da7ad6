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

test('only who administers the plant sees them', async () => {
  for (const user of ['operatore', 'comune', 'quattro'])
    expect((await plant.call(listCameraConfusions, {}, user)).status).toBe(403);
  expect((await plant.callRaw(listCameraConfusions, {})).status).toBe(401);
});
