import { describe, expect, it } from 'vitest';
import { areDirectMailsValid, fitDirectMails, parseDirectMails, formatDirectMails } from './direct-mails.ts';
import { endOfRomeDay, latestExpiryDay, parseTypedDay, QUICK_EXPIRIES, resolveQuickExpiry } from './expiry.ts';
import { canReserveEntries, canWriteLists, canUseAudienceGroup, seesOnlyOwnEntries } from '../policy/list-rights.ts';
import { normaliseListPlate, toSearchPattern } from './list-plate.ts';
import { normaliseOwnerCode, findOwnerCodeFault } from './owner-code.ts';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');

describe('expiry', () => {
  it.each([
    ['oggi', '2026-11-21'],
    ['ORA', '2026-11-21'],
    ['domani', '2026-11-22'],
    ['ieri', '2026-11-20'],
    ['today', '2026-11-21'],
    ['Tomorrow', '2026-11-22'],
    ['yesterday', '2026-11-20'],
    ['25/11/2026', '2026-11-25'],
    ['5/1/2027 14:30', '2027-01-05'],
    ['25-11-2026', '2026-11-25'],
    ['2026-11-25', '2026-11-25'],
    ['2026-11-25T23:59:59', '2026-11-25'],
    ['29/02/2027', null],
    ['31/04/2027', null],
    ['25/11-2026', null],
    ['25/11/26', null],
    ['dopodomani', null],
    ['constructor', null],
    ['', null],
  ])('BLK-23 "%s" is %s', (text, day) => expect(parseTypedDay(text, NOW)).toBe(day));

  it('BLK-05 the quick choices, counted from the Rome day', () => {
    expect(QUICK_EXPIRIES.map((choice) => [choice.id, resolveQuickExpiry(choice, NOW)])).toEqual([
      ['15gg', '2026-12-06'],
      ['30gg', '2026-12-21'],
      ['60gg', '2027-01-20'],
      ['3mesi', '2027-02-21'],
      ['6mesi', '2027-05-21'],
      ['1anno', '2027-11-21'],
    ]);
    const [, , , threeMonths] = QUICK_EXPIRIES;
    expect(resolveQuickExpiry(threeMonths, Date.parse('2026-11-30T10:00:00Z'))).toBe('2027-02-28');
    expect(resolveQuickExpiry(threeMonths, Date.parse('2026-11-20T23:30:00Z'))).toBe('2027-02-21');
  });

  it('BLK-14 BLK-22 at most a year from today, until the last millisecond of that day', () => {
    expect(latestExpiryDay(NOW)).toBe('2027-11-21');
    expect(latestExpiryDay(Date.parse('2028-02-29T10:00:00Z'))).toBe('2029-02-28');
    expect(endOfRomeDay('2027-11-21')).toBe('2027-11-21T22:59:59.999Z');
    expect(endOfRomeDay('2027-07-01')).toBe('2027-07-01T21:59:59.999Z');
  });
});

describe('direct e-mails', () => {
  it('BLK-11 a comma-separated list, a leading "!" means only these', () => {
    const both = { addresses: ['a@gdf.it', 'b@gdf.it'], onlyThese: true };
    expect(parseDirectMails('!a@gdf.it, b@gdf.it')).toEqual(both);
    expect(formatDirectMails(both)).toBe('!a@gdf.it,b@gdf.it');
    expect(parseDirectMails('a@gdf.it')).toEqual({ addresses: ['a@gdf.it'], onlyThese: false });
    expect([parseDirectMails(null), parseDirectMails('!'), parseDirectMails(' , ')].map(formatDirectMails)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('BLK-25 each once, and the last one that makes it longer than 255 is dropped', () => {
    const address = (length: number, first: string) => `${first.repeat(length - '@gdf.it'.length)}@gdf.it`;
    const [a, b, c, d] = [address(64, 'a'), address(64, 'b'), address(64, 'c'), address(60, 'd')];
    const full = { addresses: [a, b, c, d], onlyThese: false };
    expect(formatDirectMails(fitDirectMails(full))).toHaveLength(255);
    expect(fitDirectMails({ ...full, onlyThese: true }).addresses).toEqual([a, b, c]);
    expect(fitDirectMails({ ...full, addresses: [a, b, c, `x${d}`] }).addresses).toEqual([a, b, c]);
    expect(fitDirectMails({ addresses: ['a@gdf.it', 'A@GDF.it', 'b@gdf.it'], onlyThese: false }).addresses).toEqual([
      'a@gdf.it',
      'b@gdf.it',
    ]);
  });

  it.each([
    ['a@gdf.it', true],
    [null, true],
    ['', true],
    ['a@gdf.it,A@gdf.it', false],
    ['a@gdf', false],
    ['a@gdf.it\r\nBcc: x@y.it', false],
    ['"a b"@gdf.it', false],
  ])('%j may be kept: %s', (text, isValid) => expect(areDirectMailsValid(text)).toBe(isValid));
});

describe('plates of a list', () => {
  it.each([
    ['ab 123-cd', 'AB123CD'],
    ['AB*CD', 'AB*CD'],
    ['ab1??cd', 'AB1??CD'],
    ['**AB1', '*AB1'],
    ['A*', null],
    ['??????', null],
    ['*', null],
    ['A', null],
    ['A'.repeat(33), null],
    ["AB'1", null],
    ['', null],
  ])('BLK-20 "%s" is kept as %s', (raw, stored) => expect(normaliseListPlate(raw)).toBe(stored));

  it('is searched with the words of the search box', () => expect(toSearchPattern('A?*B??')).toBe('A{1}*B{2}'));
});

describe('rights', () => {
  const fdo = (level: number, insertBl: boolean | null = null) => ({ level, group: 'fdo x', insertBl });
  it.each([
    [4, 'plant.level'],
    [5, null],
    [8, null],
    [9, 'plant.level'],
  ])('TPERM-01 BLK-28 level %s: %s', (level, expected) => {
    expect(canWriteLists(fdo(level))).toBe(expected);
  });

  it('BLK-28 a plant takes entries unless insert_bl is explicitly false', () => {
    expect([true, null, undefined, 1].map((insertBl) => canWriteLists({ ...fdo(5), insertBl }))).toEqual(
      Array.from({ length: 4 }, () => null),
    );
    expect(canWriteLists(fdo(5, false))).toBe('plant.noInsert');
    expect(canWriteLists({ ...fdo(5), group: 'comune' })).toBe('plant.notForce');
  });

  it('BLK-27 reserved entries from level 8 on', () => {
    expect([5, 7, 8, 9].map((level) => canReserveEntries(fdo(level)))).toEqual([false, false, true, false]);
  });

  it('PERM-02 below level 5, or outside the forces, only the own entries are seen', () => {
    expect([4, 5].map((level) => seesOnlyOwnEntries(fdo(level)))).toEqual([true, false]);
    expect(seesOnlyOwnEntries({ level: 6, group: 'comune' })).toBe(true);
  });

  it('the audience is the own group or an assigned one', () => {
    const own = { groupId: 1, assignable: [3], level: 5 };
    expect([1, 2, 3].map((id) => canUseAudienceGroup(id, own))).toEqual([true, false, true]);
    expect(canUseAudienceGroup(2, { ...own, level: 8 })).toBe(true);
  });
});

describe('owner codes', () => {
  it.each([
    ['RSSMRA85T10A562S', null],
    ['RSSMRA85T10A562X', 'check'],
    ['12345678903', null],
    ['12345678901', 'check'],
    ['1234567890', 'length'],
    ['RSSMRA85T10A562', 'length'],
    ['', 'length'],
  ])('FIG-01 %s: %s', (code, fault) => expect(findOwnerCodeFault(code)).toBe(fault));
  it('is kept in capitals without spaces', () =>
    expect(normaliseOwnerCode('rss mra 85t10 a562s')).toBe('RSSMRA85T10A562S'));
});
