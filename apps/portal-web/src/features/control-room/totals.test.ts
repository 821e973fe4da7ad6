import { describe, expect, it } from 'vitest';
import { buildControlRoomCounts } from '../../../test/control-room-responses.ts';
import { formatAge } from './format-age.ts';
import { computeTotal, findEmptyReason, isCurrent, SILENCE_LIMIT_MS, sumCameras, sumHours } from './totals.ts';
import { buildTransitListFilter } from './transit-list-filter.ts';

const one = buildControlRoomCounts();
const hidden = { ...one.oggi, controllate: null, non_assicurate: null, non_revisionate: null, rubate: null };
const redacted = buildControlRoomCounts({ oggi: { ...hidden, blacklist: null }, confronto: null, oscurato: true });

describe('totals over plants', () => {
  it('add what each plant shows, and say how many plants that are', () => {
    expect(computeTotal([one, one, redacted], 'transits')).toMatchObject({ value: 3702, plants: 3 });
    expect(computeTotal([one, one, redacted], 'stolen')).toMatchObject({ value: 4, plants: 2 });
    expect(computeTotal([redacted], 'stolen')).toEqual({ value: null, plants: 0, yesterday: null, usual: null });
    expect(computeTotal([], 'transits').value).toBeNull();
    expect(sumCameras([one, one])).toEqual({ active: 48, off: 2 });
  });

  it('compare whole hours of the plants that have both days, not today so far', () => {
    expect(computeTotal([one, redacted], 'transits')).toMatchObject({
      yesterday: { by: 100, share: 0.1, plants: 1 },
      usual: { by: -1100, share: -0.5, plants: 1 },
    });
    const none = buildControlRoomCounts({
      confronto: { ...buildControlRoomCounts().confronto, ieri: { ...one.oggi, rubate: 0 } } as typeof one.confronto,
    });
    expect(computeTotal([none], 'stolen').yesterday).toEqual({ by: 2, share: null, plants: 1 });
    expect(computeTotal([{ ...one, confronto: null }], 'stolen').yesterday).toBeNull();
  });

  it('hours line up by instant; an hour that no plant shows is unknown, and a gap is of its plant', () => {
    const late = { ...one, ore: one.ore.slice(0, 24).map((hour) => ({ ...hour, n: null })), fermi: [] };
    const hours = sumHours([
      [1, one],
      [2, late],
    ]);
    expect(hours).toHaveLength(25);
    expect(hours[24]).toMatchObject({ value: 240, before: 216 });
    expect(hours[3]).toMatchObject({ value: 30, before: 54 });
    expect(hours.filter(({ gapPeers }) => gapPeers.length > 0)).toMatchObject([
      { at: '2026-11-20T08:00:00.000Z', gapPeers: [1] },
    ]);
    expect(sumHours([[2, late]])[3]?.value).toBeNull();
  });

  it('a plant counts for two pings after it was heard, and never without the right', () => {
    const watch = { state: 'lost', counts: one, heardMs: 1_000 } as const;
    expect(isCurrent(watch, 1_000 + SILENCE_LIMIT_MS)).toBe(true);
    expect(isCurrent(watch, 1_001 + SILENCE_LIMIT_MS)).toBe(false);
    expect(isCurrent({ ...watch, state: 'refused' }, 1_000)).toBe(false);
    expect(isCurrent({ state: 'live', counts: null, heardMs: 1_000 }, 1_000)).toBe(false);
  });
});

it('a chart without anything says why: no plant answered yet or at all, nothing may be seen, nothing passed', () => {
  const hour = (value: number | null, before: number | null) => [{ at: one.ora, value, before, gapPeers: [] }];
  expect([findEmptyReason([], true), findEmptyReason([], false)]).toEqual(['waiting', 'noAnswer']);
  expect(findEmptyReason(hour(null, null), false)).toBe('hidden');
  expect([findEmptyReason(hour(0, null), false), findEmptyReason(hour(0, 0), true)]).toEqual(['none', 'none']);
  expect([findEmptyReason(hour(0, 3), false), findEmptyReason(hour(3, null), false)]).toEqual([null, null]);
});

it('a tile opens the transits of today on the plants that are in it', () => {
  const all = [[4, one] as const, [7, { ...one, dal: '2026-11-20T13:00:00.000Z' }] as const];
  expect(buildTransitListFilter('uninsured', all)).toEqual({
    infringements: ['NA'],
    peerIds: [4, 7],
    period: { kind: 'range', start: '2026-11-19T23:00:00.000Z', end: '2026-11-20T22:59:59.999Z' },
  });
  expect(buildTransitListFilter('checked', all)).toBeNull();
  expect(buildTransitListFilter('transits', [])).toBeNull();
});

it('the newest read is as old as the clock of its plant says; of a plant that is silent only its time is given', () => {
  const t = (key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`;
  const age = (nowMs: number | null, newest: string | null = one.ultima_lettura) =>
    formatAge({ ora: one.ora, ultima_lettura: newest }, 5_000, nowMs, t as never);
  expect(age(5_000)).toBe('controlRoom:age.seconds {"count":20}');
  expect(age(65_000)).toBe('controlRoom:age.minutes {"count":1}');
  expect(age(5_000, '2026-11-20T13:30:59.000Z')).toContain('age.now');
  expect(age(5_000, '2026-11-19T13:30:59.000Z')).toContain('age.at');
  expect(age(null)).toContain('age.at');
  expect(age(5_000, null)).toContain('age.none');
});
