import { searchSuspects, SuspectPage } from '@varco/contract/plant/suspects.ts';
import { updateGate } from '@varco/contract/plant/gate-update.ts';
import { parseInstantMs, romeDayStart, toIsoInstant, toRomeDay } from '@varco/domain/time/rome.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { NO_PLATE_INDEX } from '../../plate-index/plate-index-client.ts';
import { catchUpMovementDays, updateMovementDays } from '../../plate-index/movements/movement-days.repository.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW_MS = parseInstantMs(NOW);
const TODAY = romeDayStart(toRomeDay(NOW_MS));
const at = (daysAgo: number, hour: number, minute = 0, second = 0): number =>
  TODAY - (daysAgo * 24 - hour) * HOUR + minute * MINUTE + second * 1000;

/** Cars of a police that read while they drive, west of Greenwich. Their gates stand where each began. */
const [SOUTH, WEST] = [37.7, -122.3];
const GATES = Array.from({ length: 6 }, (_, n) => ({
  id: n + 1,
  fullname: `Auto ${n + 1}`,
  lat: SOUTH + n * 0.001,
  lon: WEST,
}));

/** A read so many kilometres north of the first gate. */
const read = (plate: string, gate: number, timeMs: number, km: number): NewRead => ({
  ...{ plate, gate, at: toIsoInstant(timeMs) },
  ...{ lat: Number((SOUTH + km / 111.195).toFixed(6)), lon: WEST },
});

/** One plate for each reason why a clone was missed, with the gates and places that hid it. */
const PLANTED: readonly NewRead[] = [
  // The same car reads it at two far places.
  ...[read('CA001AA', 1, at(2, 10), 0), read('CA001AA', 1, at(2, 10, 2), 20)],
  // The gates of both cars are at one place, their reads are not.
  ...[read('CA002AA', 1, at(2, 11), 0), read('CA002AA', 2, at(2, 11, 2), 20)],
  // Over midnight.
  ...[read('CA003AA', 1, at(3, 23, 58), 0), read('CA003AA', 2, at(2, 0, 3), 30)],
  // No leg is impossible, all three together are: 3.9 km in 10 seconds twice.
  ...[0, 1, 2].map((n) => read('CA004AA', n + 1, at(4, 12, 0, n * 10), n * 3.9)),
  // Two clones on one day.
  ...[0, 1, 2, 3].map((n) => read('CA005AA', 1 + (n % 2), at(5, 9, n * 5), n % 2 === 0 ? 0 : 40)),
  // Last of the alphabet.
  ...[read('ZZ999ZZ', 3, at(1, 18), 2), read('ZZ999ZZ', 4, at(1, 18, 1), 9)],
];

/** Neither of these is impossible: near each other, slow enough, or only the beginnings of the gates are far apart. */
const INNOCENT: readonly NewRead[] = [
  ...[read('IN001AA', 1, at(2, 10), 0), read('IN001AA', 2, at(2, 10, 0, 5), 3.9)],
  ...[read('IN002AA', 1, at(2, 10), 0), read('IN002AA', 2, at(2, 10, 10), 20)],
  ...[read('IN003AA', 7, at(2, 10), 5), read('IN003AA', 1, at(2, 10, 1), 5)],
];

/** Plates read one to five times, in whole seconds, by cars on their ways; some of them twice at once. */
function drawReads(): readonly NewRead[] {
  const next = createSeededRandom(28);
  const below = (n: number): number => Math.floor(next() * n);
  return Array.from({ length: 1_500 }, (_, n): readonly NewRead[] => {
    const plate = `P${String(n).padStart(4, '0')}X`;
    const start = at(1 + below(6), below(24), below(60), below(60));
    return Array.from({ length: 1 + below(5) }, () =>
      read(plate, 1 + below(6), start + (n % 40 === 0 ? below(1_200) : below(80_000)) * 1000, below(25)),
    );
  }).flat();
}

/** Metres between two reads by the flat triangle, which is exact enough along one meridian. */
const metresApart = (a: NewRead, b: NewRead): number => Math.abs((a.lat ?? 0) - (b.lat ?? 0)) * 111_195.08;

/** Every plate two of whose reads break the bounds, by comparing each with every other. */
function findBrokenPlates(reads: readonly NewRead[]): readonly string[] {
  const breaks = (a: NewRead, b: NewRead): boolean => {
    const [metres, seconds] = [metresApart(a, b), Math.abs(parseInstantMs(a.at) - parseInstantMs(b.at)) / 1000];
    return metres > 4_000 && (metres / (seconds + 30)) * 3.6 > 150;
  };
  return [...Map.groupBy(reads, ({ plate }) => plate)]
    .filter(([, own]) => own.some((a, i) => own.slice(0, i).some((b) => breaks(a, b))))
    .map(([plate]) => plate)
    .toSorted();
}

const READS = [...PLANTED, ...INNOCENT, ...drawReads()];
const WEEK = { start_time: toIsoInstant(at(7, 0)), end_time: toIsoInstant(at(0, 0)) };
const listReadsIn = ({ start_time: start, end_time: end }: typeof WEEK): readonly NewRead[] =>
  READS.filter(
    (one) => parseInstantMs(one.at) >= parseInstantMs(start) && parseInstantMs(one.at) <= parseInstantMs(end),
  );

let plant: TestPlant;
let plain: PlantApp;
beforeAll(async () => {
  plant = await startTestPlant(
    { gates: [...GATES, { id: 7, fullname: 'Auto 7', lat: SOUTH + 0.5, lon: WEST }] },
    { hasPlateIndex: true },
  );
  plain = buildApp({ ...plant.deps, store: { ...plant.deps.store, plateIndex: NO_PLATE_INDEX } });
  await insertReads(plant.deps.store, READS);
  await vi.waitUntil(() => plant.deps.store.plateIndex.status().phase === 'ready', { timeout: 20_000 });
}, 60_000);
afterAll(async () => {
  await plain.close();
  await plant.close();
});

async function search(app: PlantApp, body: object = {}): Promise<SuspectPage> {
  const options = { token: await plant.token('operatore'), headers: REASON };
  const answer = await injectJson(app, searchSuspects, { body: { ...WEEK, ...body } }, options);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return SuspectPage.parse(answer.body);
}

/** The marked plates, each with the number of reads that no car can have made. */
const listMarked = ({ objects }: SuspectPage): readonly (readonly [string, number])[] =>
  objects
    .flatMap(({ transit, items }) => {
      const clone = items.find(({ feature }) => feature === 'clone');
      return clone === undefined ? [] : [[transit.targa, clone.value] as const];
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

const buildDays = () => updateMovementDays(plant.pool, NOW_MS, new AbortController().signal);

it('SUS-13 every plate that breaks the bounds is marked, from rows, from counted days and from the index', async () => {
  const broken = findBrokenPlates(listReadsIn(WEEK));
  expect(broken).toEqual(expect.arrayContaining(['CA001AA', 'CA002AA', 'CA003AA', 'CA004AA', 'CA005AA', 'ZZ999ZZ']));
  expect(broken.length).toBeGreaterThan(39);
  expect(broken.filter((plate) => plate.startsWith('IN'))).toEqual([]);
  const fromRows = listMarked(await search(plain));
  expect(fromRows.map(([plate]) => plate)).toEqual(broken);
  expect(fromRows.find(([plate]) => plate === 'CA005AA')?.[1]).toBe(2);
  await buildDays();
  expect(listMarked(await search(plain))).toEqual(fromRows);
  expect(listMarked(await search(plant.app))).toEqual(fromRows);
});

it('SUS-13 a window that begins and ends within a day marks the same plates in both ways', async () => {
  const part = { start_time: toIsoInstant(at(5, 8, 30)), end_time: toIsoInstant(at(2, 10, 30)) };
  const marked = listMarked(await search(plant.app, part));
  expect(marked.map(([plate]) => plate)).toEqual(findBrokenPlates(listReadsIn(part)));
  expect(listMarked(await search(plain, part))).toEqual(marked);
});

it('SUS-13 a likely misread is left out and counted', async () => {
  const often = Array.from({ length: 20 }, (_, n) => read('CB0080A', 1, at(6, n), 0));
  await insertReads(plant.deps.store, [
    ...often,
    read('CB00B0A', 2, at(6, 13, 10), 20),
    read('CB00B0A', 1, at(6, 13, 12), 0),
  ]);
  const [inMemory, byRows] = [await search(plant.app), await search(plain)];
  expect(listMarked(inMemory).map(([plate]) => plate)).not.toContain('CB00B0A');
  expect([inMemory.misreads, byRows.misreads]).toEqual([1, 1]);
  expect((await search(plant.app, { plate: 'CA*' })).misreads).toBe(0);
});

it('SUS-13 a gate at another position has its days counted anew', async () => {
  const fixed = [1, 2].map((gate): NewRead => ({ plate: 'FX001AA', gate, at: toIsoInstant(at(2, 15, gate)) }));
  await insertReads(plant.deps.store, fixed);
  await buildDays();
  expect(listMarked(await search(plant.app)).map(([plate]) => plate)).not.toContain('FX001AA');
  const body = { gps_lat: SOUTH + 0.4, gps_lon: WEST };
  expect((await plant.call(updateGate, { params: { id: 2 }, body }, 'amministratore')).status).toBe(200);
  expect(await catchUpMovementDays(plant.pool)).toBe(false);
  expect(listMarked(await search(plant.app)).map(([plate]) => plate)).toContain('FX001AA');
  await buildDays();
  expect(listMarked(await search(plant.app)).map(([plate]) => plate)).toContain('FX001AA');
});

it('SUS-13 more jumping plates than are judged: the answer says so', async () => {
  const many = Array.from({ length: 2_001 }, (_, n) => {
    const plate = `QA${String(n).padStart(4, '0')}`;
    return [read(plate, 1, at(4, 16), 0), read(plate, 2, at(4, 16, 1), 20)];
  }).flat();
  expect((await search(plant.app)).unjudged).toBe(false);
  await insertReads(plant.deps.store, many);
  const [inMemory, byRows] = [await search(plant.app), await search(plain)];
  expect([inMemory.unjudged, byRows.unjudged]).toEqual([true, true]);
  expect(listMarked(inMemory)).toEqual(listMarked(byRows));
}, 60_000);
