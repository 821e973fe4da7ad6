import { currentStatus } from '@varco/contract/plant/status.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { expect, test } from 'vitest';
import { buildStatusRows } from './status-rows.ts';

const status = currentStatus.response.parse({
  ts_time: '2026-11-20T12:00:00.000Z',
  external_services: {
    ministry: {
      status: 0,
      license: 'M-77',
      license_key: null,
      license_expiry: '2027-06-30',
      password_error_counter: 2,
    },
    vpn: { status: -4, password_error_counter: 1 },
    options: ['visure', 'rca_rev', 'adv_charts', 'opzione_nuova'],
  },
  system: { disk: { archive: { total: 2_000_000, free: 500_000 }, tmp: { total: 1000, free: 20 } } },
  portal: { version: '0.9.375', hash: 'abc123' },
  last_plate_date: null,
});

test('PST-02 PST-04 CONN-15 CONST-15 what a plant says of itself, in words', () => {
  const rows = buildStatusRows(status, createI18n('it').t, 'it');
  const shown = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  expect(shown).toMatchObject({
    connection: 'credenziali VPN mancanti',
    ministry: 'problema di autenticazione',
    ministryLicence: 'M-77, fino al 30/06/2027',
    ministryKey: 'nessuna',
    passwordErrors: 'ministero 2, VPN 1',
    options: 'visure a pagamento, assicurazione e revisione, grafici, opzione_nuova',
    archive: '500\u00a0GB liberi su 2,0\u00a0TB',
    tmp: '20\u00a0MB liberi su 1,0\u00a0GB',
    portal: '0.9.375 abc123',
  });
});

test('the newest backup and its trial restoration, in words; nothing from an older plant', () => {
  const show = (backup: (typeof status)['backup'], language: 'it' | 'en' = 'it') =>
    buildStatusRows({ ...status, backup }, createI18n(language).t, language).find(({ key }) => key === 'backup')?.value;
  const [at, tried] = ['2026-11-20T02:00:00.000Z', '2026-11-20T04:00:00.000Z'];
  expect(show(undefined)).toBeUndefined();
  expect(show(null)).toBe('non preparate');
  expect(show({ at: null, verified: null })).toBe('nessuna ancora');
  expect(show({ at, verified: null })).toBe('20/11/2026 03:00:00, mai provata');
  expect(show({ at, verified: { at: tried, good: true } })).toBe('20/11/2026 03:00:00, provata il 20/11/2026 05:00:00');
  expect(show({ at, verified: { at: tried, good: false } })).toContain('prova NON riuscita');
  expect(show({ at, verified: { at: tried, good: false } }, 'en')).toContain('trial FAILED');
});
