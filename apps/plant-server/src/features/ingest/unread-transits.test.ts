import { correctPlate } from '@varco/contract/plant/corrections.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { printTransit } from '@varco/contract/plant/reports.ts';
import { TransitDetail, getTransit } from '@varco/contract/plant/transit-detail.ts';
import { countTransitsByBody, searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runRetention } from '../retention/run-retention.ts';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
});
afterAll(() => plant.close());

const at = (secondsAgo: number): string => new Date(Date.parse(NOW) - secondsAgo * 1000).toISOString();
const read = (targa: string, secondsAgo: number, more = {}) => ({ varco_id: 1, targa, data: at(secondsAgo), ...more });
const send = async (reads: readonly unknown[]): Promise<readonly { state: string; id: string }[]> =>
  (
    (await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') })).body as {
      results: { state: string; id: string }[];
    }
  ).results;
const search = (body: Record<string, unknown>) => plant.call(searchTransits, { body }, 'operatore', REASON);
const find = async (body: Record<string, unknown>) => TransitPage.parse((await search(body)).body);
const plates = async (body: Record<string, unknown>) => (await find(body)).objects.map(({ targa }) => targa);
const count = async (body: Record<string, unknown>) =>
  (await plant.call(countTransitsByBody, { body }, 'operatore', REASON)).body;

test('a vehicle whose plate was not read is a transit of its own, left out unless it is searched', async () => {
  await insertBlacklistRow(plant.pool, '**');
  const sent = [
    read('AA001UR', 100),
    read('NO PLATE', 90, { class: 'truck', speed: 71, lane: 1 }),
    read('', 90, { class: 'car', lane: 2 }),
    read('', 90, { class: 'car', lane: 2 }),
    read('AA002UR', 80),
  ];
  expect((await send(sent)).map(({ state }) => state)).toEqual(['stored', 'stored', 'stored', 'duplicate', 'stored']);
  expect((await send(sent)).map(({ state }) => state)).toEqual(sent.map(() => 'duplicate'));
  expect(await plates({})).toEqual(['AA002UR', 'AA001UR']);
  expect(await plates({ f_unread: 'with' })).toEqual(['AA002UR', '', '', 'AA001UR']);
  expect(await plates({ f_unread: 'only' })).toEqual(['', '']);
  expect(await plates({ f_unread: 'only', f_tipo: ['truck'] })).toEqual(['']);
  expect(await plates({ f_unread: 'with', f_varchi: [1], f_speed_min: 60 })).toEqual(['']);
  expect(await count({ f_unread: 'only' })).toMatchObject({ count: 2 });
  expect(await count({ f_unread: 'with' })).toMatchObject({ count: 4 });
  expect(await count({})).toMatchObject({ count: 2 });
  const { rows } = await plant.pool.query('select n from gate_hour union all select n from plate_dict');
  expect(rows).toEqual([{ n: 2 }, { n: 1 }, { n: 1 }]);
  expect((await plant.pool.query('select from alert where plate = $1', [''])).rows).toEqual([]);
});

test('it is paged in order of time with the others, from both ends', async () => {
  const reads = Array.from({ length: 40 }, (_, i) => read(i % 3 === 0 ? '' : `PG${100 + i}UR`, 1000 + i, { lane: 3 }));
  await send(reads);
  const filter = { f_unread: 'with', f_endTime: at(999), page_size: 7 };
  const seen: string[] = [];
  let page = await find(filter);
  while (true) {
    seen.push(...page.objects.map(({ id }) => id));
    const last = page.objects.at(-1);
    if (page.objects.length < 7 || last === undefined) break;
    page = await find({ ...filter, after_id: last.id });
  }
  expect(seen).toHaveLength(40);
  expect(seen).toEqual(seen.toSorted((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1)));
  const second = await find({ ...filter, before_id: seen[14] });
  expect(second.objects.map(({ id }) => id)).toEqual(seen.slice(7, 14));
  expect((await find({ ...filter, offs: 14 })).objects.map(({ id }) => id)).toEqual(seen.slice(14, 21));
});

test('what is about plates does not find it, and asking for nothing else is an error', async () => {
  for (const filter of [{ f_targa: 'A*' }, { f_distinct: true }, { f_count_gt: 1 }, { no_unknown: true }]) {
    const refused = await search({ ...filter, f_unread: 'only' });
    expect([refused.status, refused.body]).toMatchObject([400, { error: { field: 'f_unread' } }]);
    expect(await plates({ ...filter, f_unread: 'with' })).not.toContain('');
  }
  // They have no recurrence by which they could be ordered.
  const newest = await plates({ f_unread: 'only' });
  expect(await plates({ f_unread: 'only', order_by: '-count_transits' })).toEqual(newest);
  expect(await plates({ f_unread: 'with', order_by: '-count_transits' })).not.toContain('');
});

test('it opens, and the plate that a person states finds it until it is taken back', async () => {
  const [stored] = await send([read('non letta', 70, { lane: 1 })]);
  const params = { id: stored?.id ?? '' };
  const open = async () => TransitDetail.parse((await plant.call(getTransit, { params }, 'operatore', REASON)).body);
  expect(await open()).toMatchObject({ targa: '', targa_corretta: null, altri: [], days: [], lane: 1 });
  const correct = (targa: string) =>
    plant.call(correctPlate, { params, body: { targa, reason: 'letta dalla foto' } }, 'operatore', REASON);
  expect((await correct('UR777AA')).status).toBe(200);
  for (const f_targa of ['UR777AA', 'UR7*', '*777*']) expect(await plates({ f_targa })).toEqual(['']);
  expect(await count({ f_targa: 'UR777AA' })).toMatchObject({ count: 1 });
  expect(await open()).toMatchObject({ correzione: { targa: 'UR777AA', motivo: 'letta dalla foto' } });
  expect((await correct('')).status).toBe(200);
  expect(await plates({ f_targa: 'UR777AA' })).toEqual([]);
  const [read1] = (await find({ f_targa: 'AA001UR' })).objects;
  const emptied = { params: { id: read1?.id ?? '' }, body: { targa: '', reason: 'nessuna targa' } };
  expect((await plant.call(correctPlate, emptied, 'operatore', REASON)).status).toBe(400);
});

test('it is printed without a plate in its title', async () => {
  const [first] = (await find({ f_unread: 'only' })).objects;
  const printed = await plant.call(printTransit, { params: { id: first?.id ?? '' } }, 'operatore', REASON);
  expect(printed.status).toBe(200);
});

test('it goes when its term ends, but not while it is on hold', async () => {
  const hold = (until: string) =>
    plant.pool.query(
      `insert into legal_hold (id, plates, from_ts, to_ts, reason, act, author, made_at)
       values (gen_random_uuid(), '{}', '-infinity', $1, 'indagine', 'atto', gen_random_uuid(), now())`,
      [until],
    );
  const left = async () =>
    (await plant.pool.query<{ n: number }>('select count(*)::int as n from unread_transit')).rows[0]?.n;
  const before = (await left()) ?? 0;
  await hold(at(85));
  plant.clock.now = new Date(Date.parse(NOW) + 400 * 86_400_000).toISOString();
  const done = await runRetention(
    { ...plant.deps, now: () => new Date(plant.clock.now) },
    new AbortController().signal,
  );
  plant.clock.now = NOW;
  expect(done?.unread_transits).toBe(1);
  expect(await left()).toBe(before - 1);
});
