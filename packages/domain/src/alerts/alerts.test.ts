import { describe, expect, it } from 'vitest';
import {
  ALERT_KINDS,
  getEscalationDelayMs,
  MAX_LATEST_ALERTS,
  hasAlertKind,
  getAlertPriority,
  addLatestAlert,
} from './alert-kinds.ts';
import { fitsPattern, ListIndex } from './list-index.ts';
import { findVehicleDifferences } from './vehicle-differences.ts';

const entry = (
  text: string,
  more: Partial<{ isPattern: boolean; isApproximate: boolean; expiresMs: number | null }> = {},
) => ({
  key: text,
  text,
  isPattern: /[*?]/.test(text),
  isApproximate: false,
  expiresMs: null,
  ...more,
});
const hits = (index: ListIndex<ReturnType<typeof entry>>, plate: string, nowMs = 0) =>
  index.match(plate, nowMs).map(({ entry: { text }, closeness }) => `${text} ${closeness}`);

describe('LIVE-03 what opens a stream', () => {
  it.each([
    [[], false],
    [['varchi'], false],
    [['altro'], false],
    [['rca'], true],
    [['varchi', 'interforze'], true],
  ])('%j: %s', (choices, opens) => expect(hasAlertKind(choices)).toBe(opens));
  it('every kind opens it alone', () => expect(ALERT_KINDS.every((kind) => hasAlertKind([kind]))).toBe(true));
});

describe('LIVE-06 the latest 11 are kept', () => {
  const alert = (id: number, version = 1) => ({
    id: String(id),
    at: `2026-11-20T10:00:${String(id).padStart(2, '0')}Z`,
    version,
  });
  it('the oldest of twelve goes, whatever order they came in', () => {
    const all = [3, 12, 1, 7, 2, 11, 4, 10, 5, 9, 6, 8].reduce<readonly ReturnType<typeof alert>[]>(
      (list, id) => addLatestAlert(list, alert(id)),
      [],
    );
    expect(all.map(({ id }) => Number(id))).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(all).toHaveLength(MAX_LATEST_ALERTS);
  });
  it('a later word takes the place of the earlier one, an older one changes nothing', () => {
    const list = addLatestAlert(addLatestAlert([], alert(1)), alert(2, 2));
    expect(addLatestAlert(list, alert(2, 1))).toBe(list);
    expect(addLatestAlert(list, alert(1, 5)).map(({ version }) => version)).toEqual([2, 5]);
  });
});

it('stolen and listed plates ask for a person at once; checks wait for nobody', () => {
  expect(ALERT_KINDS.map(getAlertPriority)).toEqual([1, 2, 2, 3, 1, 3]);
  expect([getEscalationDelayMs(1), getEscalationDelayMs(2), getEscalationDelayMs(3)]).toEqual([60_000, 600_000, null]);
});

describe('entries by plate', () => {
  it('whole plates, patterns from the front, from the end and from the middle; each entry once', () => {
    const index = new ListIndex<ReturnType<typeof entry>>();
    for (const text of ['AB123CD', 'AB*', '*3CD', '*12*', 'A?123CD', '??????', 'ZZ*']) index.put(entry(text));
    expect(hits(index, 'AB123CD').toSorted()).toEqual([
      '*12* pattern',
      '*3CD pattern',
      'A?123CD pattern',
      'AB* pattern',
      'AB123CD exact',
    ]);
    expect(hits(index, 'XX000X')).toEqual(['?????? pattern']);
    index.remove('AB*');
    index.put(entry('AB123CD', { expiresMs: 1000 }));
    expect(hits(index, 'AB123CD', 999)).toContain('AB123CD exact');
    expect(hits(index, 'AB123CD', 1000)).not.toContain('AB123CD exact');
    expect(index.size).toBe(6);
  });
  it('several entries of one plate, and what is left when one goes', () => {
    const index = new ListIndex<ReturnType<typeof entry>>();
    for (const key of ['1', '2', '3']) index.put({ ...entry('AB123CD'), key });
    index.remove('2');
    expect(index.match('AB123CD', 0).map(({ entry: { key } }) => key)).toEqual(['1', '3']);
    for (const key of ['1', '3']) index.remove(key);
    expect(index.match('AB123CD', 0)).toEqual([]);
  });
  it('misreads only where the entry asks for them, and one character that was not read', () => {
    const index = new ListIndex<ReturnType<typeof entry>>();
    index.put(entry('BO80ZZ', { isApproximate: true }));
    index.put(entry('SI5GAA'));
    expect(hits(index, 'BO80ZZ')).toEqual(['BO80ZZ exact']);
    expect([...hits(index, '8080ZZ'), ...hits(index, '80B02Z')]).toEqual(['BO80ZZ misread', 'BO80ZZ misread']);
    expect(hits(index, 'B?80ZZ')).toEqual(['BO80ZZ misread']);
    expect([...hits(index, '??80ZZ'), ...hits(index, '515GAA')]).toEqual([]);
  });
  it('a pattern of stars takes no longer for it', () => {
    expect(fitsPattern('A'.repeat(32), `${'*A'.repeat(15)}*B`)).toBe(false);
    expect(fitsPattern('A'.repeat(32), '*A*A*A*')).toBe(true);
    expect([fitsPattern('AB', 'AB*'), fitsPattern('AB', 'AB?'), fitsPattern('ABC', 'AB')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

it.each([
  [{ brand: 'FIAT', colour: 'rosso' }, { brand: 'Fiat', colour: 'red' }, []],
  [{ brand: 'VW', colour: '' }, { brand: 'VOLKSWAGEN', colour: 'blue' }, []],
  [{ brand: 'Mercedes', colour: 'undefined' }, { brand: 'MERCEDES-BENZ', colour: 'black' }, []],
  [{ brand: 'RENAULT', colour: 'grigio' }, { brand: 'FIAT', colour: 'white' }, ['brand', 'colour']],
])('%j against %j: %j', (seen, registered, sent) => expect(findVehicleDifferences(seen, registered)).toEqual(sent));
