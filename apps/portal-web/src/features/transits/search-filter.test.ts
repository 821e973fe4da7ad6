import { describe, expect, it } from 'vitest';
import { activeGroups } from './filters/filter-groups.ts';
import { toWireFilter } from './filters/filter-wire.ts';
import { DEFAULT_FILTER, periodLimits } from './search-filter.ts';

const NOW = '2026-11-20T13:32:07.000Z';

describe('period and filter as sent (T 5.1, T 9)', () => {
  it.each([
    ['today', '2026-11-19T23:00:00.000Z', '2026-11-20T22:59:59.999Z'],
    ['yesterday', '2026-11-18T23:00:00.000Z', '2026-11-19T22:59:59.999Z'],
    ['week', '2026-11-13T23:00:00.000Z', '2026-11-20T22:59:59.999Z'],
  ] as const)('%s runs from %s to %s', (kind, start, end) => {
    expect(periodLimits({ kind }, NOW)).toEqual({ start, end });
  });

  it('the whole archive sends no dates', () => {
    expect(toWireFilter({ ...DEFAULT_FILTER, plate: 'GK5*', period: { kind: 'all' } }, NOW, 1)).toEqual({
      filtering: true,
      f_targa: 'GK5*',
    });
  });

  it('counts a filled plate and a period, never the plants (readings TA01)', () => {
    expect(activeGroups(DEFAULT_FILTER).length).toBe(1);
    expect(activeGroups({ ...DEFAULT_FILTER, plate: 'A*', peerIds: [1] }).length).toBe(2);
    expect(activeGroups({ ...DEFAULT_FILTER, period: { kind: 'all' } }).length).toBe(0);
  });
});
