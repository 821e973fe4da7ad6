import { appendFileSync, closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { getClusterFolder } from '@varco/server-kit/database/migrate-database.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlantProcess, type PlantProcess } from './testing/plant-process.ts';

/** A plant as an operator starts it, on its embedded database: one process tree, looked at from outside. */
let plant: PlantProcess;
beforeAll(async () => {
  plant = await createPlantProcess();
  await plant.start();
}, 60_000);
afterAll(() => plant.remove(), 60_000);

const cluster = (): string => getClusterFolder(plant.dataDir);
const readPassword = (role: string): string => readFileSync(join(`${cluster()}.roles`, role), 'utf8').trim();

/** The plant's process, found by its port among the processes of this machine. */
function findPlant(): number {
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const environment = readFileSync(`/proc/${entry}/environ`, 'utf8').split('\0');
      if (
        environment.includes(`VARCO_PORT=${new URL(plant.origin).port}`) &&
        environment.includes(`VARCO_DATA_DIR=${plant.dataDir}`)
      )
        return Number(entry);
    } catch {
      // The process ended in the meantime, or is another user's.
    }
  }
  throw new Error('the plant is not running');
}

/** Which of the texts stand in the memory of a process: heap, stack and other anonymous mappings. */
function findInMemory(pid: number, texts: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, start = '', end = ''] = /^([0-9a-f]+)-([0-9a-f]+) rw\S* \S+ \S+ 0(?:$|\s)/.exec(line) ?? [];
      if (start === '') continue;
      const bytes = readMapping(memory, Number.parseInt(start, 16), Number.parseInt(end, 16));
      for (const text of texts) if (bytes.includes(text, 0, 'latin1')) found.add(text);
    }
  } finally {
    closeSync(memory);
  }
  return found;
}

/** The bytes of one mapping; empty when it is gone or cannot be read. */
function readMapping(memory: number, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(end - start);
  try {
    return bytes.subarray(0, readSync(memory, bytes, 0, bytes.length, start));
  } catch {
    return Buffer.alloc(0);
  }
}

async function signIn(role: string, password: string): Promise<string> {
  const socketDir = readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n')[4] ?? '';
  const client = new Client({ user: role, password, host: socketDir, database: 'varco_plant' });
  await client.connect();
  try {
    return (await client.query<{ current_user: string }>('select current_user')).rows[0]?.current_user ?? '';
  } finally {
    await client.end();
  }
}

test('the serving process has no address, password or open file of the owner or the superuser', () => {
  const pid = findPlant();
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
  const secrets = ['postgres', 'varco_owner'].map(readPassword);
  expect(secrets.every((secret) => secret.length >= 40)).toBe(true);
  for (const secret of secrets) expect(environment.includes(secret)).toBe(false);
  expect(environment).not.toMatch(/VARCO_DATABASE_(?:OWNER|ADMIN)_URL(?:_FILE)?=[^\0]/);
  const files = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return '';
    }
  });
  expect(files.filter((file) => file.includes('postgres.roles'))).toEqual([]);
});

test('the passwords of the other roles never came into its memory, that of the serving role did', () => {
  const [own = '', ...others] = ['varco_app', 'postgres', 'varco_owner'].map(readPassword);
  const found = findInMemory(findPlant(), [own, ...others]);
  expect(found.has(own)).toBe(true);
  for (const other of others) expect(found.has(other)).toBe(false);
});

test('with what the process knows nobody becomes another role on its database', async () => {
  const own = readPassword('varco_app');
  expect(await signIn('varco_app', own)).toBe('varco_app');
  for (const role of ['postgres', 'varco_owner', 'varco_log']) {
    await expect(signIn(role, own)).rejects.toMatchObject({ code: '28P01' });
    await expect(signIn(role, '')).rejects.toThrow('password');
  }
  await plant.withDatabase(async (pool) => {
    for (const role of ['postgres', 'varco_owner', 'varco_log'])
      await expect(pool.query(`set role ${role}`)).rejects.toMatchObject({ code: '42501' });
    await expect(pool.query('delete from audit_entry')).rejects.toMatchObject({ code: '42501' });
  });
});

test('killed with its database it comes back without anybody migrating', async () => {
  await plant.kill('both');
  await plant.start();
  expect(findInMemory(findPlant(), [readPassword('varco_owner')]).size).toBe(0);
}, 60_000);

test('a start that has to migrate first leaves it to another process: no other password comes into its memory', async () => {
  await plant.kill('both');
  // As a version with other rules of access left it.
  const rules = join(cluster(), 'pg_hba.conf');
  appendFileSync(rules, '# other rules\n');
  await plant.start();
  expect(readFileSync(rules, 'utf8')).not.toContain('other rules');
  expect(findInMemory(findPlant(), ['postgres', 'varco_owner'].map(readPassword)).size).toBe(0);
}, 60_000);
