import { countTransitsByBody, listTransits, searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { statistics } from '@varco/contract/plant/statistics.ts';
import { MAX_FILTER_GATES } from '@varco/contract/wire.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

/** A plant with more gates than a filter may name; the numbers have five digits, as long as they get. */
const GATES = Array.from({ length: MAX_FILTER_GATES + 200 }, (_, i) => 30_000 + i);
const NAMED = GATES.slice(0, MAX_FILTER_GATES);
const READS: readonly NewRead[] = Array.from({ length: 6_000 }, (_, i) => ({
  gate: GATES[(i * 7) % GATES.length] ?? 0,
  plate: `GT${String(i % 900).padStart(3, '0')}RD`,
  at: toIsoInstant(parseInstantMs(NOW) - (i + 1) * 60_000),
}));
const AT_NAMED = READS.filter(({ gate }) => NAMED.includes(gate)).length;

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
  await plant.pool.query(
    `insert into gate (id, fullname, position) select id, 'Varco ' || id, id from unnest($1::smallint[]) as id`,
    [GATES],
  );
  await insertReads(plant.deps.store, READS);
}, 60_000);
afterAll(() => plant.close());

it(`FLT-08 a search names up to ${MAX_FILTER_GATES} gates, in a body and in a query, and finds what passed them and nothing else`, async () => {
  const filter = { f_varchi: [...NAMED] };
  const found = await plant.call(searchTransits, { body: { ...filter, page_size: 999 } }, 'operatore', REASON);
  const page = TransitPage.parse(found.body);
  expect(page.objects).toHaveLength(999);
  expect(page.objects.every(({ varco_id }) => NAMED.includes(varco_id))).toBe(true);
  const counted = await plant.call(countTransitsByBody, { body: filter }, 'operatore', REASON);
  expect(counted.body).toMatchObject({ count: AT_NAMED });
  const listed = await plant.call(listTransits, { query: { f_varchi: [...NAMED], page_size: 1 } }, 'operatore', REASON);
  expect(TransitPage.parse(listed.body).objects[0]?.id).toBe(page.objects[0]?.id);
  for (const more of [{ f_targa: 'GT1*' }, { f_distinct: true }, { order_by: '-g_transits' }]) {
    const narrowed = await plant.call(searchTransits, { body: { ...filter, ...more } }, 'operatore', REASON);
    expect(narrowed.status).toBe(200);
    const rows = TransitPage.parse(narrowed.body).objects;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ varco_id }) => NAMED.includes(varco_id))).toBe(true);
  }
});

it('a report counts the passages of as many gates, and more are refused', async () => {
  const period = { dal: toIsoInstant(parseInstantMs(NOW) - 10 * 86_400_000), al: NOW };
  const counted = await plant.call(statistics, { body: { ...period, varchi: [...NAMED] } }, 'operatore', REASON);
  expect(counted.body).toMatchObject({ totale: { transiti: AT_NAMED } });
  expect((await plant.callRaw(searchTransits, { body: { f_varchi: GATES } }, 'operatore')).status).toBe(400);
  expect((await plant.callRaw(statistics, { body: { ...period, varchi: GATES } }, 'operatore')).status).toBe(400);
});
