import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { matchPlateQuery } from '@varco/domain/plates/plate-query.ts';
import { arbitraryFilter } from '../../testing/random-filters.ts';
import { SCOPES, startSearchFixture, type SearchFixture } from '../../testing/search-fixture.ts';
import { parseFilterPlateQuery } from './plate-filters.ts';

/** Set to 10000 before a release; each case makes three calls. */
const CASES = Number(process.env['VARCO_PROPERTY_CASES'] ?? 400);

let world: SearchFixture;
beforeAll(async () => {
  world = await startSearchFixture(1200, 7);
});
afterAll(() => world.plant.close());

async function checkPage(filter: TransitFilter, user: string): Promise<void> {
  const right = world.expected(filter, user);
  const found = await world.page(filter, user);
  const [from, size] = [filter.offs ?? 0, filter.page_size ?? 50];
  expect(found.objects.map((row) => row.id)).toEqual(right.ids.slice(from, from + size));
  expect(found.pagination).toMatchObject({
    offset: from,
    page_size: size,
    has_previous: from > 0,
    has_next: right.ids.length > from + size,
  });
  const question = parseFilterPlateQuery(filter);
  for (const row of found.objects) {
    const { total, inWindow, days } = right.stats(row.targa);
    expect([row.count_transits, row.g_transits, row.g_transit_days]).toEqual([total, inWindow, days]);
    if (question.terms.length === 0) expect(row.match).toBeNull();
    else if (row.match?.corrected === false) expect(row.match.kind).toBe(matchPlateQuery(row.targa, question)?.kind);
  }
}

it(
  `PLAPI-14 PLAPI-15 PLAPI-16 PLAPI-17 ${CASES} random combinations agree with the slow search`,
  async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryFilter(world), fc.constantFrom(...Object.keys(SCOPES)), async (filter, user) => {
        await checkPage(filter, user);
        expect(await world.count(filter, user)).toBe(world.expected(filter, user).ids.length);
      }),
      { numRuns: CASES },
    );
  },
  Math.max(180_000, CASES * 100),
);
