import { spawnSync } from 'node:child_process';
import { cp, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBackupPlace, listStoredSets } from '@varco/server-kit/backup/backup-place.ts';
import { destroyKeys } from '@varco/server-kit/backup/end-periods.ts';
import { readRing, type RingInput } from '@varco/server-kit/backup/ring-homes.ts';
import { openSealedStore } from '@varco/server-kit/backup/sealed-store.ts';
import { agePeriod } from '@varco/server-kit/testing/age-period.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type BackedUpPlant, makeBackedUpPlant, waitUntil } from '../testing/backed-up-plant.ts';
import { findResticFolder } from '../testing/find-restic.ts';

const WORLD_MS = 240_000;
const Doctor = z.object({ checks: z.array(z.object({ code: z.string().nullable() })) });

let plant: BackedUpPlant;
let input: RingInput;
beforeAll(async () => {
  plant = await makeBackedUpPlant(18_873);
  await backup('--init', '--repository', plant.repository);
  input = await readRingInput(plant);
  await plant.start();
}, WORLD_MS);
afterAll(() => plant?.remove());

/** What the programs of the plant are given about its backups. */
async function readRingInput({ etc, repository, dataDir }: BackedUpPlant): Promise<RingInput> {
  const key = (await readFile(join(etc, 'plant-borgo-backup.key'), 'utf8')).trim();
  return { settings: { repository, key, bucket: null, ring: null, days: 14, keep: 2 }, dataDir, allowedCidrs: [] };
}
const backup = (...args: string[]) => plant.varco('backup', 'plant-borgo', ...args);
const restore = (...args: string[]) => plant.varco('restore', 'plant-borgo', ...args);
const inPlace = (...path: string[]): string => join(plant.repository, ...path);
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
const examine = async (): Promise<string[]> => {
  const { checks } = Doctor.parse(JSON.parse((await plant.varco('doctor', '--json')).out));
  return checks.flatMap(({ code }) => (code?.startsWith('backup') === true && code !== 'backupUntried' ? [code] : []));
};
/** Numbers of the periods whose key is in the ring. */
const listKeys = async (): Promise<readonly number[]> =>
  (await readRing(input)).ring?.periods.map(({ number }) => number) ?? [];
/** What restic says about a repository when it is given a password. This machine may have restic in its cache only. */
const tryRestic = (repository: string, password: string, command = 'snapshots'): string => {
  const program = join(findResticFolder(), 'restic');
  const env = { PATH: process.env['PATH'], RESTIC_PASSWORD: password };
  const { status, stderr } = spawnSync(program, ['--no-cache', '-r', repository, command], {
    env,
    encoding: 'utf8',
  });
  return status === 0 ? 'opened' : stderr.trim();
};
const readClock = async (): Promise<string> => {
  const [row] = await plant.query<{ now: string }>('select clock_timestamp()::text as now');
  return new Date(Date.parse(row?.now ?? '') + 1).toISOString();
};
/** Details of the entries of the log about ended periods. */
const listRecordedEnds = async (): Promise<readonly unknown[]> =>
  (
    await plant.query<{ body: string }>(
      `select d.body from audit_entry e join audit_detail d using (epoch, seq)
        where e.action = 'retention.end-backups' order by e.epoch, e.seq`,
    )
  ).map(({ body }) => JSON.parse(body));
const NO_KEY = /wrong password or no key found/;

// Servers are started and stopped within tests; how long that takes is the machine's affair.
describe('periods of backups with keys of their own', { timeout: WORLD_MS }, () => {
  test('a new key begins a period, says what that costs and when the former ends; both can be restored', async () => {
    await plant.send(['AA000AA']);
    expect(await backup()).toMatchObject({ code: 0, err: '', out: expect.not.stringContaining('period') });
    const inFormer = await readClock();
    await plant.send(['AA001AA']);
    await plant.archive();
    expect((await backup('--new-key', '--files')).code).toBe(2);
    const { code, out, err } = await backup('--new-key');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /Everything is copied again[^]*period 1 can be opened until \d{4}-[^]*begins period 2, with a key/,
    );
    await plant.send(['AA002AA']);
    await plant.archive();
    await plant.kill();
    await rm(plant.dataDir, { recursive: true });
    // The newer period needs nothing of the older one.
    await rename(inPlace('periods/1'), join(plant.folder, 'former'));
    expect(await restore('--to', 'latest')).toMatchObject({ code: 0, err: '' });
    await rename(join(plant.folder, 'former'), inPlace('periods/1'));
    await plant.start();
    expect(await plant.plates()).toEqual(['AA000AA', 'AA001AA', 'AA002AA']);
    // From the older one, through the changes of both.
    await plant.kill();
    await rm(plant.dataDir, { recursive: true });
    await rename(inPlace('periods/2/objects/sets'), join(plant.folder, 'sets'));
    expect(await restore('--to', 'latest')).toMatchObject({ code: 0, err: '' });
    await rename(join(plant.folder, 'sets'), inPlace('periods/2/objects/sets'));
    await plant.start();
    expect(await plant.plates()).toEqual(['AA000AA', 'AA001AA', 'AA002AA']);
    await plant.kill();
    await rm(plant.dataDir, { recursive: true });
    expect(await restore('--to', inFormer)).toMatchObject({ code: 0, err: '' });
    await plant.start();
    expect(await plant.plates()).toEqual(['AA000AA']);
  });

  test('neither the main key nor the key of another period opens one, neither repository nor log of changes', async () => {
    const { ring } = await readRing(input);
    const [first = '', second = ''] = ring?.periods.map(({ key }) => key ?? '') ?? [];
    const { key: main } = input.settings;
    expect(new Set([first, second, main]).size).toBe(3);
    expect(tryRestic(inPlace('periods/2/restic'), second)).toBe('opened');
    for (const key of [main, first]) expect(tryRestic(inPlace('periods/2/restic'), key)).toMatch(NO_KEY);
    const [set = ''] = await readdir(inPlace('periods/2/objects/sets'));
    const [part = ''] = await readdir(inPlace('periods/2/objects/wal'));
    for (const key of [main, first]) {
      const store = openSealedStore({ ...input.settings, repository: inPlace('periods/2'), key }, []);
      await expect(store.get(`sets/${set}`)).rejects.toMatchObject({ name: 'SealBroken' });
      await expect(store.get(`wal/${part}`)).rejects.toMatchObject({ name: 'SealBroken' });
    }
  });

  test('past the term the key is destroyed, then the files: no copy of the place opens any more', async () => {
    expect((await backup()).code).toBe(0);
    await agePeriod(input, 1, 20);
    const copy = join(plant.folder, 'copied');
    await cp(plant.repository, copy, { recursive: true });
    const formerKey = (await readRing(input)).ring?.periods[0]?.key ?? '';
    await link(inPlace('ring/keys'), join(plant.folder, 'former-ring'));
    const { code, out, err } = await backup();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Period 1 has ended: its key is destroyed and its files are removed.');
    expect(await listKeys()).toEqual([2]);
    expect([await exists(inPlace('periods/1')), await exists(inPlace('begun/1'))]).toEqual([false, false]);
    // The file that the ring was in before holds nothing any more.
    expect((await readFile(join(plant.folder, 'former-ring'))).every((byte) => byte === 0)).toBe(true);
    // The copy is whole: with the key from before it would open.
    expect(tryRestic(join(copy, 'periods/1/restic'), formerKey)).toBe('opened');
    await cp(inPlace('ring/keys'), join(copy, 'ring/keys'));
    const copied = { ...input, settings: { ...input.settings, repository: copy } };
    const { periods } = await openBackupPlace(copied);
    expect(periods.map(({ number }) => number)).toEqual([2]);
    const keys = [input.settings.key, (await readRing(input)).ring?.periods[0]?.key ?? ''];
    for (const key of keys) expect(tryRestic(join(copy, 'periods/1/restic'), key)).toMatch(NO_KEY);
    await rm(copy, { recursive: true });
    expect(await examine()).toEqual([]);
    expect(await plant.metrics()).toMatch(/^varco_backup_periods 1$/m);
  });

  test('the running server takes the end of the period into its consultation log, once', async () => {
    await waitUntil('end recorded', async () => (await listRecordedEnds()).length > 0);
    await plant.stop();
    await plant.start();
    await waitUntil('looked again', async () =>
      /varco_job_runs_total\{[^}]*"backups.record-ends"/.test(await plant.metrics()),
    );
    const { ring } = await readRing(input);
    const [at = ''] = ring?.destroyed.map((one) => one.at) ?? [];
    expect(await listRecordedEnds()).toEqual([{ destroyed: 'key', destroyed_at: at, period: 1 }]);
  });

  test('prove-gone says until when backups can be opened, and opens none', async () => {
    const plates = join(plant.folder, 'plates.txt');
    await writeFile(plates, 'ZZ999ZZ\n');
    const { code, out } = await plant.varco('prove-gone', plates, '--data', plant.dataDir, '--name', 'varco_plant');
    expect(code).toBe(0);
    expect(out).toMatch(
      /not searched[^]*period 2, since \d{4}-[^]*until about \d{4}-[^]*period 1: key destroyed on \d{4}-[^]*; entry 4\/\d+ of the consultation log/,
    );
  });

  test('the only backup that can be restored is never destroyed; a period as old as backups get is followed by the next', async () => {
    await agePeriod(input, 2, 100);
    const first = await backup();
    expect(first.out).toMatch(/begins period 3, with a key/);
    expect(first.out).not.toContain('has ended');
    expect(await listKeys()).toEqual([2, 3]);
    const second = await backup();
    expect(second.out).toContain('Period 2 has ended');
    expect(second.out).not.toContain('begins period');
    expect(await listKeys()).toEqual([3]);
  });

  test('a run killed between key and files leaves files that nothing opens, and the next one removes them', async () => {
    expect((await backup('--new-key')).code).toBe(0);
    expect((await backup()).code).toBe(0);
    await agePeriod(input, 3, 30);
    const place = await openBackupPlace(input);
    const ring = place.ring;
    if (ring === null) throw new Error('no ring');
    const sets = (await listStoredSets(place.periods)).filter(({ period }) => period.number !== 3);
    await destroyKeys(input, { ...place, ring }, sets, new Date());
    expect(await listKeys()).toEqual([4]);
    expect(await exists(inPlace('periods/3/restic/config'))).toBe(true);
    expect((await backup()).out).toContain('Period 3 has ended');
    expect(await exists(inPlace('periods/3'))).toBe(false);
  });

  test('a ring that cannot be replaced is a destruction that failed: said, noted, and tried again', async () => {
    expect((await backup('--new-key')).code).toBe(0);
    expect((await backup()).code).toBe(0);
    await agePeriod(input, 4, 30);
    const beside = join(plant.dataDir, 'backup-ring');
    await rm(beside);
    await mkdir(beside);
    const { code, out, err } = await backup();
    expect([code, out.includes('has ended')]).toEqual([1, false]);
    expect(err).toContain(`NOT ended: The ring of keys could not be replaced in ${beside}.`);
    expect(await exists(inPlace('periods/4/restic/config'))).toBe(true);
    expect(await examine()).toEqual(['backupKeyLeft']);
    expect(await plant.metrics()).toMatch(/^varco_backup_key_left 1$/m);
    await rm(beside, { recursive: true });
    expect(await backup()).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Period 4 has ended') });
    expect((await readFile(beside)).equals(await readFile(inPlace('ring/keys')))).toBe(true);
    expect(await examine()).toEqual([]);
  });

  test('a ring that is damaged, missing, older than its place, or of another one: one clear line each', async () => {
    const older = await readFile(inPlace('ring/keys'));
    expect((await backup('--new-key')).code).toBe(0);
    await plant.stop();
    const home = join(plant.folder, 'stopped');
    await rename(plant.dataDir, home);
    const newest = await readFile(inPlace('ring/keys'));
    const failsWith = async (bytes: Buffer | null): Promise<string> => {
      if (bytes === null) await rm(inPlace('ring/keys'));
      else await writeFile(inPlace('ring/keys'), bytes);
      const { code, err } = await restore('--to', 'latest');
      expect([code, err.split('\n').length]).toEqual([1, 2]);
      return err;
    };
    expect(await failsWith(newest.subarray(0, 60))).toMatch(/^Failed: The ring of keys in \S+ is damaged/);
    expect(await failsWith(Buffer.from(newest).fill(0, 40, 50))).toMatch(/^Failed: The ring of keys in \S+ is damaged/);
    expect(await failsWith(older)).toMatch(/^Failed: The ring of keys \(.*\) is older than the place of the backups/);
    expect(await failsWith(null)).toMatch(/^Failed: The ring of keys is missing \(/);
    await writeFile(inPlace('ring/keys'), newest);
    await rename(inPlace('begun'), join(plant.folder, 'begun'));
    expect((await restore('--to', 'latest')).err).toMatch(/^Failed: The place of the backups lacks period 6,.*mounted/);
    await rename(join(plant.folder, 'begun'), inPlace('begun'));
    await rm(plant.dataDir, { recursive: true, force: true });
    await rename(home, plant.dataDir);
    await plant.start();
  });

  test('a folder of its own takes the ring from everywhere else, and an empty machine is told where it is', async () => {
    const folder = join(plant.folder, 'ring-of-its-own');
    expect((await backup('--init', '--ring', folder)).code).toBe(0);
    expect(await exists(join(folder, 'backup-ring'))).toBe(true);
    for (const other of [inPlace('ring/keys'), join(plant.dataDir, 'backup-ring')])
      expect(await exists(other)).toBe(false);
    await plant.stop();
    await plant.start();
    expect(await backup()).toMatchObject({ code: 0, err: '' });
    expect(await examine()).toEqual([]);
    await plant.kill();
    await rm(plant.dataDir, { recursive: true });
    const key = join(plant.folder, 'key-from-the-safe');
    await rename(join(plant.etc, 'plant-borgo-backup.key'), key);
    await rm(plant.etc, { recursive: true });
    const access = ['--to', 'latest', '--repository', plant.repository, '--key-file', key];
    expect((await restore(...access)).err).toMatch(/^Failed: The ring of keys is missing/);
    expect(await restore(...access, '--ring', folder)).toMatchObject({ code: 0, err: '' });
    await plant.start();
    expect(await plant.plates()).toContain('AA000AA');
    const elsewhere = join(plant.folder, 'elsewhere');
    expect((await backup('--init', '--repository', elsewhere)).err).toMatch(/is that of another place of backups/);
    expect((await backup('--init', '--repository', elsewhere, '--ring', `${folder}-2`)).code).toBe(0);
    await plant.stop();
    await plant.start();
    expect(await backup()).toMatchObject({ code: 0, err: '' });
    expect(await readdir(elsewhere)).toEqual(['begun', 'periods']);
  });
});

describe('backups of before there were periods', { timeout: WORLD_MS }, () => {
  test('go on as period 0 under the main key, are followed by a period of its own, and end with their files', async () => {
    await plant.remove();
    plant = await makeBackedUpPlant(18_873);
    await backup('--init', '--repository', plant.repository);
    input = await readRingInput(plant);
    // As the versions before left it: one repository under the main key, and no ring.
    await rm(plant.repository, { recursive: true });
    await rm(join(plant.dataDir, 'backup-ring'), { force: true });
    expect(tryRestic(inPlace('restic'), input.settings.key, 'init')).toBe('opened');
    await plant.start();
    await plant.send(['BB000BB']);
    await plant.archive();
    expect(await readdir(inPlace('objects/wal'))).not.toEqual([]);
    expect(await backup('--files')).toMatchObject({ code: 0, err: '' });
    expect((await readRing(input)).ring).toBeNull();
    expect(await backup()).toMatchObject({ code: 0, err: '', out: expect.not.stringContaining('begins period') });
    expect(await listKeys()).toEqual([0]);
    await plant.kill();
    await rm(plant.dataDir, { recursive: true });
    expect((await restore('--to', 'latest')).out).toContain('begins epoch 2');
    await plant.start();
    await agePeriod(input, 0, 15);
    expect((await backup()).out).toContain('begins period 1, with a key');
    expect((await backup()).out).toContain(
      'Period 0 has ended: its files are removed. The main key opened it, and stays.',
    );
    expect(await listKeys()).toEqual([1]);
    expect((await readdir(plant.repository)).sort()).toEqual(['begun', 'objects', 'periods', 'ring']);
    expect(await readdir(inPlace('objects'))).toEqual(['epochs']);
    await plant.kill();
    await rm(plant.dataDir, { recursive: true });
    expect((await restore('--to', 'latest')).out).toContain('begins epoch 3');
    await plant.start();
    expect(await plant.plates()).toEqual(['BB000BB']);
  });

  test('a server that moves to an empty place begins there, and the place before can still be restored', async () => {
    const elsewhere = join(plant.folder, 'elsewhere');
    expect((await backup('--init', '--repository', elsewhere)).code).toBe(0);
    await plant.stop();
    await plant.start();
    expect(await backup()).toMatchObject({ code: 0, err: '' });
    expect(await examine()).toEqual([]);
    const before = await openBackupPlace({ ...input, dataDir: join(plant.folder, 'empty-machine') });
    expect(before.periods.map(({ number }) => number)).toEqual([1]);
    expect((await listStoredSets(before.periods)).length).toBeGreaterThan(1);
  });

  test('of two whole backups at once one is made, and the other says why not', async () => {
    const ends = await Promise.all([backup(), backup()]);
    expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([0, 1]));
    expect(ends.map(({ err }) => err).toSorted()).toEqual([
      '',
      'Failed: Another whole backup of this server is running.\n',
    ]);
  });
});
