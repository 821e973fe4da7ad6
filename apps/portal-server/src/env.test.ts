import { expect, it } from 'vitest';
import { readPortalEnv, isTwoFactorRequired } from './env.ts';

const good = { VARCO_DATA_DIR: '/data', VARCO_PUBLIC_ORIGIN: 'https://portal.example' };
const fault = (change: Record<string, string>): string => {
  try {
    readPortalEnv({ ...good, ...change });
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

it('KIND-02 KIND-04 defaults are safe, domains are configuration', () => {
  const env = readPortalEnv(good);
  expect(env).toMatchObject({
    VARCO_PORT: 8400,
    VARCO_HOST: '127.0.0.1',
    VARCO_DEMO: false,
    VARCO_OUTBOUND_CIDRS: [],
    VARCO_TRUST_PROXY: [],
  });
  expect(env.VARCO_FORCE_DOMAINS).toContain('carabinieri.it');
  expect(readPortalEnv({ ...good, VARCO_FORCE_DOMAINS: 'guardie.example, altri.example' }).VARCO_FORCE_DOMAINS).toEqual(
    ['guardie.example', 'altri.example'],
  );
});

it('what is wrong is said by name, without the value', () => {
  expect(fault({ VARCO_PUBLIC_ORIGIN: 'https://portal.example/path' })).toContain('VARCO_PUBLIC_ORIGIN');
  expect(fault({ VARCO_PUBLIC_ORIGIN: 'http://localhost:8400' })).toContain('must be https outside the demo');
  expect(fault({ VARCO_PUBLIC_ORIGIN: 'http://localhost:8400', VARCO_DEMO: '1' })).toBe('');
  expect(fault({ VARCO_PORT: 'segreto' })).toMatch(/VARCO_PORT/);
  expect(fault({ VARCO_PORT: 'segreto' })).not.toContain('segreto');
  expect(fault({ VARCO_PLANT_ORIGINS: 'https://*.plants.example,https://a.example:8443' })).toBe('');
  expect(fault({ VARCO_PLANT_ORIGINS: "https://a.example; script-src 'unsafe-inline'" })).toContain(
    'VARCO_PLANT_ORIGINS',
  );
  expect(fault({ VARCO_DATA_DIR: '' })).toContain('VARCO_DATA_DIR: is missing');
});

it('the mail server is an smtp address, the sender one plain address', () => {
  expect(readPortalEnv({ ...good, VARCO_SMTP_URL: 'smtps://u:p%40ss@mail.example:465' }).VARCO_SMTP_URL).toContain(
    'smtps',
  );
  for (const url of ['http://mail.example', 'smtp://', 'mail.example:25', 'smtp://mail.example/x'])
    expect(fault({ VARCO_SMTP_URL: url })).toContain('VARCO_SMTP_URL');
  expect(fault({ VARCO_MAIL_FROM: 'Varco <a@b.it>' })).toContain('VARCO_MAIL_FROM');
});

it('TFA-04 two-factor is compulsory for administrators and staff unless this is a demo or the settings say otherwise', () => {
  const required = (change: Record<string, string>): boolean =>
    isTwoFactorRequired(readPortalEnv({ ...good, ...change }));
  expect([required({}), required({ VARCO_REQUIRE_TWO_FACTOR: '0' }), required({ VARCO_DEMO: '1' })]).toEqual([
    true,
    false,
    false,
  ]);
  expect(required({ VARCO_DEMO: '1', VARCO_REQUIRE_TWO_FACTOR: '1' })).toBe(true);
  expect(fault({ VARCO_REQUIRE_TWO_FACTOR: 'yes' })).toContain('VARCO_REQUIRE_TWO_FACTOR');
});
