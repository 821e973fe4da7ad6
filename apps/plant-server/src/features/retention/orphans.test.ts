import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { createPhoto, sendReadsWithPictures } from '../../testing/send-pictures.ts';
import { startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { runRetention } from './run-retention.ts';

const HOUR_MS = 3_600_000;
const never = new AbortController().signal;
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
});
afterAll(() => plant.close());
// File times come from the clock of this machine.
let startedMs: number;
beforeEach(() => {
  startedMs = Date.now();
});

let shade = 0;
const newPhoto = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await createPhoto(`#${String((shade += 1)).padStart(6, '0')}`));
const fileExists = async (hash: string): Promise<boolean> => (await plant.deps.pictures.readOriginal(hash)) !== null;
/** Runs every six hours for a day, ending this many hours after the start of the test. */
async function runForOneDay(endHours: number): Promise<number> {
  let files = 0;
  for (const back of [18, 12, 6, 0]) {
    plant.clock.now = new Date(startedMs + (endHours - back) * HOUR_MS).toISOString();
    files += (await runRetention(plant.deps, never))?.orphan_files ?? 0;
  }
  return files;
}

it('a picture whose read never came goes after a day with its renditions; that of a transit and a younger one stay', async () => {
  const [shown, orphan] = [await newPhoto(), await newPhoto()];
  plant.clock.now = new Date(startedMs).toISOString();
  const data = new Date(startedMs - 1000).toISOString();
  const reads = [{ varco_id: 1, targa: 'OR001PH', data, pictures: { full: 'a' } }];
  expect(await sendReadsWithPictures(plant, reads, { a: shown })).toMatchObject({
    body: { results: [{ state: 'stored' }] },
  });
  const { rows } = await plant.pool.query<{ full_hash: string }>('select full_hash from transit_picture');
  // State after a crash between storing picture and row.
  const { hash } = await plant.deps.pictures.put(orphan, 'context');
  await plant.deps.pictures.read(hash, 't100');
  expect(await runForOneDay(23)).toBe(0);
  expect(await fileExists(hash)).toBe(true);
  plant.audit.records.length = 0;
  // The original and its thumbnail.
  expect(await runForOneDay(48)).toBe(2);
  expect([await fileExists(hash), await fileExists(rows[0]?.full_hash ?? '')]).toEqual([false, true]);
  const sent = plant.audit.records.map(({ detail }) => Number(detail?.['orphan_files']));
  expect(sent.reduce((sum, n) => sum + n, 0)).toBe(2);
  expect(await runForOneDay(48)).toBe(0);
});

it('an old picture that is sent again at that moment is not taken away from its read', async () => {
  const bytes = await newPhoto();
  const { hash } = await plant.deps.pictures.put(bytes, 'context');
  const tomorrow = startedMs + 48 * HOUR_MS;
  // The same picture is stored repeatedly while it is being removed as an orphan: a picture reported as stored must exist.
  for (let run = 0; run < 50; run += 1) {
    const [removed, stored] = await Promise.all([
      plant.deps.pictures.removeUntouched(hash, run % 2 === 0 ? tomorrow : startedMs - HOUR_MS),
      plant.deps.pictures.put(bytes, 'context'),
    ]);
    if (run % 2 === 1) expect([removed, await fileExists(stored.hash)]).toEqual([0, true]);
    else await plant.deps.pictures.put(bytes, 'context');
  }
  expect(await fileExists(hash)).toBe(true);
  expect(await plant.deps.pictures.removeUntouched(hash, startedMs - HOUR_MS)).toBe(0);
});
