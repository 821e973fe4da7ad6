import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  countTransitsByBody,
  searchTransits,
  TransitCount,
  TransitPage,
  type TransitFilter,
} from '@varco/contract/plant/transits.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { MAX_NAMED_PLATES } from './search/plate-terms.sql.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { referenceSearch, removeDuplicates } from '../../testing/reference-search.ts';
import type { ReferenceTransit } from '../../testing/reference-transit.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

/** More plates than a search scans one by one, and offsets beyond the limit of the scan plans. */
const READS: readonly NewRead[] = Array.from({ length: 9000 }, (_, i) => ({
  gate: 1 + (i % 4),
  plate: `AB${String((i * 7919) % (MAX_NAMED_PLATES + 600)).padStart(4, '0')}C`,
  at: toIsoInstant(parseInstantMs(NOW) - i * 600_000),
  speed: i % 140,
}));

let plant: TestPlant;
let all: readonly ReferenceTransit[];
beforeAll(async () => {
  plant = await startTestPlant();
  await insertReads(plant.deps.store, [...READS, { gate: 2, plate: 'ZZ999ZZ', at: NOW }]);
  const [wrong] = removeDuplicates([{ gate: 2, plate: 'ZZ999ZZ', at: NOW }]);
  if (wrong === undefined) throw new Error('no read');
  await plant.pool.query(
    `insert into plate_correction values ('ZZ999ZZ', $1, $2, 'AB9999C', '00000000-0000-4000-8000-000000000001', 'dubbio', now())`,
    [NOW, wrong.id],
  );
  all = [...removeDuplicates(READS), { ...wrong, corrected: 'AB9999C' }];
}, 60_000);
afterAll(() => plant.close());

const CASES: readonly (readonly [string, TransitFilter])[] = [
  ['a pattern of more plates than are probed, and a corrected one', { f_targa: 'AB*C' }],
  ['the same as read only', { f_targa: '=AB*C' }],
  ['the same at some gates', { f_targa: 'AB*', f_varchi: [2, 3] }],
  ['the same, oldest first, with a rare filter', { f_targa: '*C', f_speed_min: 139, order_by: '+data' }],
  ['a jump far down', { offs: 5500, page_size: 20 }],
  ['a jump far down a pattern, oldest first', { f_targa: 'AB*', offs: 7000, page_size: 20, order_by: '+data' }],
  ['a jump far down at gates', { f_varchi: [1, 2, 3], offs: 5200, page_size: 7 }],
  ['a jump below the end', { offs: 80_000_000 }],
  ['TBL-05 more rows than are counted plate by plate, by recurrence', { order_by: '-g_transits', offs: 900 }],
  [
    'TBL-05 the same, rarest first',
    { order_by: '+g_transits', f_startTime: toIsoInstant(parseInstantMs(NOW) - 50 * 86_400_000) },
  ],
  ['TBL-05 the same, by all passages', { order_by: '-count_transits', f_targa: 'AB*', page_size: 300 }],
  ['TBL-05 the same, by days', { order_by: '-g_transit_days', offs: 40 }],
  ['a jump far down, oldest first', { offs: 8900, order_by: '+data' }],
  [
    'a jump far down inside a range',
    { offs: 5100, f_startTime: toIsoInstant(parseInstantMs(NOW) - 5200 * 600_000 - 1) },
  ],
  ['a jump far down of distinct plates', { f_distinct: true, offs: 2550, page_size: 40 }],
  ['a jump far down of frequent plates', { f_count_gt: 3, offs: 5020, page_size: 40 }],
];

it.each(CASES)('FLT-29 PLAPI-04 %s', async (_name, filter) => {
  const right = referenceSearch(all, filter, { gates: null, tMax: 0 }).ids;
  const { offs = 0, page_size = 50 } = filter;
  const page = TransitPage.parse((await plant.call(searchTransits, { body: filter }, 'operatore')).body);
  expect(page.objects.map((row) => row.id)).toEqual(right.slice(offs, offs + page_size));
  const counted = await plant.call(countTransitsByBody, { body: filter }, 'operatore');
  expect(TransitCount.parse(counted.body).count).toBe(right.length);
});
