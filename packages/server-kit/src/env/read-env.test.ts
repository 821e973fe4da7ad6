import { isOrigin } from '@varco/domain/portal/web-address.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { expect, test } from 'vitest';
import { addressListField, flagField, logLevelField, originListField, portField } from './env-fields.ts';
import { readEnv } from './read-env.ts';

const schema = z.object({
  VARCO_PORT: portField(8400),
  VARCO_DEMO: flagField,
  VARCO_LOG_LEVEL: logLevelField,
  VARCO_PORTAL_ORIGINS: originListField,
  VARCO_TRUST_PROXY: addressListField,
  VARCO_SMTP_URL: z.string().optional(),
});

test('settings have defaults, empty texts count as not given', () => {
  expect(
    readEnv(schema, {
      VARCO_PORT: '',
      VARCO_DEMO: '1',
      VARCO_PORTAL_ORIGINS: 'https://a.example, http://localhost:8400',
    }),
  ).toEqual({
    VARCO_PORT: 8400,
    VARCO_DEMO: true,
    VARCO_LOG_LEVEL: 'info',
    VARCO_PORTAL_ORIGINS: ['https://a.example', 'http://localhost:8400'],
    VARCO_TRUST_PROXY: [],
  });
});

test('every fault is told at once, in plain words, without the value', () => {
  const wrong = { VARCO_PORT: '99999', VARCO_DEMO: 'secretvalue', VARCO_PORTAL_ORIGINS: '*', VARCO_TRUST_PROXY: 'any' };
  const message = (() => {
    try {
      readEnv(schema, wrong);
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  })();
  expect(message.split('\n')).toEqual([
    'These settings do not hold:',
    '  VARCO_PORT: must be at most 65535',
    '  VARCO_DEMO: must be one of: 0, 1',
    '  VARCO_PORTAL_ORIGINS: must be a comma-separated list of origins such as https://portal.example',
    '  VARCO_TRUST_PROXY: must be a comma-separated list of IP addresses',
  ]);
});

test('secrets come from files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'varco-env-'));
  try {
    await writeFile(join(folder, 'smtp'), 'smtp://user:pw@mail.example\n');
    const file = { VARCO_SMTP_URL_FILE: join(folder, 'smtp') };
    expect(readEnv(schema, file).VARCO_SMTP_URL).toBe('smtp://user:pw@mail.example');
    expect(() => readEnv(schema, { ...file, VARCO_SMTP_URL: 'x' })).toThrow('given both');
    expect(() => readEnv(schema, { VARCO_SMTP_URL_FILE: join(folder, 'none') })).toThrow('cannot be read');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([
  ['https://a.example', true],
  ['https://a.example:8443', true],
  ['http://impianto1.localhost:8401', true],
  ['http://a.example', false],
  ['https://a.example/', false],
  ['https://user@a.example', false],
  ['*', false],
  ['null', false],
  ['https://*.example', false],
])('origin %s: %s', (text, expected) => {
  expect(isOrigin(text)).toBe(expected);
});
