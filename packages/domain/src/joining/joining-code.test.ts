import { describe, expect, it } from 'vitest';
import { formatFingerprint, formatJoiningCode, type JoiningCode, parseJoiningCode } from './joining-code.ts';

const CODE: JoiningCode = {
  plantUuid: '11111111-2222-4333-8444-555555555555',
  address: 'https://varchi.prova.example:8443',
  name: 'Prova Nord',
  fingerprint: Uint8Array.from({ length: 16 }, (_, i) => i * 7),
  secret: Uint8Array.from({ length: 16 }, (_, i) => 255 - i),
};
const TEXT = formatJoiningCode(CODE);
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('joining code', () => {
  it('PLANT-12 is one line of letters and digits that reads back', () => {
    expect(TEXT).toMatch(/^VARCO(-[0-9A-HJKMNP-TV-Z]{2,7})+$/);
    expect(parseJoiningCode(TEXT)).toEqual({ ok: true, code: CODE });
    const home = { ...CODE, address: 'http://localhost:8401', name: '' };
    expect(parseJoiningCode(formatJoiningCode(home))).toEqual({ ok: true, code: home });
  });

  it('PLANT-12 survives mail and paper: case, line breaks, spaces, other dashes, letters like digits', () => {
    const mailed = [
      TEXT.toLowerCase(),
      TEXT.replaceAll('-', ' '),
      TEXT.replaceAll('-', '\u2013'),
      `  ${TEXT.slice(0, 60)}\r\n\t${TEXT.slice(60)}\u00A0`,
      TEXT.replaceAll('-', '\u200B-\u00AD'),
      TEXT.replaceAll('0', 'O').replaceAll('1', 'l'),
    ];
    for (const text of mailed) expect(parseJoiningCode(text)).toEqual({ ok: true, code: CODE });
  });

  it('PLANT-12 names the group of every single wrong character, of neighbours and of groups exchanged', () => {
    const groups = TEXT.split('-').slice(1);
    for (const [number, group] of groups.entries())
      for (let at = 0; at < group.length; at += 1) {
        const wrong = ALPHABET[(ALPHABET.indexOf(group[at] ?? '') + 1 + (at % 30)) % 32] ?? '';
        const text = join(groups.with(number, `${group.slice(0, at)}${wrong}${group.slice(at + 1)}`));
        expect(parseJoiningCode(text)).toEqual({ ok: false, fault: 'group', group: number + 1 });
        const [one = '', other = ''] = [group[at], group[at + 1]];
        if (other === '' || one === other) continue;
        const swapped = join(groups.with(number, `${group.slice(0, at)}${other}${one}${group.slice(at + 2)}`));
        expect(parseJoiningCode(swapped)).toEqual({ ok: false, fault: 'group', group: number + 1 });
      }
    const [first = '', second = '', ...rest] = groups;
    expect(parseJoiningCode(join([second, first, ...rest]))).toEqual({ ok: false, fault: 'group', group: 1 });
  });

  it('PLANT-12 a code with groups missing or doubled is not whole', () => {
    const groups = TEXT.split('-').slice(1);
    expect(parseJoiningCode(join(groups.slice(0, -1)))).toMatchObject({ ok: false, fault: 'incomplete' });
    expect(parseJoiningCode(join(groups.slice(0, 3)))).toMatchObject({ ok: false, fault: 'incomplete' });
    expect(parseJoiningCode(join([]))).toMatchObject({ ok: false, fault: 'incomplete' });
    expect(parseJoiningCode(join(groups.toSpliced(2, 1)))).toEqual({ ok: false, fault: 'group', group: 3 });
    expect(parseJoiningCode(join([...groups, ...groups])).ok).toBe(false);
  });

  it('hostile texts are refused with a reason and never throw', () => {
    const table: [string, string][] = [
      ['', 'empty'],
      [' \n-', 'empty'],
      ['otpauth://totp/x', 'foreign'],
      ['VARCO-!!!!!!!', 'character'],
      ['VARCO-ÀÀÀÀÀÀÀ', 'character'],
      [`VARCO-${'0'.repeat(2_000_000)}`, 'foreign'],
      [`${TEXT}${' '.repeat(2_000)}`, 'foreign'],
    ];
    for (const [text, fault] of table) expect(parseJoiningCode(text)).toMatchObject({ ok: false, fault });
  });

  it('a long name is cut between characters, a disguised one is shown plain, a long address is refused', () => {
    const named = (name: string) => parseJoiningCode(formatJoiningCode({ ...CODE, name }));
    expect(named('è'.repeat(80))).toMatchObject({ ok: true, code: { name: 'è'.repeat(24) } });
    expect(named('Pro\u202Eva\u0007')).toMatchObject({ ok: true, code: { name: 'Prova' } });
    expect(() => formatJoiningCode({ ...CODE, address: `https://${'a'.repeat(220)}.example` })).toThrow(RangeError);
  });

  it('a fingerprint is shown in groups', () => {
    expect(formatFingerprint(CODE.fingerprint)).toBe('0007 0E15 1C23 2A31 383F 464D 545B 6269');
  });
});

const join = (groups: readonly string[]): string => ['VARCO', ...groups].join('-');
