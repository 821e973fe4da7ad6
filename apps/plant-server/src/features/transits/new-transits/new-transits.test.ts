import { NewTransits, searchTransits, type TransitFilter, watchNewTransits } from '@varco/contract/plant/transits.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { closeGracefully } from '@varco/server-kit/http/close-gracefully.ts';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openTestStream, type TestAlertStream } from '../../../testing/alert-stream.ts';
import { plantConfusions } from '../../../testing/plant-confusions.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../../testing/test-plant.ts';
import { insertReads } from '../../ingest/insert-reads.repository.ts';
import type { NewRead } from '../../ingest/new-read.ts';

const ago = (seconds: number): string => toIsoInstant(parseInstantMs(NOW) - seconds * 1000);
const read = (plate: string, seconds: number, more: Partial<NewRead> = {}): NewRead => ({
  gate: 1,
  plate,
  at: ago(seconds),
  ...more,
});

let plant: TestPlant;
let origin: string;
const openStreams: TestAlertStream[] = [];
const store = (...reads: NewRead[]) => insertReads(plant.deps.store, reads);

beforeAll(async () => {
  plant = await startTestPlant();
  origin = await plant.app.listen({ host: '127.0.0.1', port: 0 });
  await plantConfusions(plant, { gate: 1, pair: 'E<M', times: 5 });
  await store(read('AA001AA', 60), read('AA002AA', 50), read('BB001BB', 40));
});
afterEach(() => {
  for (const stream of openStreams.splice(0)) stream.close();
});
afterAll(async () => {
  await closeGracefully(plant.app, 300);
  await plant.close();
});

const search = (filter: TransitFilter, who = 'operatore') =>
  plant.call(searchTransits, { body: { ...filter, order_by: '-data', p: 1, page_size: 8 } }, who, REASON);
async function watch(filter: TransitFilter, who = 'operatore'): Promise<TestAlertStream> {
  const body = { ...filter, order_by: '-data' };
  const stream = await openTestStream(origin, await plant.token(who), body, REASON, watchNewTransits.path);
  openStreams.push(stream);
  return stream;
}
async function nextCount(stream: TestAlertStream): Promise<number | null> {
  for (;;) {
    const event = await stream.nextEvent();
    if (event === null) return null;
    if (event.event === 'nuovi') return NewTransits.parse(event.data).nuovi;
  }
}

it('counts what reached the plant after the search, also before the stream was opened and with an earlier time', async () => {
  await search({});
  await store(read('CC001CC', 30));
  const stream = await watch({});
  expect(await nextCount(stream)).toBe(1);
  // Made before the newest read of the search, but sent after it.
  await store(read('CC002CC', 45), read('CC003CC', 5));
  expect(await nextCount(stream)).toBe(3);
});

it('counts nothing twice when the stream is opened again', async () => {
  await search({ f_varchi: [1] });
  await store(read('DD001DD', 4));
  const first = await watch({ f_varchi: [1] });
  expect(await nextCount(first)).toBe(1);
  first.close();
  expect(await nextCount(await watch({ f_varchi: [1] }))).toBe(1);
});

it.each([
  ['a plate', { f_targa: 'EE1*' }],
  ['a plate with confusable characters', { f_targa: 'EE10OEE', f_allowed_plate_misreads: true }],
  ['a plate with a measured confusion', { f_targa: 'EM10OEE', f_allowed_plate_misreads: true }],
  ['a gate', { f_varchi: [2] }],
  ['a speed', { f_speed_min: 120 }],
  ['passages without a plate', { f_unread: 'only' }],
] as const)('counts only what the search finds: %s', async (_name, given) => {
  const filter = given as TransitFilter;
  await search(filter);
  const stream = await watch(filter);
  expect(await nextCount(stream)).toBe(0);
  const second = Math.floor(Math.random() * 1000) / 1000;
  await store(
    read('FF100FF', second + 1),
    read('FF101FF', second + 2),
    read('EE100EE', second + 3, { gate: 2, speed: 130 }),
    read('', second + 4, { lane: 1 }),
  );
  expect(await nextCount(stream)).toBe(1);
});

it('stays within the gates of the user, and ends with the right', async () => {
  await search({}, 'limitato');
  const stream = await watch({}, 'limitato');
  expect(await nextCount(stream)).toBe(0);
  await store(read('GG001GG', 3, { gate: 2 }), read('GG002GG', 3, { gate: 1 }));
  expect(await nextCount(stream)).toBe(1);
  await plant.pool.query(`update plant_user set ver = ver + 1 where username = 'limitato'`);
  expect(await nextCount(stream)).toBeNull();
});

it('reads of hours ago, as from an import, are not at the top of a list and not announced', async () => {
  await search({});
  const stream = await watch({});
  expect(await nextCount(stream)).toBe(0);
  await store(read('HH001HH', 2 * 3_600), read('HH002HH', 2));
  expect(await nextCount(stream)).toBe(1);
});

it('stops counting at a hundred', async () => {
  await search({ f_targa: 'JJ*' });
  const stream = await watch({ f_targa: 'JJ*' });
  expect(await nextCount(stream)).toBe(0);
  await store(...Array.from({ length: 130 }, (_, at) => read(`JJ${100 + at}JJ`, 3 + at)));
  expect(await nextCount(stream)).toBe(100);
});

it.each([
  ['f_distinct', { f_distinct: true }],
  ['f_count_gt', { f_count_gt: 3 }],
  ['order_by', { order_by: '-count_transits' }],
  ['f_codfisc', { f_codfisc: 'RSSMRA80A01H501U' }],
  ['f_targa', { f_targa: '{{{{' }],
])('refuses a search whose rows depend on others: %s', async (field, filter) => {
  const answer = await plant.callRaw(watchNewTransits, { body: filter }, 'operatore');
  expect(answer).toMatchObject({ status: 400, body: { error: { field } } });
});

it('needs the right to read transits, a reason and one of few places, and is in the log', async () => {
  expect((await watch({}, 'comune')).status).toBe(403);
  await plant.pool.query('update plant_settings set requires_reason = true');
  const silent = await openTestStream(origin, await plant.token('operatore'), {}, {}, watchNewTransits.path);
  expect(silent.status).toBe(428);
  await plant.pool.query('update plant_settings set requires_reason = false');
  plant.audit.records.splice(0);
  const streams = await Promise.all(Array.from({ length: 5 }, () => watch({ f_targa: 'KK1*' })));
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await watch({})).status).toBe(429);
  // One entry covers the same search, watched again by the same session soon after; another search has its own.
  streams[0]?.close();
  await vi.waitFor(async () => expect((await watch({ f_targa: 'KK2*' })).status).toBe(200), 10_000);
  const looks = plant.audit.records.filter(({ outcome }) => outcome === 'ok');
  expect(looks).toMatchObject([
    { action: 'transits.new', detail: { filter: { f_targa: 'KK1*' } } },
    { action: 'transits.new', detail: { filter: { f_targa: 'KK2*' } } },
  ]);
});
