import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KIT_MIGRATIONS, migrate, readMigrations } from './migrate.ts';
import { createPool } from './pool.ts';
import { startDatabase } from './start.ts';

test('without an address the embedded server starts, migrates as owner and serves as a role that owns nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'varco-start-'));
  const started = await startDatabase({ url: '', ownerUrl: '', dataDir, name: 'plant-1' });
  try {
    expect(await migrate(started.ownerUrl, await readMigrations(KIT_MIGRATIONS))).toContain('0001-audit.sql');
    const pool = createPool({ url: started.url, applicationName: 'start test' });
    expect((await pool.query('select count(*) as n from rate_counter')).rows).toEqual([{ n: '0' }]);
    await expect(pool.query('drop table rate_counter')).rejects.toMatchObject({ code: '42501' });
    await pool.end();
  } finally {
    await started.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('with an address nothing is started; without an owner address migrations use the same', async () => {
  const url = 'postgres://app@db.example/plant';
  const one = await startDatabase({ url, ownerUrl: '', dataDir: '/nonexistent', name: 'x' });
  expect([one.url, one.ownerUrl]).toEqual([url, url]);
  const two = await startDatabase({
    url,
    ownerUrl: 'postgres://owner@db.example/plant',
    dataDir: '/nonexistent',
    name: 'x',
  });
  expect(two.ownerUrl).toBe('postgres://owner@db.example/plant');
  await two.stop();
});
