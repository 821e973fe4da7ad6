import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { isoMillisAgo } from '../../testing/reference-search.ts';
import { HOUR_MS, startSearchFixture, type SearchFixture } from '../../testing/search-fixture.ts';
import { NOW } from '../../testing/test-plant.ts';

let world: SearchFixture;
beforeAll(async () => {
  world = await startSearchFixture(900, 3);
});
afterAll(() => world.plant.close());

const SIZE = 40;
const FILTERS: readonly (readonly [string, TransitFilter])[] = [
  ['everything', {}],
  ['everything, oldest first', { order_by: '+data' }],
  ['gates', { f_varchi: [1, 4] }],
  ['gates, oldest first', { f_varchi: [1, 4], order_by: '+data' }],
  ['a pattern', { f_targa: 'A*' }],
  ['one plate', { f_targa: 'X1', order_by: '+data' }],
  ['near plates', { f_targa: 'AB123CD', f_allowed_plate_errors: 2 }],
  ['distinct plates', { f_distinct: true, page_size: 5 }],
  ['distinct plates of a pattern, oldest first', { f_distinct: true, f_targa: '*1*', order_by: '+data', page_size: 3 }],
  ['frequent plates', { f_count_gt: 5, f_startTime: isoMillisAgo(200 * HOUR_MS) }],
  ['a filter', { f_colore: ['white'], f_speed_min: 20 }],
];

describe('pages found by the row they follow or precede (PAG-02 PAG-03)', () => {
  it.each(FILTERS)('%s: forward to the end and back to the start, the pages of the offsets', async (_name, filter) => {
    const whole = world.expected(filter).ids;
    const size = filter.page_size ?? SIZE;
    const pages: string[][] = [];
    let after: TransitFilter = {};
    for (let offs = 0, more = true; more; offs += size) {
      const page = await world.page({ ...filter, page_size: size, offs, ...after });
      expect(page.pagination).toMatchObject({ offset: offs, has_previous: offs > 0 });
      pages.push(page.objects.map((row) => row.id));
      more = page.pagination.has_next;
      after = { after_id: page.objects.at(-1)?.id };
    }
    expect(pages.flat()).toEqual(whole);
    for (const [index, right] of pages.slice(0, -1).entries()) {
      const before = { before_id: pages[index + 1]?.[0], offs: index * size };
      const page = await world.page({ ...filter, page_size: size, ...before });
      expect(page.objects.map((row) => row.id)).toEqual(right);
      expect(page.pagination.has_next).toBe(true);
    }
  });

  it('a row that arrived meanwhile neither moves nor repeats a page', async () => {
    const first = await world.page({ page_size: 10 });
    const second = world.expected({}).ids.slice(10, 20);
    await insertReads(world.plant.deps.store, [
      { gate: 1, plate: 'NUOVA1', at: toIsoInstant(parseInstantMs(NOW) + 1000) },
    ]);
    const page = await world.page({ page_size: 10, offs: 10, after_id: first.objects.at(-1)?.id });
    expect(page.objects.map((row) => row.id)).toEqual(second);
  });

  it('in the order of a recurrence the offset alone counts', async () => {
    const filter: TransitFilter = { order_by: '-g_transits', f_targa: '*1*', page_size: 9, offs: 9 };
    const with_ = await world.ids({ ...filter, after_id: '1' });
    expect(with_).toEqual(await world.ids(filter));
  });

  it('a row of nobody, before or after all time, is only a place in time', async () => {
    expect((await world.page({ after_id: '1', offs: 50 })).objects).toEqual([]);
    expect((await world.page({ after_id: '9223372036854775807', page_size: 3 })).objects).toHaveLength(3);
  });
});
