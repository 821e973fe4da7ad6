import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Sha256 } from '../audit/audit-bytes.ts';
import { describe, expect, test } from 'vitest';
import { romeDayStart } from '../time/rome.ts';
import { listFlagged, scoreMonth } from './review-case.ts';
import { type LoggedCall, type ReviewEntry, toReviewEntry } from './review-entry.ts';
import { summarisePerson } from './review-month.ts';
import { isEmptyReason } from './review-reasons.ts';
import { computePoints, FLAG_POINTS, REVIEW_RULE_NAMES, REVIEW_RULES, sumPoints } from './review-rules.ts';
import { countSample, drawSample } from './review-sample.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONTH_FROM = romeDayStart('2026-10-01');
const CONTEXT = {
  ...{ monthFromMs: MONTH_FROM, monthToMs: romeDayStart('2026-11-01'), longestPeriodMs: 90 * DAY_MS },
  isHousehold: (plate: string) => plate === 'CA500SA',
  isKnownCase: (caseNo: string) => caseNo.endsWith('/2026'),
};

let seq = 0;
/** A consultation at an hour of a day of October 2026; days before 1 are earlier. */
const entry = (day: number, hour: number, more: Partial<ReviewEntry> = {}): ReviewEntry => ({
  ...{ epoch: 1, seq: (seq += 1), atMs: MONTH_FROM + (day - 1) * DAY_MS + hour * HOUR_MS, kind: 'search' },
  ...{ plates: [], caseNo: null, reasonText: `furto in via Mazzini ${seq}`, ip: '10.0.0.1', periodMs: DAY_MS },
  ...more,
});
const span = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
const inOrder = (entries: readonly ReviewEntry[]): readonly ReviewEntry[] =>
  entries.toSorted((a, b) => a.atMs - b.atMs);

/** Ten colleagues with ordinary work: two plates on every day. */
const PEERS = span(1, 10).map((peer) =>
  summarisePerson(
    { person: `collega-${peer}`, job: 'fdo' },
    inOrder(span(-80, 31).flatMap((day) => [9, 15].map((hour) => entry(day, hour, { plates: [`PE${1_000 + seq}`] })))),
    CONTEXT,
  ),
);
/** Findings of one person by rule, among the colleagues. */
function findRules(
  entries: readonly ReviewEntry[],
  others = 0,
): ReadonlyMap<string, { n: number; points: number; total: number }> {
  const person = summarisePerson({ person: 'persona', job: 'fdo' }, inOrder(entries), CONTEXT);
  const scored = scoreMonth([...PEERS, person], () => others).find((one) => one.person === 'persona');
  return new Map(
    scored?.findings.map(({ rule, numbers, points, total }) => [rule, { n: numbers['n'] ?? 0, points, total }]),
  );
}
/** Honest work on which the signs of a test stand out. */
const work = (): readonly ReviewEntry[] =>
  span(-80, 31)
    .filter((day) => (day + 85) % 7 !== 0 && (day + 86) % 7 !== 0)
    .flatMap((day) => [9, 11, 15].map((hour) => entry(day, hour, { plates: [`LA${1_000 + seq}`] })));
const looks = (days: readonly number[], more: Partial<ReviewEntry> = {}) =>
  days.map((day) => entry(day, 12, { plates: ['VT482MA'], ...more }));

test('ordinary work has no points', () => {
  expect([...findRules(work())]).toEqual([]);
});

describe('one plate again and again', () => {
  const days = [-40, -30, -20, -10, 2, 9, 16, 23];
  test('counts days, and names every look', () => {
    expect(findRules([...work(), ...looks(days), ...looks(days)]).get('same_plate')).toEqual({
      n: 8,
      points: 32,
      total: 16,
    });
  });
  test.each<readonly [string, readonly ReviewEntry[], number]>([
    ['an entry in a list follows', [entry(24, 12, { kind: 'step', plates: ['VT482MA'] })], 0],
    ['an export follows', [entry(24, 12, { kind: 'export', plates: ['VT482MA'] })], 0],
  ])('does not count when %s', (_name, more, others) => {
    expect(findRules([...work(), ...looks(days), ...more], others).has('same_plate')).toBe(false);
  });
  test('does not count when two others look at it too, or when it is one of several of a case', () => {
    expect(findRules([...work(), ...looks(days)], 2).has('same_plate')).toBe(false);
    const inCase = { caseNo: '12/2026' };
    expect(
      findRules([...work(), ...looks(days, inCase), entry(3, 12, { plates: ['AL111TR'], ...inCase })]).has(
        'same_plate',
      ),
    ).toBe(false);
  });
  test('counts half under a case number of its own, and more when nothing else was looked at', () => {
    expect(findRules([...work(), ...looks(days.concat(5, 12), { caseNo: '12/2026' })]).get('same_plate')?.n).toBe(5);
    const alone = days.map((day) => entry(day, 20, { plates: ['VT482MA'] }));
    expect(findRules([...work(), ...alone]).get('same_plate')?.n).toBe(12);
  });
  test('what was looked at before the month only is the matter of the months before', () => {
    expect(findRules([...work(), ...looks([-40, -30, -20, -10, -5, -4, -3])]).has('same_plate')).toBe(false);
  });
  test('further plates count one by one', () => {
    const plates = ['VT111AA', 'VT222AA', 'VT333AA'];
    const more = plates.flatMap((plate) => [3, 10, 17].map((day) => entry(day, 12, { plates: [plate] })));
    expect(findRules([...work(), ...more]).get('few_plates')).toMatchObject({ n: 2, points: 24, total: 6 });
  });
});

describe('hours', () => {
  const nights = [2, 9, 16, 23].map((day) => entry(day, 2, { plates: [`NO${1_000 + day}`] }));
  test('short sessions at hours nobody worked at before', () => {
    expect(findRules([...work(), ...nights]).get('own_hours')).toEqual({ n: 4, points: 24, total: 4 });
  });
  test('not for somebody who always works at night, nor on a new shift', () => {
    const before = span(-80, 0)
      .filter((day) => day % 5 === 0)
      .map((day) => entry(day, 2, { plates: [`NO${1_000 + seq}`] }));
    expect(findRules([...work(), ...before, ...nights]).has('own_hours')).toBe(false);
    const former = work().filter(({ atMs }) => atMs < MONTH_FROM);
    expect(
      findRules([...former, ...span(1, 31).map((day) => entry(day, 2, { plates: [`NO${1_000 + seq}`] }))]).has(
        'own_hours',
      ),
    ).toBe(false);
  });
  test('old and new hours together are the work of two', () => {
    const second = span(1, 31).map((day) => entry(day, 22, { plates: [`NO${1_000 + seq}`], ip: '10.9.9.9' }));
    const found = findRules([...work(), ...second]);
    expect(found.get('own_hours')?.points).toBe(REVIEW_RULES.own_hours.most);
    expect(found.get('two_places')?.n).toBe(23);
    expect(found.get('no_rest')?.points).toBeGreaterThan(0);
  });
});

describe('further signs', () => {
  test.each<readonly [string, readonly ReviewEntry[], number]>([
    ['household', looks([3, 4], { plates: ['CA500SA'] }), 80],
    [
      'unknown_case',
      span(1, 4).map((at) => entry(at, 12, { caseNo: `${at}/X`, plates: ['VT482MA', `AB100${at}`] })),
      30,
    ],
    ['look_back', span(1, 8).map((at) => entry(at, 12, { periodMs: 90 * DAY_MS, plates: [`LB100${at}`] })), 10],
    ['no_transit', span(1, 9).map((at) => entry(at, 12, { kind: 'look-up', plates: [`LU100${at}`] })), 8],
    ['bare_export', span(1, 6).map((at) => entry(at, 12, { kind: 'export' })), 16],
    [
      'beyond_peers',
      span(1, 30).flatMap((at) => span(1, 8).map((n) => entry(at, 12, { plates: [`BP${at}${n}00`] }))),
      23,
    ],
    [
      'copied_reason',
      span(1, 31).flatMap((at) =>
        span(9, 17).map((hour) => entry(at, hour, { reasonText: 'controllo', plates: [`CR${at}0${hour}`] })),
      ),
      12,
    ],
  ])('%s', (rule, more, points) => {
    expect(findRules([...work(), ...more]).get(rule)?.points).toBe(points);
  });
  test('a look-up of a transit seen the day before is not bare, and an export about an alert neither', () => {
    const pairs = span(1, 12).flatMap((at) => [
      entry(at, 11, { kind: 'open', plates: [`LU100${at}`] }),
      entry(at, 12, { kind: 'look-up', plates: [`LU100${at}`] }),
      entry(at, 12, { kind: 'step', plates: [`EX100${at}`] }),
      entry(at, 13, { kind: 'export', plates: [`EX100${at}`] }),
    ]);
    const found = findRules([...work(), ...pairs]);
    expect([found.has('no_transit'), found.has('bare_export')]).toEqual([false, false]);
  });
  test.each([
    ['', true],
    [null, true],
    ['Indagine', true],
    ['controllo di polizia', true],
    ['....', true],
    ['furto in via Mazzini 12', false],
  ])('reason %j is empty: %s', (text, isEmpty) => expect(isEmptyReason(text)).toBe(isEmpty));
});

test('points are those of the table, for any count', () => {
  fc.assert(
    fc.property(fc.constantFrom(...REVIEW_RULE_NAMES), fc.integer({ min: 0, max: 2_000 }), (rule, n) => {
      const { free, each, most } = REVIEW_RULES[rule];
      const byHand = n <= free ? 0 : Math.min(most, Math.floor(((n - free) * each * 10) / 10 + 1e-9));
      expect(computePoints(rule, n)).toBe(byHand);
      expect(computePoints(rule, n + 1)).toBeGreaterThanOrEqual(computePoints(rule, n));
    }),
  );
});

test('for any log the score is the sum of its findings, and nobody below the threshold is flagged', () => {
  const any = fc.record({
    day: fc.integer({ min: -80, max: 40 }),
    hour: fc.integer({ min: 0, max: 23 }),
    kind: fc.constantFrom('search' as const, 'open' as const, 'look-up' as const, 'export' as const, 'step' as const),
    plates: fc.array(fc.constantFrom('VT482MA', 'CA500SA', 'XX100YY', 'ZZ900KK'), { maxLength: 2 }),
    caseNo: fc.constantFrom(null, '1/2026', 'FALSO'),
    ip: fc.constantFrom(null, '10.0.0.1', '10.0.0.2'),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 120 }), (calls) => {
      const own = inOrder(calls.map(({ day, hour, ...more }) => entry(day, hour, more)));
      const scored = scoreMonth([...PEERS, summarisePerson({ person: 'persona', job: 'fdo' }, own, CONTEXT)], () => 0);
      for (const { score, findings } of scored) {
        expect(score).toBe(sumPoints(findings));
        for (const { rule, numbers, points, entries, total } of findings) {
          expect(points).toBe(computePoints(rule, numbers['n'] ?? 0));
          expect(entries.length).toBeLessThanOrEqual(Math.min(50, total));
        }
      }
      expect(listFlagged(scored).every(({ score }) => score >= FLAG_POINTS)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

describe('reading the log', () => {
  const call = (more: Partial<LoggedCall>): LoggedCall => ({
    ...{ epoch: 1, seq: 1, atMs: MONTH_FROM, action: 'transits.search', ip: null, caseNo: null, detail: null },
    ...more,
  });
  test('plates of filters, transits, look-ups and list entries; periods; case numbers in one form', () => {
    const plates = (action: string, detail: unknown) => toReviewEntry(call({ action, detail }))?.plates;
    expect(plates('transits.search', { filter: { f_targa: 'ab 123-cd;EF456GH' } })).toEqual(['AB123CD', 'EF456GH']);
    expect(plates('transits.search', { filter: { f_targa: 'AB12*' } })).toEqual([]);
    expect(plates('transits.read', { id: '5', plate: 'AB123CD' })).toEqual(['AB123CD']);
    expect(plates('lookups.run', { key: 'AB123CD' })).toEqual(['AB123CD']);
    expect(plates('blacklist.insert', { after: { plate: 'AB123CD' } })).toEqual(['AB123CD']);
    expect(plates('transits.search', { filter: { f_targa: 'A111AA,A222AA,A333AA,A444AA,A555AA,A666AA' } })).toEqual([]);
    const window = { from: '2026-10-01T00:00:00.000Z', to: '2026-10-02T00:00:00.000Z' };
    expect(toReviewEntry(call({ caseNo: ' 12 / 2026x', detail: { window } }))).toMatchObject({
      periodMs: DAY_MS,
      caseNo: '12/2026X',
    });
    expect(toReviewEntry(call({ action: 'session.refresh' }))).toBe(null);
  });
  test('any detail is read without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (detail, action) => {
        expect(toReviewEntry(call({ detail, action: 'transits.search' }))?.plates.length).toBeLessThanOrEqual(5);
        toReviewEntry(call({ detail, action }));
      }),
    );
  });
});

describe('the sample', () => {
  const sha256: Sha256 = (...parts) => {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return new Uint8Array(hash.digest());
  };
  const people = span(1, 300).map((at) => `persona-${at}`);
  const draw = (month: string, checkpoint: string, of = people) =>
    drawSample(sha256, { month, checkpoint, people: of });
  test('is the same for the same month and checkpoint, whatever the order, and another for another', () => {
    expect(draw('2026-10', 'a')).toEqual(draw('2026-10', 'a', people.toReversed()));
    expect(draw('2026-10', 'a')).not.toEqual(draw('2026-10', 'b'));
    expect(draw('2026-10', 'a')).not.toEqual(draw('2026-11', 'a'));
  });
  test('draws one in twenty and at least three', () => {
    expect([0, 2, 3, 60, 61, 300].map(countSample)).toEqual([0, 2, 3, 3, 4, 15]);
    expect(new Set(draw('2026-10', 'a')).size).toBe(15);
  });
});
