import { describe, expect, test } from 'vitest';
import { alertAppearance } from './alert-appearance.ts';

const FIELDS = ['assicurata', 'revisionata', 'rubata', 'sives', 'allarme'] as const;

describe('alertAppearance', () => {
  test.each(['assicurata', 'revisionata'] as const)('ALR-01 %s: si is green, no is an alert', (field) => {
    expect(alertAppearance(field, 'si')).toMatchObject({ tone: 'ok', icon: 'check', isAlert: false });
    expect(alertAppearance(field, 'no')).toMatchObject({ tone: 'al', icon: 'cross', variant: 'tint', isAlert: true });
  });

  test('ALR-02 stolen and registry are never green, whatever comes', () => {
    for (const field of ['rubata', 'sives'] as const) {
      for (const value of [
        'si',
        'no',
        'true',
        'false',
        'rub',
        'pn',
        'xx',
        '--',
        '/',
        '<x>',
        '<!>',
        '**',
        '',
        'altro',
      ]) {
        expect(alertAppearance(field, value).tone).not.toBe('ok');
      }
    }
    expect(alertAppearance('rubata', 'si')).toMatchObject({ variant: 'solid', isAlert: true });
    expect(alertAppearance('rubata', 'no').isAlert).toBe(false);
    expect(alertAppearance('sives', 'altro').isAlert).toBe(true);
    expect(alertAppearance('sives', 'no').isAlert).toBe(false);
  });

  test.each([
    ['xx', 'noService', 'wa'],
    ['--', 'notChecked', 'nt'],
    ['/', 'notChecked', 'nt'],
    ['<x>', 'licence', 'wa'],
    ['<!>', 'congestion', 'wa'],
    ['**', 'redacted', 'pv'],
  ])('ALR-03 %s means %s in every field and alerts nobody', (value, word, tone) => {
    for (const field of FIELDS) {
      expect(alertAppearance(field, value)).toMatchObject({
        tone,
        full: `widgets:alert.full.${word}`,
        short: `widgets:alert.short.${word}`,
        isAlert: false,
      });
    }
  });

  test('ALR-05 blacklist codes: every one but no alerts', () => {
    expect(alertAppearance('allarme', 'si')).toMatchObject({ icon: 'ban', variant: 'solid', isAlert: true });
    expect(alertAppearance('allarme', 'pn')).toMatchObject({ icon: 'mask', tone: 'pv', isAlert: true });
    expect(alertAppearance('allarme', 'rad')).toMatchObject({ short: { code: 'RAD' }, tone: 'al', isAlert: true });
    expect(alertAppearance('allarme', 'scn')).toMatchObject({ short: { code: 'SCN' }, tone: 'al', isAlert: true });
    expect(alertAppearance('allarme', 'rub')).toMatchObject({ icon: 'octagon', variant: 'solid', isAlert: true });
    expect(alertAppearance('allarme', 'no').isAlert).toBe(false);
  });

  test('a missing value is not checked, never no; a value nobody described is shown as it came', () => {
    expect(alertAppearance('assicurata', null).full).toBe('widgets:alert.full.notChecked');
    expect(alertAppearance('assicurata', 'boh')).toMatchObject({ short: { code: 'boh' }, tone: 'nt', isAlert: false });
    expect(alertAppearance('rubata', '__proto__')).toMatchObject({ tone: 'nt', isAlert: false });
  });
});
