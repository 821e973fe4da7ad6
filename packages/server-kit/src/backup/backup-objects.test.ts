import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBucket } from '../testing/test-bucket.ts';
import { readEnv } from '../env/read-env.ts';
import { z } from 'zod';
import { BACKUP_FIELDS, type BackupSettings, readBackupSettings } from './backup-settings.ts';
import {
  type BackupSet,
  chooseSets,
  getWalKey,
  listBackupSets,
  listExpiredSets,
  putBackupSet,
  removeOldWal,
} from './backup-sets.ts';
import { removePeriodFiles } from './backup-place.ts';
import { addPeriod, createRing, markReady, openRing, sealRing } from './key-ring.ts';
import { readRing, writeRing } from './ring-homes.ts';
import { openPlaceBlobs, openSealedStore } from './sealed-store.ts';

const KEY = Buffer.alloc(32, 7).toString('base64url');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'varco-objects-'));
});
afterAll(() => rm(folder, { recursive: true }));

const inFolder = (name: string, key = KEY): BackupSettings => ({
  ...{ repository: join(folder, name), bucket: null, key, ring: null, days: 14, keep: 2 },
});
const buildSet = (day: number, kind: BackupSet['kind'] = 'whole'): BackupSet => ({
  ...{ version: 1, id: `id${String(day).padStart(3, '0')}`, kind, snapshot: `s${day}`, dataDir: '/d', settings: '' },
  ...{ startedAt: `2026-11-${day}T01:00:00.000Z`, stoppedAt: `2026-11-${day}T01:05:00.000Z`, program: '1' },
  ...{ label: 'L', firstWal: kind === 'whole' ? `0000000100000000000000${day}` : null },
});

test('objects are sealed: nothing readable on the disk, and no other key, name or byte opens them', async () => {
  const store = openSealedStore(inFolder('sealed'), []);
  await store.put('wal/aa', Buffer.from('targa AB123CD '.repeat(1_000)));
  const file = join(folder, 'sealed/objects/wal/aa');
  const bytes = await readFile(file);
  expect(bytes.includes('AB123CD')).toBe(false);
  expect((await store.get('wal/aa'))?.length).toBe(14_000);
  expect(await store.get('wal/bb')).toBeNull();
  const other = openSealedStore(inFolder('sealed', Buffer.alloc(32, 8).toString('base64url')), []);
  await expect(other.get('wal/aa')).rejects.toMatchObject({ name: 'SealBroken' });
  await writeFile(join(folder, 'sealed/objects/wal/cc'), bytes);
  await expect(store.get('wal/cc')).rejects.toMatchObject({ name: 'SealBroken' });
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
  await writeFile(file, bytes);
  await expect(store.get('wal/aa')).rejects.toMatchObject({ name: 'SealBroken' });
});

test('the log of changes goes into a bucket as into a folder, also a part that resists compression', async () => {
  const access = { region: 'eu-south-1', keyId: 'VARCOKEY', secret: 'segreto/di+prova=' };
  const bucket = await startTestBucket({ ...access, now: () => Date.now() });
  const store = openSealedStore({ ...inFolder('unused'), repository: bucket.url, bucket: access }, ['127.0.0.0/8']);
  const part = crypto.getRandomValues(new Uint8Array(60_000));
  await store.put(getWalKey('00000001000000000000000A'), part);
  expect(await store.list('wal')).toEqual(['00000001000000000000000a']);
  expect(await store.get(getWalKey('00000001000000000000000A'))).toEqual(Buffer.from(part));
  await store.remove(getWalKey('00000001000000000000000A'));
  expect(await store.list('wal')).toEqual([]);
  await bucket.stop();
});

test('in a bucket: the ring is replaced and read, and a period is removed with everything in it, and nothing else', async () => {
  const access = { region: 'eu-south-1', keyId: 'VARCOKEY', secret: 'segreto/di+prova=' };
  const bucket = await startTestBucket({ ...access, now: () => Date.now() });
  const settings = { ...inFolder('unused'), repository: bucket.url, bucket: access };
  const input = { settings, dataDir: join(folder, 'data'), allowedCidrs: ['127.0.0.0/8'] };
  const begun = addPeriod(createRing(null), '2026-11-10T00:00:00.000Z');
  await writeRing(input, begun.ring);
  await writeRing(input, markReady({ ...begun.ring, revision: 1 }, 1, '2026-11-10T00:00:00.000Z'));
  expect(await readRing(input)).toMatchObject({ isSettled: true, ring: { revision: 2, periods: [{ number: 1 }] } });
  const blobs = openPlaceBlobs(settings, input.allowedCidrs);
  const kept = ['objects/epochs/2', 'periods/10/restic/config', 'begun/10'];
  const removed = ['periods/1/restic/config', 'periods/1/restic/data/ab/abcd', 'periods/1/objects/wal/aa', 'begun/1'];
  for (const key of [...kept, ...removed]) await blobs.put(key, Buffer.from('x'));
  await removePeriodFiles(input, 1);
  const left = [...bucket.objects.keys()].map((path) => path.slice(new URL(bucket.url).pathname.length + 1));
  expect(left.sort()).toEqual([...kept, 'ring/keys'].sort());
  await bucket.stop();
});

test('a ring opens with its main key only, and says whether the key is another or the bytes were changed', async () => {
  const ring = addPeriod(createRing('2026-11-10T00:00:00.000Z'), '2026-11-11T00:00:00.000Z').ring;
  const bytes = await sealRing(KEY, ring);
  expect(await openRing(KEY, bytes)).toEqual(ring);
  expect(await openRing(Buffer.alloc(32, 8).toString('base64url'), bytes)).toBe('otherKey');
  for (const changed of [bytes.subarray(0, 8), bytes.subarray(0, -1), Buffer.from(bytes).fill(0, 30, 31)])
    expect(await openRing(KEY, changed)).toBe('damaged');
  expect(await openRing(KEY, Buffer.alloc(bytes.length))).toBe('damaged');
  expect(addPeriod(ring, '2026-12-01T00:00:00.000Z').ring).toBe(ring);
});

test('a restoration takes the newest whole backup before the instant, and the pictures of the next copy after it', () => {
  const sets = [buildSet(10), buildSet(11), buildSet(12, 'files'), buildSet(13), buildSet(14, 'files')];
  const ids = (to: string | null) => {
    const chosen = chooseSets(sets, to === null ? null : new Date(to));
    return chosen === null ? null : [chosen.whole.id, chosen.files.id];
  };
  expect(ids(null)).toEqual(['id013', 'id014']);
  expect(ids('2026-11-11T20:00:00Z')).toEqual(['id011', 'id012']);
  // While a backup runs it cannot be the start yet.
  expect(ids('2026-11-13T01:04:00Z')).toEqual(['id011', 'id014']);
  expect(ids('2026-11-20T00:00:00Z')).toEqual(['id013', 'id014']);
  expect(ids('2026-11-10T01:00:00Z')).toBeNull();
});

test('the term removes old backups but never the newest whole ones, and then the changes that only they needed', async () => {
  const sets = [buildSet(10), buildSet(11), buildSet(12, 'files'), buildSet(13), buildSet(14, 'files')];
  const expired = (now: string, keep: number) =>
    listExpiredSets(sets, { now: new Date(now), keep, days: 2 }).map(({ id }) => id);
  expect(expired('2026-11-14T01:00:00Z', 2)).toEqual(['id010']);
  expect(expired('2026-11-14T01:00:00Z', 1)).toEqual(['id010', 'id011']);
  expect(expired('2026-12-30T00:00:00Z', 2)).toEqual(['id010', 'id012', 'id014']);
  const store = openSealedStore(inFolder('kept'), []);
  for (const set of sets) await putBackupSet(store, set);
  expect((await listBackupSets(store)).map(({ id }) => id)).toEqual(sets.map(({ id }) => id));
  for (const name of ['000000010000000000000012', '000000020000000000000012', '000000010000000000000013'])
    await store.put(getWalKey(name), Buffer.from('w'));
  await store.put(getWalKey('00000002.history'), Buffer.from('h'));
  expect(await removeOldWal(store, sets.slice(3))).toBe(2);
  expect((await readdir(join(folder, 'kept/objects/wal'))).sort()).toEqual([
    '000000010000000000000013',
    '00000002history',
  ]);
});

test('settings: a place and a key, from a file as from a value; what cannot work is refused in plain words', async () => {
  const schema = z.object(BACKUP_FIELDS);
  const file = join(folder, 'key');
  await writeFile(file, `${KEY}\n`);
  const read = (env: Record<string, string>) => readBackupSettings(readEnv(schema, env));
  expect(read({})).toBeNull();
  expect(read({ VARCO_BACKUP_REPOSITORY: '/srv/copie', VARCO_BACKUP_KEY_FILE: file })).toEqual({
    ...{ repository: '/srv/copie', key: KEY, bucket: null, ring: null, days: 14, keep: 2 },
  });
  const s3 = { VARCO_BACKUP_REPOSITORY: 'https://s3.example/copie/borgo', VARCO_BACKUP_S3_KEY: 'id:se:greto' };
  expect(read({ ...s3, VARCO_BACKUP_KEY: KEY })?.bucket).toEqual({
    ...{ region: 'us-east-1', keyId: 'id', secret: 'se:greto' },
  });
  expect(() => read({ VARCO_BACKUP_REPOSITORY: 'copie', VARCO_BACKUP_KEY: 'x', VARCO_BACKUP_DAYS: '0' })).toThrow(
    /VARCO_BACKUP_REPOSITORY: must be a folder[^]*VARCO_BACKUP_KEY: must be the key[^]*VARCO_BACKUP_DAYS: must be at least 1/,
  );
});
