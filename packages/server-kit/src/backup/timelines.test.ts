import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type BackupSet, putBackupSet } from './backup-sets.ts';
import { openRestic } from './restic.ts';
import { restoreBackup } from './restore-backup.ts';
import { noteRestoration } from './restorations.ts';
import { openSealedStore } from './sealed-store.ts';
import { describeRestoration, findBranch, listTimelines, parseRestoration } from './timelines.ts';

const day = (number: number): Date => new Date(Date.UTC(2026, 10, number));
const build = (timeline: number, at: number, to: number | null, through = to ?? at) =>
  describeRestoration({
    ...{ backup: 'b', timeline, at: day(at) },
    to: to === null ? null : day(to),
    through: day(through),
  });
/** Days of backups that lie on the branch of an instant, and its number. */
const find = (made: readonly ReturnType<typeof build>[], to: number | null, timelines?: readonly number[]) => {
  const branch = findBranch(made, timelines ?? made.map(({ timeline }) => timeline), to === null ? null : day(to));
  const days = Array.from({ length: 25 }, (_, index) => index + 1);
  return [branch.timeline, days.filter((one) => branch.has(day(one).toISOString()) && one <= (to ?? 25))];
};
const range = (from: number, end: number) => Array.from({ length: end - from + 1 }, (_, index) => from + index);

describe('the branch that has an instant', () => {
  test('without a restoration there is one, and of unknown ones the newest is taken as before', () => {
    expect(find([], null)).toEqual(['latest', range(1, 25)]);
    expect(find([], 10, [2, 3])).toEqual(['latest', range(1, 10)]);
    // A version that notes nothing restored after one that does.
    expect(find([build(2, 10, 5)], 7, [2, 3])).toEqual(['latest', range(1, 7)]);
  });

  test('a restoration to an instant left what came after, with the backups made meanwhile', () => {
    const made = [build(2, 10, 5)];
    expect(find(made, null)).toEqual(['2', [...range(1, 5), ...range(10, 25)]]);
    expect(find(made, 12)).toEqual(['2', [...range(1, 5), ...range(10, 12)]]);
    expect(find(made, 8)).toEqual(['1', range(1, 8)]);
    expect(find(made, 5)).toEqual(['1', range(1, 5)]);
  });

  test('one to the end left nothing: what came after its last change is on its branch', () => {
    const made = [build(2, 10, null, 9)];
    expect(find(made, null)).toEqual(['2', range(1, 25)]);
    expect(find(made, 9)).toEqual(['2', range(1, 9)]);
    expect(find(made, 8)).toEqual(['1', range(1, 8)]);
  });

  test('the second one to an older instant begins from the first branch, not from the one it replaces', () => {
    const made = [build(2, 10, 8), build(3, 15, 5), build(4, 20, 12)];
    expect(find(made, 9)).toEqual(['1', range(1, 9)]);
    expect(find(made, 12)).toEqual(['2', [...range(1, 8), ...range(10, 12)]]);
    expect(find(made, 17)).toEqual(['3', [...range(1, 5), ...range(15, 17)]]);
    expect(find(made, null)).toEqual(['4', [...range(1, 8), ...range(10, 12), ...range(20, 25)]]);
  });

  test('branches of before restorations were noted are the first one', () => {
    expect(find([build(4, 15, 8)], 12, [2, 3, 4])).toEqual(['3', range(1, 12)]);
    expect(find([build(4, 15, 8)], null, [2, 3, 4])).toEqual(['4', [...range(1, 8), ...range(15, 25)]]);
  });

  test('a restoration whose branch never reached the store does not count', () => {
    expect(find([build(2, 10, 5), build(3, 12, 4)], 15, [2])).toEqual(['2', [...range(1, 5), ...range(10, 15)]]);
    // It was repeated: the branch has the number of the first attempt.
    expect(find([build(2, 10, 5), build(2, 12, 7)], 15, [2])).toEqual(['2', [...range(1, 7), ...range(12, 15)]]);
  });
});

test('branches are read from the names in the store, notes from what an older or newer version wrote', () => {
  const names = ['00000003history', '00000001000000000000000a', '0000000ahistory', '00000003history', 'xhistory'];
  expect(listTimelines(names)).toEqual([3, 10]);
  const note = build(2, 10, 5);
  expect(parseRestoration(Buffer.from(JSON.stringify(note)))).toEqual(note);
  for (const text of ['20261130010000abc', '{}', '', '{"timeline":1}'])
    expect(parseRestoration(Buffer.from(text))).toBeNull();
  expect(parseRestoration(null)).toBeNull();
});

test('where the backup that a branch began from has expired, the command says which instants are left', async () => {
  const repository = await mkdtemp(join(tmpdir(), 'varco-branch-'));
  const key = Buffer.alloc(32, 7).toString('base64url');
  const settings = { ...{ repository, bucket: null, key, ring: null, days: 14, keep: 2 } };
  const store = openSealedStore(settings, []);
  const set: BackupSet = {
    ...{ version: 1, id: 'left', kind: 'whole', snapshot: 's', dataDir: '/d', settings: '', program: '1', label: 'L' },
    ...{ startedAt: day(7).toISOString(), stoppedAt: day(7).toISOString(), firstWal: '000000010000000000000007' },
  };
  await putBackupSet(store, set);
  await store.put('wal/00000002history', Buffer.from('1'));
  await noteRestoration(store, 2, build(2, 10, 5));
  const period = { number: 1, since: day(1).toISOString(), restic: openRestic(settings), store };
  const restore = (to: number | null): Promise<unknown> =>
    restoreBackup({
      ...{ dataDir: join(repository, 'data'), database: 'd', isTrial: true, to: to === null ? null : day(to) },
      place: { lasting: store, periods: [period] },
    });
  const left = `no longer there: restore to an instant before that restoration, from ${day(7).toISOString()} on.`;
  await expect(restore(null)).rejects.toThrow(left);
  await expect(restore(12)).rejects.toThrow(left);
  await expect(restore(6)).rejects.toThrow(`The oldest backup is of ${day(7).toISOString()}`);
  await rm(repository, { recursive: true });
});
