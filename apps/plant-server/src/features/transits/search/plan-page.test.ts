import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { NO_PLATE_INDEX } from '../../../plate-index/plate-index-client.ts';
import type { Search } from './candidate-query.sql.ts';
import { matchEveryPlate } from './indexed-plates.ts';
import { planNamedScan, planPage, planScan, type PagePlan, type PageRequest, type ScanPlan } from './plan-page.ts';

const indexed = matchEveryPlate(NO_PLATE_INDEX);
const corrected = { ...indexed, corrected: { ...indexed.corrected, plates: new Set(['AB123CD']) } };
const condition = sql<boolean>`true`;
const window = { gates: null, fromMs: 0, toMs: 1000 };
const everything: Search = {
  visible: window,
  plates: { kind: 'all', indexed },
  conditions: [],
  excludedIds: [],
  distinct: false,
  recurrence: null,
};
const named = (...plates: string[]): Search['plates'] => ({ kind: 'plates', plates, condition, hasCorrected: false });
const inIndex = (...plates: string[]): Search['plates'] => ({ ...named(...plates), indexed });
const broad: Search['plates'] = { kind: 'broad', condition, indexed };
const unnamed: Search['plates'] = {
  kind: 'unnamed',
  indexed,
  name: () => Promise.resolve({ kind: 'broad', condition }),
};
const often: Search['recurrence'] = { measure: 'transits', atLeast: 3, atMost: Infinity, over: window };
const oftenAtGates: Search['recurrence'] = {
  measure: 'transits',
  atLeast: 3,
  atMost: 9,
  over: { ...window, gates: [1] },
};
const atGates = (count: number): Search['visible'] => ({
  ...window,
  gates: Array.from({ length: count }, (_, i) => i),
});

/** The kinds of a plan and of the plans that follow it; rows that a plan tests are in brackets. */
function outline(plan: ScanPlan | PagePlan): string {
  const inner = 'rows' in plan ? `(${outline(plan.rows)})` : 'scan' in plan ? `(${outline(plan.scan)})` : '';
  return `${plan.kind}${inner}${'otherwise' in plan ? `, ${outline(plan.otherwise)}` : ''}`;
}

describe('planScan', () => {
  it.each<[string, Partial<Search>, string]>([
    ['everything', {}, 'by-time'],
    ['everything, without an index', { plates: { kind: 'all' } }, 'by-time'],
    ['no gate', { visible: atGates(0) }, 'no-rows'],
    ['a few gates', { visible: atGates(40) }, 'by-gate'],
    ['many gates', { visible: atGates(41) }, 'by-time'],
    ['one row per plate', { distinct: true }, 'by-time'],
    ['no plate', { plates: named() }, 'no-rows'],
    ['one plate', { plates: named('A') }, 'plate-history'],
    ['one plate at no gate', { plates: named('A'), visible: atGates(0) }, 'plate-history'],
    ['one plate, newest row', { plates: named('A'), distinct: true }, 'by-plate'],
    ['one plate, if frequent', { plates: named('A'), recurrence: often }, 'by-plate'],
    ['two plates', { plates: named('A', 'B') }, 'by-plate'],
    ['as many plates as rows', { plates: inIndex('A', 'B', 'C') }, 'by-plate'],
    ['more plates than rows', { plates: inIndex('A', 'B', 'C', 'D') }, 'nearest-plates, by-plate'],
    ['more plates than rows, without an index', { plates: named('A', 'B', 'C', 'D') }, 'by-plate'],
    ['frequent ones of these', { plates: inIndex('A', 'B', 'C', 'D'), recurrence: often }, 'nearest-plates, by-plate'],
    [
      'too many corrected plates',
      { plates: { ...broad, indexed: { ...indexed, corrected: { plates: null, condition } } } },
      'by-time',
    ],
    ['a broad pattern', { plates: broad }, 'nearest-plates, by-time'],
    ['a broad pattern at a few gates', { plates: broad, visible: atGates(2) }, 'nearest-plates, by-gate'],
    ['a broad pattern with another filter', { plates: broad, conditions: [condition] }, 'by-time'],
    ['a broad pattern, one row per plate', { plates: broad, distinct: true }, 'by-time'],
    ['a pattern only the index can evaluate', { plates: unnamed }, 'nearest-plates, name-plates'],
    ['the same with another filter', { plates: unnamed, conditions: [condition] }, 'name-plates'],
    ['frequent plates', { recurrence: often }, 'first-rows(by-time), nearest-plates, filtered-rows(by-time), by-time'],
    [
      'frequent plates, without an index',
      { recurrence: often, plates: { kind: 'all' } },
      'first-rows(by-time), by-time',
    ],
    [
      'frequent plates with another filter',
      { recurrence: often, conditions: [condition] },
      'first-rows(by-time), filtered-rows(by-time), by-time',
    ],
    [
      'frequent plates, one row each',
      { recurrence: often, distinct: true },
      'first-rows(by-time), filtered-rows(by-time), by-time',
    ],
    [
      'frequent plates at a few gates',
      { recurrence: often, visible: atGates(2) },
      'first-rows(by-gate), filtered-rows(by-gate), by-gate',
    ],
    [
      'frequent at the gates of the user',
      { recurrence: oftenAtGates, visible: atGates(1) },
      'first-rows(by-gate), by-gate',
    ],
    [
      'frequent plates of a pattern only the index can evaluate',
      { recurrence: often, plates: unnamed },
      'first-rows(nearest-plates, name-plates), nearest-plates, filtered-rows(nearest-plates, name-plates), name-plates',
    ],
  ])('%s', (_name, search, expected) => {
    expect(outline(planScan({ ...everything, ...search }, 3))).toBe(expected);
  });

  it('does not test first rows that are more than the index needs time for', () => {
    expect(outline(planScan({ ...everything, recurrence: often }, 200))).toMatch(/^first-rows/);
    expect(outline(planScan({ ...everything, recurrence: often }, 201))).toMatch(/^nearest-plates/);
  });

  it('hands the index the bounds of the recurrence', () => {
    expect(planScan({ ...everything, plates: inIndex('A', 'B'), recurrence: often }, 1)).toMatchObject({
      kind: 'nearest-plates',
      recurrence: { measure: 'transits', atLeast: 3, atMost: Infinity, fromMs: 0, toMs: 1000 },
    });
  });

  it('plans a search whose plates were named by its plates', () => {
    expect(planNamedScan({ ...everything, plates: named('A', 'B') })).toEqual({ kind: 'by-plate', plates: ['A', 'B'] });
  });
});

describe('planPage', () => {
  const first: PageRequest = {
    search: everything,
    order: { field: 'data', descending: true },
    offset: 0,
    limit: 50,
    beside: null,
    statsOver: window,
    isUnlimited: true,
  };
  const byCount = { field: 'g_transits', descending: true } as const;
  const filtered: Search = { ...everything, conditions: [condition] };
  const after = { side: 'after', id: '7' } as const;
  const before = { side: 'before', id: '7' } as const;

  it.each<[string, Partial<PageRequest>, string]>([
    ['the first page', {}, 'from-start(by-time)'],
    ['an offset that is scanned', { offset: 5000 }, 'from-start(by-time)'],
    ['a jump by time and gates', { offset: 5001 }, 'jump-by-hours'],
    ['a far jump by time and gates', { offset: 5_000_000 }, 'jump-by-hours'],
    ['a jump with another filter', { offset: 5001, search: filtered }, 'jump-by-rows'],
    ['the farthest jump with another filter', { offset: 100_000, search: filtered }, 'jump-by-rows'],
    ['a farther jump with another filter', { offset: 100_001, search: filtered }, 'too-far'],
    ['the same offset after a row', { offset: 100_001, search: filtered, beside: after }, 'after-row(by-time)'],
    ['the page before a row', { beside: before }, 'before-row(by-time)'],
    ['an empty window', { search: { ...everything, visible: { ...window, toMs: 0 } } }, 'empty-window'],
    [
      'too far in an empty window',
      { offset: 100_001, search: { ...filtered, visible: { ...window, toMs: 0 } } },
      'too-far',
    ],
    ['sorted by recurrence', { order: byCount }, 'by-rank, sort-in-database'],
    ['sorted, after a row that cannot be used', { order: byCount, beside: after }, 'by-rank, sort-in-database'],
    [
      'sorted, with another filter',
      { order: byCount, search: filtered },
      'few-candidates(by-time), by-rank, sort-in-database',
    ],
    [
      'sorted frequent plates, with another filter',
      { order: byCount, search: { ...filtered, recurrence: often } },
      'by-rank, sort-in-database',
    ],
    [
      'sorted, counted at the gates of the user',
      { order: byCount, statsOver: { ...window, gates: [1] } },
      'sort-in-database',
    ],
    [
      'sorted, filtered by recurrence at some gates',
      { order: byCount, search: { ...everything, recurrence: oftenAtGates } },
      'sort-in-database',
    ],
    [
      'sorted, with corrected plates',
      { order: byCount, search: { ...everything, plates: { ...broad, indexed: corrected } } },
      'sort-in-database',
    ],
    [
      'sorted, without an index',
      { order: byCount, search: { ...everything, plates: { kind: 'all' } } },
      'sort-in-database',
    ],
    ['the farthest page of a sorted list', { order: byCount, offset: 10_000 }, 'by-rank, sort-in-database'],
    ['a farther page of a sorted list', { order: byCount, offset: 10_001 }, 'too-far'],
  ])('%s', (_name, request, expected) => {
    expect(outline(planPage({ ...first, ...request }))).toBe(expected);
  });

  it.each([
    ['count_transits', true, 'total'],
    ['count_transits', false, 'transits'],
    ['g_transits', true, 'transits'],
    ['g_transit_days', true, 'days'],
  ] as const)('ranks %s by the right measure (unlimited: %s)', (field, isUnlimited, measure) => {
    const plan = planPage({ ...first, order: { field, descending: true }, isUnlimited });
    expect(plan).toMatchObject({ kind: 'by-rank', measure });
  });
});
