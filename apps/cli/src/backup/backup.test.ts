import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type BackedUpPlant, makeBackedUpPlant } from '../testing/backed-up-plant.ts';
import { parseTarget } from './format-backup.ts';

const WORLD_MS = 180_000;
const Doctor = z.object({ checks: z.array(z.object({ code: z.string().nullable() })) });

let plant: BackedUpPlant;
beforeAll(async () => {
  plant = await makeBackedUpPlant(18_871);
  await plant.start();
}, WORLD_MS);
afterAll(() => plant?.remove());

const backup = (...args: string[]) => plant.varco('backup', 'plant-borgo', ...args);
const restore = (...args: string[]) => plant.varco('restore', 'plant-borgo', ...args);
/** Faults and warnings that doctor finds about backups. */
const examine = async (): Promise<string[]> => {
  const { out } = await plant.varco('doctor', '--json');
  const { checks } = Doctor.parse(JSON.parse(out));
  return checks.flatMap(({ code }) => (code?.startsWith('backup') === true ? [code] : []));
};
const readMetric = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await plant.metrics())?.[1]);

// Servers are started and stopped within tests; how long that takes is the machine's affair.
describe('backup and restore of a plant', { timeout: 240_000 }, () => {
  test('what is missing is said in one line, with the command', async () => {
    expect(await backup()).toEqual({
      ...{ code: 2, out: '', err: 'Backups are not set up. Run: varco backup plant-borgo --init\n' },
    });
    expect((await plant.varco('backup', 'borgo')).err).toBe('The server is called portal, or plant-NAME.\n');
    expect((await restore('--to', 'yesterday')).err).toContain('--to is needed');
    expect(await readMetric('varco_backup_configured')).toBe(0);
    expect(await examine()).toEqual(['backupNone']);
  });

  test('init makes an encrypted place and a key for one user, and shows it once', async () => {
    const first = await backup('--init', '--repository', plant.repository);
    expect([first.code, first.err]).toEqual([0, '']);
    const keyFile = join(plant.etc, 'plant-borgo-backup.key');
    const key = (await readFile(keyFile, 'utf8')).trim();
    expect(first.out).toContain(`\n  ${key}\n`);
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    const again = await backup('--init', '--repository', plant.repository);
    expect([again.code, again.out.includes(key)]).toEqual([0, false]);
    expect((await backup()).err).toContain('restart the server');
    await plant.stop();
    expect((await backup()).err).toContain('start it first');
    await plant.start();
    expect(await readMetric('varco_backup_configured')).toBe(1);
    await chmod(join(plant.etc, 'plant-borgo-backup.key'), 0o644);
    expect(await examine()).toEqual(['backupKeyMode', 'backupNever', 'backupUntried']);
    await chmod(join(plant.etc, 'plant-borgo-backup.key'), 0o600);
  });

  test('the role of the backups begins and ends them, and reads or changes no table', async () => {
    expect(
      await plant.query(
        `select has_function_privilege('pg_backup_start(text, boolean)', 'execute') as may`,
        'varco_backup',
      ),
    ).toEqual([{ may: true }]);
    const [rights] = await plant.query<{ rights: number }>(
      `select count(*)::int as rights from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname not in ('pg_catalog', 'information_schema') and c.relkind in ('r', 'p', 'v', 'S')
          and case when c.relkind = 'S' then has_sequence_privilege('varco_backup', c.oid, 'usage, select, update')
                   else has_table_privilege('varco_backup', c.oid, 'select, insert, update, delete, truncate') end`,
    );
    expect(rights).toEqual({ rights: 0 });
  });

  test(
    'a whole backup, then changes in the archive: the trial restores them, examines all and notes it',
    async () => {
      await plant.send(['AA000AA']);
      expect(await backup()).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Whole backup of') });
      await plant.send(['AA001AA']);
      await plant.archive();
      const { code, out, err } = await backup('--verify');
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(
        /Log whole: \d+ entries checked\.[^]*All counts equal the transits\.[^]*can be restored and is whole[^]*transit 2,/,
      );
      expect(await readMetric('varco_backup_verify_failed')).toBe(0);
      expect(await examine()).toEqual([]);
      expect(await readMetric('varco_backup_verify_age_seconds')).toBeLessThan(3_600);
      expect(await readMetric('varco_backup_bytes')).toBeGreaterThan(100_000);
      expect(await plant.plates()).toEqual(['AA000AA', 'AA001AA']);
    },
    WORLD_MS,
  );

  test(
    'to an instant, on an empty machine: only place and key are needed, and the log begins an epoch that says so',
    async () => {
      await plant.send(['AA002AA']);
      const [row] = await plant.query<{ now: string }>('select clock_timestamp()::text as now');
      await plant.send(['AA003AA']);
      await plant.archive();
      expect((await restore('--to', 'latest')).err).toContain('is not empty and was not touched');
      await plant.kill();
      await rm(plant.dataDir, { recursive: true });
      const key = join(plant.folder, 'key-from-the-safe');
      await rename(join(plant.etc, 'plant-borgo-backup.key'), key);
      await rm(plant.etc, { recursive: true });
      expect((await restore('--to', 'latest')).err).toContain('--repository and --key-file are needed');
      const to = new Date(Date.parse(row?.now ?? '') + 1).toISOString();
      const { code, out, err } = await restore('--to', to, '--repository', plant.repository, '--key-file', key);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/Settings restored[^]*Database restored as of 20[^]*transit 3,[^]*begins epoch 2/);
      await plant.start();
      expect(await plant.plates()).toEqual(['AA000AA', 'AA001AA', 'AA002AA']);
      const [entry] = await plant.query<{ body: string }>('select body from audit_detail where epoch = 2 and seq = 1');
      expect(JSON.parse(entry?.body ?? '{}')).toMatchObject({
        ...{ restored: { to }, earlier: { origin: expect.stringMatching(/\/1$/) } },
      });
      expect((await plant.varco('audit', 'verify', '--data', plant.dataDir, '--name', 'varco_plant')).code).toBe(0);
    },
    WORLD_MS,
  );

  test(
    'a second restoration goes on from the first: its changes are there, and its epoch has a number of its own',
    async () => {
      await plant.send(['AA004AA']);
      await plant.archive();
      await plant.kill();
      await rm(plant.dataDir, { recursive: true });
      const { code, out, err } = await restore('--to', 'latest');
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain('begins epoch 3');
      await plant.start();
      expect(await plant.plates()).toEqual(['AA000AA', 'AA001AA', 'AA002AA', 'AA004AA']);
    },
    WORLD_MS,
  );

  test(
    'pictures and secrets come from the newest copy, also one of the files alone',
    async () => {
      expect((await backup()).code).toBe(0);
      const picture = join(plant.dataDir, 'pictures/full/ab/abcd');
      await mkdir(dirname(picture), { recursive: true });
      await cp(join(plant.dataDir, 'server.secret'), picture);
      expect((await backup('--files')).out).toContain('Backup of the files');
      const secret = await readFile(join(plant.dataDir, 'server.secret'));
      await plant.kill();
      await rm(plant.dataDir, { recursive: true });
      expect((await restore('--to', 'latest')).code).toBe(0);
      expect(await readFile(picture)).toEqual(secret);
      expect(await readFile(join(plant.dataDir, 'server.secret'))).toEqual(secret);
      expect((await readdir(plant.dataDir)).includes('.restoring')).toBe(false);
      await plant.start();
    },
    WORLD_MS,
  );

  test(
    'a backup of a log that was rewritten is found by the trial, and no good',
    async () => {
      const rewrite = (from: string, to: string) =>
        plant.query(
          `set session_replication_role = replica; update audit_entry set body = replace(body, '${from}', '${to}') where epoch = 1 and seq = 1`,
          'postgres',
        );
      await rewrite('"epoch":1', '"epoch":9');
      await plant.archive();
      const { code, out, err } = await backup('--verify');
      expect([code, err]).toEqual([1, expect.stringContaining('is NOT whole')]);
      expect(out).toMatch(/LOG/i);
      expect(await readMetric('varco_backup_verify_failed')).toBe(1);
      await rewrite('"epoch":9', '"epoch":1');
    },
    WORLD_MS,
  );

  test(
    'an instant beyond the archive, before the first backup, a wrong key, a damaged part: said, and nothing is left',
    async () => {
      await plant.archive();
      await plant.stop();
      const kept = join(plant.folder, 'kept');
      await rename(plant.dataDir, kept);
      expect((await restore('--to', '2999-01-01T00:00:00Z')).err).toMatch(
        /^Failed: The archive ends before the instant asked for.*--to latest\.\n$/,
      );
      expect((await restore('--to', '2000-01-01T00:00:00Z')).err).toMatch(/^Failed: The oldest backup is of /);
      expect(await readdir(plant.dataDir)).toEqual([]);
      const keyFile = join(plant.etc, 'plant-borgo-backup.key');
      const key = await readFile(keyFile);
      await writeFile(keyFile, Buffer.alloc(32, 1).toString('base64url'));
      expect((await restore('--to', 'latest')).err).toMatch(
        /^Failed: the key \(VARCO_BACKUP_KEY_FILE\) is not that of the ring of keys in /,
      );
      await writeFile(keyFile, key);
      const wal = join(plant.repository, 'periods/1/objects/wal');
      const last =
        (await readdir(wal))
          .filter((name) => name.length === 24)
          .sort()
          .at(-1) ?? '';
      const bytes = await readFile(join(wal, last));
      await writeFile(join(wal, last), bytes.fill(0, 40, 60));
      expect((await restore('--to', 'latest')).err).toMatch(
        /^Failed: A part of the archived log of changes is damaged/,
      );
      expect(await readdir(plant.dataDir)).toEqual([]);
      await rm(plant.dataDir, { recursive: true });
      await rename(kept, plant.dataDir);
      await plant.start();
      expect((await backup('--verify')).code).toBe(1);
      expect(await readMetric('varco_backup_verify_failed')).toBe(1);
      const status = join(plant.dataDir, 'backup-status.json');
      const noted: object = JSON.parse(await readFile(status, 'utf8'));
      const old = { at: '2020-01-01T00:00:00.000Z', bytes: 1, seconds: 1 };
      await writeFile(status, JSON.stringify({ ...noted, backup: old }));
      expect(await examine()).toEqual(['backupOld', 'backupBad']);
      await rm(join(plant.etc, 'plant-borgo-backup.key'));
      expect(await examine()).toContain('backupKeyMissing');
    },
    WORLD_MS,
  );
});

test('instants are read with a zone, or by the clock of the machine', () => {
  expect(parseTarget('latest')).toBeNull();
  expect(parseTarget('2026-11-26 14:05:09 UTC')).toBe('2026-11-26T14:05:09.000Z');
  expect(parseTarget('2026-11-26T14:05:09.250+01:00')).toBe('2026-11-26T13:05:09.250Z');
  expect(parseTarget('2026-11-26 14:05')).toBe(new Date('2026-11-26T14:05').toISOString());
  for (const text of ['', 'now', '2026-13-26 14:05', '2026-11-26', "2026-11-26 14:05'; drop"])
    expect(parseTarget(text)).toBeUndefined();
});
