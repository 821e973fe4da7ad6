import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEnv } from '@varco/server-kit/env/read-env.ts';
import { PlantEnv } from './env.ts';

const BASE = { VARCO_DATA_DIR: '/somewhere' };

it('without a registry a plant starts and makes no checks', () => {
  expect(readEnv(PlantEnv, BASE)).toMatchObject({
    VARCO_REGISTRY_URL: '',
    VARCO_REGISTRY_VPN: null,
    VARCO_REGISTRY_MINISTRY: null,
    VARCO_REGISTRY_BUDGET: 120,
  });
});

it('plates are kept in memory unless the operator says no', () => {
  expect(readEnv(PlantEnv, BASE)).toMatchObject({ VARCO_PLATE_INDEX: 'auto', VARCO_PLATE_INDEX_MB: 512 });
  expect(readEnv(PlantEnv, { ...BASE, VARCO_PLATE_INDEX: 'off' })).toMatchObject({ VARCO_PLATE_INDEX: 'off' });
});

it('credentials of the registry come as a value or in a file; a password may hold colons', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'varco-env-'));
  const file = join(folder, 'ministry');
  await writeFile(file, 'office:a:b:c\n');
  const env = readEnv(PlantEnv, { ...BASE, VARCO_REGISTRY_VPN: 'line:one two', VARCO_REGISTRY_MINISTRY_FILE: file });
  expect(env.VARCO_REGISTRY_VPN).toEqual({ user: 'line', password: 'one two' });
  expect(env.VARCO_REGISTRY_MINISTRY).toEqual({ user: 'office', password: 'a:b:c' });
  await rm(folder, { recursive: true });
});

it('pictures go to a folder, or to the bucket that is named', () => {
  expect(readEnv(PlantEnv, BASE)).toMatchObject({ VARCO_PICTURES_S3_URL: '', VARCO_PICTURES_S3_KEY: null });
  const url = 'https://s3.example:9000/targhe/impianto-1';
  const env = readEnv(PlantEnv, { ...BASE, VARCO_PICTURES_S3_URL: url, VARCO_PICTURES_S3_KEY: 'ID:a/b+c=' });
  expect(env.VARCO_PICTURES_S3_URL).toBe(url);
  expect(env.VARCO_PICTURES_S3_KEY).toEqual({ user: 'ID', password: 'a/b+c=' });
});

it.each([
  { VARCO_REGISTRY_VPN: 'geheim-without-colon' },
  { VARCO_REGISTRY_MINISTRY: ':geheim' },
  { VARCO_REGISTRY_MINISTRY: 'office:geheim\r\nx: y' },
  { VARCO_REGISTRY_URL: 'http://geheim.example' },
  { VARCO_REGISTRY_URL: 'https://user:geheim@registry.example' },
  { VARCO_REGISTRY_BUDGET: '0' },
  { VARCO_PICTURES_S3_URL: 'http://geheim.example/bucket' },
  { VARCO_PICTURES_S3_URL: 'https://user:geheim@s3.example/bucket' },
  { VARCO_PICTURES_S3_URL: 'https://geheim.example' },
  { VARCO_PICTURES_S3_URL: 'https://geheim.example/bucket?x=1' },
  { VARCO_PICTURES_S3_URL: 'https://geheim.example/a/../b' },
  { VARCO_PICTURES_S3_REGION: 'geheim region' },
  { VARCO_PICTURES_S3_KEY: 'geheim' },
  { VARCO_PLATE_INDEX: 'geheim' },
  { VARCO_PLATE_INDEX_MB: '8geheim' },
])('refuses %j by name, never quoting the value', (wrong) => {
  const [name = ''] = Object.keys(wrong);
  const read = (): unknown => readEnv(PlantEnv, { ...BASE, ...wrong });
  expect(read).toThrow(name);
  expect(read).not.toThrow('geheim');
});
