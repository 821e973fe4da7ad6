import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getGateState, hasValidPosition, type GateFacts } from './gate-state.ts';
import { isTransitTime, parseTransitIdMs, buildTransitId, TRANSIT_EPOCH_MS } from './transit-id.ts';
import {
  formatAdrCode,
  toCheckValue,
  getAlarmStyle,
  getCheckStyle,
  getSivesStyle,
  getStolenStyle,
  toMinistryCheck,
} from './transit-values.ts';

const LAST = Date.parse('2089-01-01T00:00:00Z');

describe('transit ids', () => {
  it('are the same for the same read, keep its instant and follow time', () => {
    const ms = fc.integer({ min: TRANSIT_EPOCH_MS, max: LAST });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.stringMatching(/^[A-Z0-9]{2,9}$/),
        ms,
        ms,
        (gate, plate, one, two) => {
          const id = buildTransitId(gate, plate, one);
          expect(buildTransitId(gate, plate, one)).toBe(id);
          expect(parseTransitIdMs(id)).toBe(one);
          if (one < two) expect(BigInt(id) < BigInt(buildTransitId(gate, plate, two))).toBe(true);
          expect(BigInt(id) < 1n << 63n).toBe(true);
        },
      ),
    );
  });

  it('differ by gate and plate within a millisecond', () => {
    const ids = new Set<string>();
    for (let gate = 1; gate <= 20; gate += 1)
      for (let n = 0; n < 100; n += 1) ids.add(buildTransitId(gate, `AB${100 + n}CD`, LAST));
    expect(ids.size).toBe(2000);
  });

  it('refuse other times and other texts', () => {
    expect([TRANSIT_EPOCH_MS - 1, TRANSIT_EPOCH_MS + 2 ** 41].map(isTransitTime)).toEqual([false, false]);
    expect(() => buildTransitId(1, 'AB123CD', 0)).toThrow(RangeError);
    expect(['', '-1', '1e5', '9223372036854775808', '99999999999999999999', 'x'].map(parseTransitIdMs)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('alert values (T 4.2)', () => {
  it('ALR-01 insured and inspected: si is ok, no alerts', () => {
    expect(['si', 'no', 'xx', '--', '/', '<x>', '<!>', '**', ''].map(getCheckStyle)).toEqual([
      'ok',
      'alert',
      ...Array(7).fill('neutral'),
    ]);
  });
  it('ALR-02 stolen and registry flag never look ok (TA59)', () => {
    expect(['si', 'rub', 'no', '--', '**'].map(getStolenStyle)).toEqual([
      'alert',
      'alert',
      'neutral',
      'neutral',
      'neutral',
    ]);
    expect(['A1', '', 'no', '--', '/', 'xx', '**'].map(getSivesStyle)).toEqual(['alert', ...Array(6).fill('neutral')]);
  });
  it('ALR-05 every alarm code but no alerts (TA11)', () => {
    expect(['si', 'pn', 'rad', 'scn', 'rub'].map(getAlarmStyle)).toEqual(Array(5).fill('alert'));
    expect(['no', '--', '**'].map(getAlarmStyle)).toEqual(Array(3).fill('neutral'));
  });
  it('prints the ADR code', () => {
    expect([formatAdrCode('33', '1203'), formatAdrCode('', '')]).toEqual(['33/1203', '']);
  });
});

describe('state of a gate (T 4.8, TA48)', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const online: GateFacts = { enabled: true, hasError: false, lat: 44.1, lon: 12.2, lastPlateMs: now };
  const minutes = (n: number): Partial<GateFacts> => ({ lastPlateMs: now - n * 60_000 });
  it.each([
    [{}, 'online'],
    [minutes(9.99), 'online'],
    [minutes(10), 'sleep'],
    [minutes(599.99), 'sleep'],
    [minutes(600), 'noplate'],
    [{ lastPlateMs: null }, 'noplate'],
    [{ lat: null }, 'nogps'],
    [{ lat: 0 }, 'nogps'],
    [{ lon: 180.1 }, 'nogps'],
    [{ hasError: true, lat: null }, 'error'],
    [{ enabled: false, hasError: true }, 'disabled'],
  ] as const)('PMAP-09 %j is %s', (change, state) => expect(getGateState({ ...online, ...change }, now)).toBe(state));

  it('a position counts only above 0 and inside the globe (T 5.1)', () => {
    expect([
      hasValidPosition(44, 12),
      hasValidPosition(-1, 12),
      hasValidPosition(91, 12),
      hasValidPosition(null, null),
    ]).toEqual([true, false, false, false]);
  });
});

describe('look-ups and the ministry', () => {
  it.each([
    ['2026-11-21', 'si'],
    ['2026-11-20', 'no'],
    ['2026-11-19', 'no'],
    [null, ''],
  ])('ALR-04 what ends on %s reads "%s" on 20/11/2026', (ends, expected) => {
    expect(toCheckValue(ends, '2026-11-20')).toBe(expected);
  });

  it.each([
    ['si', false, 'regular'],
    ['si', true, 'regularRecent'],
    ['<!>', false, 'congestion'],
    ['--', false, 'notPossible'],
    ['/', true, 'notPossible'],
    ['xx', false, 'serviceError'],
    ['<x>', false, 'licence'],
    ['no', false, null],
    ['**', false, null],
    ['', false, null],
  ])('ALR-06 the value %s (recent: %s) is the message %s', (value, isRecent, expected) => {
    expect(toMinistryCheck(value, isRecent)).toBe(expected);
  });
});
