import { toCheckValue } from '@varco/domain/transits/transit-values.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { describe, expect, test } from 'vitest';
import { getAlertAppearance } from './alert-appearance.ts';

const FIELDS = ['assicurata', 'revisionata', 'rubata', 'sives', 'allarme'] as const;

describe('alertAppearance', () => {
  test.each(['assicurata', 'revisionata'] as const)('ALR-01 %s: si is green, no is an alert', (field) => {
    expect(getAlertAppearance(field, 'si')).toMatchObject({ tone: 'ok', icon: 'check', isAlert: false });
    expect(getAlertAppearance(field, 'no')).toMatchObject({
      tone: 'al',
      icon: 'cross',
      variant: 'tint',
      isAlert: true,
    });
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
        expect(getAlertAppearance(field, value).tone).not.toBe('ok');
      }
    }
    expect(getAlertAppearance('rubata', 'si')).toMatchObject({ variant: 'solid', isAlert: true });
    expect(getAlertAppearance('rubata', 'no').isAlert).toBe(false);
    expect(getAlertAppearance('sives', 'altro').isAlert).toBe(true);
    expect(getAlertAppearance('sives', 'no').isAlert).toBe(false);
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
      expect(getAlertAppearance(field, value)).toMatchObject({
        tone,
        full: `widgets:alert.full.${word}`,
        short: `widgets:alert.short.${word}`,
        isAlert: false,
      });
    }
  });

  test('ALR-05 blacklist codes: every one but no alerts', () => {
    expect(getAlertAppearance('allarme', 'si')).toMatchObject({ icon: 'ban', variant: 'solid', isAlert: true });
    expect(getAlertAppearance('allarme', 'pn')).toMatchObject({ icon: 'mask', tone: 'pv', isAlert: true });
    expect(getAlertAppearance('allarme', 'rad')).toMatchObject({ short: { code: 'RAD' }, tone: 'al', isAlert: true });
    expect(getAlertAppearance('allarme', 'scn')).toMatchObject({ short: { code: 'SCN' }, tone: 'al', isAlert: true });
    expect(getAlertAppearance('allarme', 'rub')).toMatchObject({ icon: 'octagon', variant: 'solid', isAlert: true });
    expect(getAlertAppearance('allarme', 'no').isAlert).toBe(false);
  });

  test('a missing value means not checked, never no; an unknown value is shown unchanged', () => {
    expect(getAlertAppearance('assicurata', null).full).toBe('widgets:alert.full.notChecked');
    expect(getAlertAppearance('assicurata', 'boh')).toMatchObject({
      short: { code: 'boh' },
      tone: 'nt',
      isAlert: false,
    });
    expect(getAlertAppearance('rubata', '__proto__')).toMatchObject({ tone: 'nt', isAlert: false });
  });
});

describe('what a look-up and the ministry say', () => {
  const { t } = createI18n('it');

  test('ALR-04 SI is green, NO is red', () => {
    const shown = (ends: string) => getAlertAppearance('assicurata', toCheckValue(ends, '2026-11-20'));
    expect(shown('2026-11-21')).toMatchObject({ tone: 'ok', short: 'widgets:alert.yes' });
    expect(shown('2026-11-20')).toMatchObject({ tone: 'al', short: 'widgets:alert.no' });
    expect([t('widgets:alert.yes'), t('widgets:alert.no')]).toEqual(['SI', 'NO']);
  });

  test('ALR-06 six messages, each with its own Italian words', () => {
    const messages = [
      t('widgets:ministry.regular'),
      t('widgets:ministry.regularRecent'),
      t('widgets:ministry.congestion'),
      t('widgets:ministry.notPossible'),
      t('widgets:ministry.serviceError'),
      t('widgets:ministry.licence'),
    ];
    expect(messages).toEqual([
      'Regolare da verifica ministeriale',
      'Regolare da verifica nelle ultime 24 ore',
      'Richiesta non effettuata per congestione del servizio',
      'Verifica non possibile',
      'Errore interno del servizio',
      'Licenza RCA/REV non valida',
    ]);
    expect(new Set(messages).size).toBe(6);
  });
});
