import type { Position } from '@varco/domain/maps/geo.ts';
import { describe, expect, it, test } from 'vitest';
import { toGateTracks } from './search-journeys.ts';
import { formatCsv } from '../../lib/csv.ts';
import { formatClockDuration } from '../../lib/analyses/journeys.ts';
import { applyDraftChange, findDraftOverlaps, toRelatedQuery, createRelatedDraft } from './event-draft.ts';
import { findSuspectDays } from './find-impossible.ts';
import { toggleGate } from './GatePicker.tsx';

const gateRef = (peerId: number, gateId: number) => ({ peerId, gateId });
const MINUTE_MS = 60_000;

describe('REL-01 the question as it is written', () => {
  it('has 2 to 8 events, each with a place and a time of at most 72 hours', () => {
    let draft = createRelatedDraft();
    expect(toRelatedQuery(draft)).toBeNull();
    for (const { id } of draft.events)
      draft = applyDraftChange(draft, { kind: 'change', id, part: { gates: [gateRef(1, 2)] } });
    expect(toRelatedQuery(draft)).toMatchObject({ minEvents: 2, events: [{ gates: [gateRef(1, 2)] }, {}] });
    expect(applyDraftChange(draft, { kind: 'remove', id: 1 })).toBe(draft);
    for (let i = 0; i < 9; i++) draft = applyDraftChange(draft, { kind: 'add' });
    expect(draft.events).toHaveLength(8);
    expect(draft.activeId).toBe(8);
    draft = applyDraftChange(draft, { kind: 'atLeast', count: 99 });
    expect(draft.minEvents).toBe(8);
    draft = applyDraftChange(draft, { kind: 'remove', id: 8 });
    expect([draft.minEvents, draft.activeId, draft.events.length]).toEqual([7, 1, 7]);
  });

  test.each([
    ['no start', { start: '' }],
    ['the wrong way round', { start: '2026-11-20T12:00:00.000Z', end: '2026-11-20T11:00:00.000Z' }],
    ['four days', { start: '2026-11-16T12:00:00.000Z', end: '2026-11-20T12:00:00.000Z' }],
    ['no place', { gates: [] }],
  ])('%s is not asked', (_, part) => {
    let draft = createRelatedDraft();
    for (const { id } of draft.events)
      draft = applyDraftChange(draft, { kind: 'change', id, part: { gates: [gateRef(1, 2)] } });
    expect(toRelatedQuery(applyDraftChange(draft, { kind: 'change', id: 2, part }))).toBeNull();
  });

  it('says which events lie over each other, a zone by its gates; what cannot be read lies over nothing', () => {
    const zones = [{ peerId: 1, zone: { id: 5, nome: 'Z', varchi: [2], vertici: [], colore: 1 } as never }];
    let draft = applyDraftChange(createRelatedDraft(), { kind: 'change', id: 1, part: { gates: [gateRef(1, 2)] } });
    draft = applyDraftChange(draft, { kind: 'change', id: 2, part: { zone: { peerId: 1, zoneId: 5 } } });
    expect(findDraftOverlaps(draft.events, zones)).toEqual([[0, 1]]);
    const other = applyDraftChange(draft, { kind: 'change', id: 2, part: { zone: { peerId: 2, zoneId: 5 } } });
    expect(findDraftOverlaps(other.events, zones)).toEqual([]);
    const broken = applyDraftChange(draft, { kind: 'change', id: 2, part: { start: '' } });
    expect(findDraftOverlaps(broken.events, zones)).toEqual([]);
  });
});

describe('G2G-01 choosing gates', () => {
  it('an order may come back to a gate, but not at once; a set has each once', () => {
    const ordered = { isOrdered: true, most: 3 };
    const two = toggleGate(toggleGate([], gateRef(1, 1), ordered), gateRef(1, 2), ordered);
    expect(toggleGate(two, gateRef(1, 1), ordered)).toHaveLength(3);
    expect(toggleGate(two, gateRef(1, 2), ordered)).toEqual([gateRef(1, 1)]);
    expect(toggleGate([...two, gateRef(1, 3)], gateRef(1, 4), ordered)).toHaveLength(3);
    expect(toggleGate(two, gateRef(1, 1), { isOrdered: false, most: 3 })).toEqual([gateRef(1, 2)]);
  });

  it('passages of several plants become one track by the corrected clocks', () => {
    const tracks = new Map([
      [
        'aa',
        [
          { plantIndex: 0, gateId: 4, timeMs: 10 * MINUTE_MS },
          { plantIndex: 1, gateId: 7, timeMs: 11 * MINUTE_MS },
        ],
      ],
    ]);
    const clock = (plant: number, offsetS: number) => ({
      plant,
      offsetS,
      spreadS: 0,
      legs: 99,
      isReference: plant === 0,
    });
    // The second clock is two minutes ahead: the vehicle passed there first.
    expect(toGateTracks(tracks, [10, 20], ['10:4', '20:7'], [clock(0, 0), clock(1, 120)])).toEqual([
      { plate: 'aa', gates: [1, 0], timesMs: [9 * MINUTE_MS, 10 * MINUTE_MS] },
    ]);
  });
});

describe('impossible journeys', () => {
  const places = new Map<string, Position>([
    ['10:1', [12.2, 44.1]],
    ['20:1', [12.7, 44.1]],
  ]);
  const clock = (plant: number, offsetS: number | null) => ({
    plant,
    offsetS,
    spreadS: 0,
    legs: 99,
    isReference: false,
  });
  const seen = (plant: number, minute: number, gateId = 1) => ({
    plantIndex: plant,
    gateId,
    timeMs: minute * MINUTE_MS,
  });
  const at = (offsetS: number | null, ...track: ReturnType<typeof seen>[]) =>
    findSuspectDays('aa', track, { peerIds: [10, 20], positions: places, clocks: [clock(0, 0), clock(1, offsetS)] });

  it('forty kilometres in two minutes are one read to check, twice a possible clone', () => {
    expect(at(0, seen(0, 0), seen(0, 5), seen(1, 7))).toMatchObject([
      { kind: 'check', discarded: 1, worst: { seconds: 120 } },
    ]);
    expect(at(0, seen(0, 0), seen(1, 2), seen(0, 4), seen(1, 6), seen(0, 8))).toMatchObject([
      { kind: 'clone', discarded: 2, otherPassageKeys: new Set(['20 1 120000', '20 1 360000']) },
    ]);
    expect(at(0, seen(0, 0), seen(1, 40))).toEqual([]);
  });

  it('a clock that is half an hour behind explains it, once it is measured', () => {
    expect(at(null, seen(0, 0), seen(1, 2))).toHaveLength(1);
    expect(at(-30 * 60, seen(0, 0), seen(1, 2))).toEqual([]);
  });

  it('a gate without a position says nothing', () => {
    expect(at(0, seen(0, 0), seen(1, 2, 9))).toEqual([]);
  });
});

describe('what is saved and shown', () => {
  it('a file for a spreadsheet holds no formula, whatever a gate is called', () => {
    expect(formatCsv([['=1+1', '-2', 'a;b', 'say "x"', 3]])).toBe(`\uFEFF'=1+1;'-2;"a;b";"say ""x""";3\r\n`);
  });

  it('durations read as clocks do', () => {
    expect([0, 59.6, 3_599, 3_661].map(formatClockDuration)).toEqual(['0:00', '1:00', '59:59', '1:01:01']);
  });
});
