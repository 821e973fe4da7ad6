import { describe, expect, it } from 'vitest';
import { DEFAULT_FILTER, type SearchFilter } from '../search/search-filter.ts';
import { extractChangedFields, parseStoredFilter } from './stored-filter.ts';

describe('the filter a tab keeps', () => {
  it('TAB-06 comes back as it was searched', () => {
    const filter: SearchFilter = {
      ...DEFAULT_FILTER,
      plate: 'GK5*',
      period: { kind: 'range', start: '2026-11-01T00:00:00.000Z', end: '2026-11-02T00:00:59.999Z' },
      gates: [{ peerId: 3, gateId: 7 }],
      vehicleTypes: ['car'],
      direction: 2,
      variations: 1,
      recurrence: { operator: 'lt', count: 4 },
    };
    const record = extractChangedFields(filter);
    expect(Object.keys(record).toSorted()).toEqual(
      ['direction', 'gates', 'period', 'plate', 'recurrence', 'variations', 'vehicleTypes'].toSorted(),
    );
    expect(parseStoredFilter(JSON.parse(JSON.stringify(record)))).toEqual(filter);
    expect(parseStoredFilter(undefined)).toEqual(DEFAULT_FILTER);
  });

  it('what it does not understand is as usual', () => {
    expect(
      parseStoredFilter({
        plate: 7,
        period: { kind: 'range', start: 'ieri' },
        lane: 99,
        extra: 1,
        __proto__: { plate: 'X' },
      }),
    ).toEqual(DEFAULT_FILTER);
  });
});
