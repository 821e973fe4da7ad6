import type { TransitHistogram } from '@varco/contract/plant/transit-histogram.ts';
import { type BucketWidth, getBucketStart, listBuckets } from '@varco/domain/transits/time-buckets.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Period } from '../search/search-filter.ts';
import { applyRangeKey, findBarAt, moveRange, widenRange } from './bar-range.ts';
import { findBars, toPeriod } from './chosen-period.ts';
import { type HistogramAnswers, HistogramSession } from './histogram-session.ts';
import { buildTicks, describeBars, drawBars } from './histogram-text.ts';
import { mergeHistograms } from './merge-histograms.ts';

const HOUR_MS = 3_600_000;
const FROM_MS = Date.parse('2026-11-15T23:00:00.000Z');
const NOW = '2026-11-20T13:30:00.000Z';

const build = (fromMs: number, toMs: number, width: BucketWidth, count: (at: number) => number | null) => {
  const { starts, endMs } = listBuckets(fromMs, toMs, width);
  const secchi = starts.map((start, at) => ({ inizio: new Date(start).toISOString(), transiti: count(at) }));
  const fine = starts.length === 0 ? null : new Date(endMs).toISOString();
  return { larghezza: width, secchi, fine, limitations: [], took_ms: 1 } satisfies TransitHistogram;
};
const counts = (merged: ReturnType<typeof mergeHistograms>) => merged.bars.map(({ count }) => count);

describe('the sum over plants', () => {
  test('adds bars of the same width and spans all periods, without a gap', () => {
    const merged = mergeHistograms([
      build(FROM_MS, FROM_MS + 3 * HOUR_MS, 'hour', () => 2),
      build(FROM_MS + 2 * HOUR_MS, FROM_MS + 5 * HOUR_MS, 'hour', (at) => at),
    ]);
    expect(counts(merged)).toEqual([2, 2, 2, 1, 2]);
    expect(merged).toMatchObject({ width: 'hour', highest: 2 });
  });
  test('uses the widest width, and marks the bars that a plant did not count', () => {
    const merged = mergeHistograms([
      build(FROM_MS, FROM_MS + 48 * HOUR_MS, 'hour', (at) => (at === 30 ? null : 1)),
      build(FROM_MS, FROM_MS + 48 * HOUR_MS, 'day', () => 5),
    ]);
    expect(counts(merged)).toEqual([29, 28]);
    expect(merged.bars.map(({ isLowerBound }) => isLowerBound)).toEqual([false, true]);
  });
  test('of no plant, and of plants without transits, has no bars', () => {
    expect(mergeHistograms([]).bars).toEqual([]);
    expect(mergeHistograms([build(FROM_MS, FROM_MS, 'day', () => 0)]).bars).toEqual([]);
  });
  test('loses no transit, whatever the widths and periods', () => {
    const widths = fc.constantFrom<BucketWidth>('quarter_hour', 'hour', 'six_hours', 'day', 'week');
    const one = fc
      .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 400 }), widths)
      .map(([from, hours, width]) =>
        build(FROM_MS + from * HOUR_MS, FROM_MS + (from + hours) * HOUR_MS, width, (at) => at % 7),
      );
    fc.assert(
      fc.property(fc.array(one, { maxLength: 4 }), (answers) => {
        const { bars, width } = mergeHistograms(answers);
        const sent = answers.flatMap(({ secchi }) => secchi).reduce((sum, { transiti }) => sum + (transiti ?? 0), 0);
        expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(sent);
        for (const [at, bar] of bars.entries()) {
          expect(getBucketStart(bar.fromMs, width)).toBe(bar.fromMs);
          if (at > 0) expect(bars[at - 1]?.toMs).toBe(bar.fromMs);
        }
      }),
    );
  });
});

describe('a range of bars', () => {
  test('moves with its length and stops at the ends', () => {
    expect(moveRange({ first: 3, last: 5 }, -10, 20)).toEqual({ first: 0, last: 2 });
    expect(moveRange({ first: 3, last: 5 }, 100, 20)).toEqual({ first: 17, last: 19 });
    expect(widenRange({ first: 3, last: 5 }, -1, 20)).toEqual({ first: 2, last: 5 });
    expect(widenRange({ first: 3, last: 19 }, 1, 20)).toEqual({ first: 3, last: 19 });
    expect([findBarAt(-1, 10), findBarAt(0.55, 10), findBarAt(1, 10)]).toEqual([0, 5, 9]);
  });
  test.each([
    ['ArrowLeft', false, { first: 2, last: 4 }],
    ['ArrowRight', true, { first: 3, last: 6 }],
    ['ArrowLeft', true, { first: 2, last: 5 }],
    ['PageDown', false, { first: 0, last: 2 }],
    ['Home', false, { first: 0, last: 2 }],
    ['End', true, { first: 3, last: 19 }],
    ['a', false, null],
  ] as const)('%s (with Shift: %s) makes %j', (key, shiftKey, expected) => {
    expect(applyRangeKey({ first: 3, last: 5 }, { key, shiftKey }, 20)).toEqual(expected);
  });
  test('begins with the newest bar, and there is none where nothing was counted', () => {
    expect(applyRangeKey(null, { key: 'ArrowLeft', shiftKey: false }, 20)).toEqual({ first: 19, last: 19 });
    expect(applyRangeKey(null, { key: 'ArrowLeft', shiftKey: false }, 0)).toBeNull();
  });
});

describe('the chosen period', () => {
  const { bars } = mergeHistograms([build(FROM_MS, FROM_MS + 6 * 24 * HOUR_MS, 'day', () => 1)]);
  test('covers its bars to the last millisecond, and finds them again', () => {
    const period = toPeriod(bars, { first: 1, last: 2 }, NOW);
    expect(period).toEqual({ kind: 'range', start: '2026-11-16T23:00:00.000Z', end: '2026-11-18T22:59:59.999Z' });
    expect(period === null ? null : findBars(bars, period)).toEqual({ first: 1, last: 2 });
  });
  test('ends at the latest with today, as every search', () => {
    expect(toPeriod(bars, { first: 0, last: 5 }, NOW)).toMatchObject({ end: '2026-11-20T22:59:59.999Z' });
    expect(toPeriod(bars, { first: 0, last: 9 }, NOW)).toBeNull();
  });
  test('a period outside, or a quick date, has no bars', () => {
    expect(findBars(bars, { kind: 'week' })).toBeNull();
    expect(
      findBars(bars, { kind: 'range', start: '2026-01-01T00:00:00.000Z', end: '2026-01-02T00:00:00.000Z' }),
    ).toBeNull();
  });
});

describe('texts', () => {
  const { t } = createI18n('it');
  test('name the period of bars in Italian dates, and how exact the number is', () => {
    const hours = mergeHistograms([build(FROM_MS, FROM_MS + 30 * HOUR_MS, 'hour', (at) => (at < 2 ? null : 1200))]);
    expect(describeBars(t, hours, { first: 9, last: 9 })).toBe('16/11/2026 09:00 – 10:00: 1.200 transiti');
    expect(describeBars(t, hours, { first: 23, last: 24 })).toBe('16/11/2026 23:00 – 17/11/2026 01:00: 2.400 transiti');
    expect(describeBars(t, hours, { first: 0, last: 1 })).toBe(
      '16/11/2026 00:00 – 02:00: non contati: richiede troppo tempo',
    );
    expect(describeBars(t, hours, { first: 1, last: 2 })).toContain('almeno 1.200 transiti');
    const days = mergeHistograms([build(FROM_MS, FROM_MS + 96 * HOUR_MS, 'day', (at) => at)]);
    expect(describeBars(t, days, { first: 0, last: 0 })).toBe('16/11/2026: nessun transito');
    expect(describeBars(t, days, { first: 1, last: 1 })).toBe('17/11/2026: 1 transito');
    expect(describeBars(t, days, { first: 1, last: 3 })).toBe('17/11/2026 – 19/11/2026: 6 transiti');
    expect(describeBars(t, days, { first: 1, last: 9 })).toBe('');
  });
  test('labels stand at starts of bars', () => {
    const days = mergeHistograms([build(FROM_MS, FROM_MS + 96 * HOUR_MS, 'day', () => 1)]);
    expect(buildTicks(days)).toEqual([
      { text: '16/11', share: 0 },
      { text: '17/11', share: 0.25 },
      { text: '18/11', share: 0.5 },
      { text: '19/11', share: 0.75 },
    ]);
    const day = mergeHistograms([build(FROM_MS, FROM_MS + 24 * HOUR_MS, 'quarter_hour', () => 1)]);
    expect(buildTicks(day).map(({ text }) => text)).toEqual(['00:00', '04:00', '08:00', '12:00', '16:00', '20:00']);
    expect(buildTicks(mergeHistograms([]))).toEqual([]);
  });
  test('a bar with transits is never invisible, one without is not drawn', () => {
    const merged = mergeHistograms([build(FROM_MS, FROM_MS + 3 * HOUR_MS, 'hour', (at) => [0, 1, 1_000_000][at] ?? 0)]);
    expect(drawBars(merged, 32).counted).toBe('M1 32V30h0.8V32zM2 32V0h0.8V32z');
  });
});

describe('the histogram of a list', () => {
  const WEEK: Period = { kind: 'week' };
  const PART: Period = { kind: 'range', start: '2026-11-16T23:00:00.000Z', end: '2026-11-18T22:59:59.999Z' };
  const answer = build(FROM_MS, FROM_MS + HOUR_MS, 'hour', () => 1);
  const requests = [
    { peerId: 1, body: {} },
    { peerId: 2, body: {} },
  ];
  function start() {
    const asked: { peerId: number; signal: AbortSignal; respond: (found: TransitHistogram | null) => void }[] = [];
    const session = new HistogramSession((peerId, _body, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<TransitHistogram>();
      asked.push({ peerId, signal, respond: (found) => (found === null ? reject(new Error('no')) : resolve(found)) });
      return promise;
    });
    const changes: HistogramAnswers[] = [];
    session.subscribe(() => changes.push(session.getState().answers));
    const settle = async (): Promise<void> => {
      for (const one of asked) one.respond(answer);
      await Promise.resolve().then(() => Promise.resolve());
    };
    return {
      asked,
      session,
      settle,
      show: (about: string, period: Period, resultId: number) => session.show({ about, period, resultId }, requests),
    };
  }

  test('asks each plant once, and again when the search is repeated', async () => {
    const { asked, session, settle, show } = start();
    session.show({ about: 'a', period: WEEK, resultId: 1 }, []);
    expect(asked).toHaveLength(0);
    show('a', WEEK, 1);
    show('a', WEEK, 1);
    await settle();
    expect(asked.map(({ peerId }) => peerId)).toEqual([1, 2]);
    expect([...session.getState().answers.keys()]).toEqual([1, 2]);
    show('a', WEEK, 2);
    expect(asked).toHaveLength(4);
    expect(session.getState().answers.size).toBe(2);
  });
  test('stays while a period is chosen in it, and asks nobody', async () => {
    const { asked, session, settle, show } = start();
    show('a', WEEK, 1);
    await settle();
    session.choose(PART);
    show('a', PART, 2);
    expect(asked).toHaveLength(2);
    expect(session.getState()).toMatchObject({ about: 'a', period: WEEK });
    session.reset();
    show('a', PART, 3);
    expect(asked).toHaveLength(4);
    expect(session.getState().period).toEqual(PART);
  });
  test.each([
    ['another filter', 'b', WEEK],
    ['a period set elsewhere', 'a', PART],
  ] as const)('ends with %s, whose calls are aborted', async (_name, about, period) => {
    const { asked, session, show } = start();
    show('a', WEEK, 1);
    session.show({ about, period, resultId: 2 }, []);
    expect(asked.every(({ signal }) => signal.aborted)).toBe(true);
    expect(session.getState().answers.size).toBe(0);
    show(about, period, 2);
    expect(asked).toHaveLength(4);
  });
  test('a plant that fails is known to have failed, and one that was stopped is asked again', async () => {
    const { asked, session, show } = start();
    show('a', WEEK, 1);
    asked[0]?.respond(null);
    await Promise.resolve().then(() => Promise.resolve());
    await Promise.resolve();
    expect(session.getState().answers).toEqual(new Map([[1, null]]));
    session.stop();
    show('a', WEEK, 1);
    expect(asked.map(({ peerId }) => peerId)).toEqual([1, 2, 2]);
  });
});
