import { createBlacklistEntry } from './blacklist-entry.ts';

/** Blacklist of the test plant: 45 invented entries, ordered by plate. */
const SIZE = 45;
/** Plate of the first entry: inserting it again is refused. */
export const TEST_LISTED_PLATE = 'BL000AA';

export const createTestEntry = (at: number) =>
  createBlacklistEntry({
    id: at + 1,
    uuid: `00000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`,
    targa: `BL${String(at).padStart(3, '0')}AA`,
    nazione: at === 1 ? '' : at === 2 ? 'RO' : 'I',
    marca: 'FIAT',
    modello: 'Panda',
    stato: 'Fuga',
  });

interface PageRequest extends Readonly<Record<string, unknown>> {
  readonly offset?: number;
  readonly limit?: number;
}

/** Response to a blacklist call, by route. */
export function respondToBlacklistCall(route: string, { offset = 0, limit = 100 }: PageRequest): unknown {
  if (route.startsWith('DELETE')) return { deleted: 1 };
  if (route.endsWith('/counts')) return { all: SIZE, active: 40, expiring: 2, expired: 3, disabled: 2, never_hit: 7 };
  if (route.endsWith('/reserved-users')) return { objects: [{ id: 9, username: 'verdi', group: 'Polizia Locale' }] };
  if (route.endsWith('/preview')) return { dal: '2026-11-13T10:00:00.000Z', alerts: 0, gates: [], last: null };
  if (!route.endsWith('/search')) return createTestEntry(0);
  const objects = Array.from({ length: Math.max(0, Math.min(limit, SIZE - offset)) }, (_, at) =>
    createTestEntry(offset + at),
  );
  const hasNext = offset + limit < SIZE;
  return {
    objects,
    pagination: {
      count: SIZE,
      paginate: true,
      page: 1,
      page_size: limit,
      num_pages: 1,
      has_previous: offset > 0,
      has_next: hasNext,
      previous_page: null,
      next_page: null,
      offset,
      limit,
      kind: 'offset',
    },
  };
}
