import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../media/blob-folder.ts';
import { StartError } from '../process/start-or-explain.ts';
import { type BackupSet, getWalKey, listBackupSets } from './backup-sets.ts';
import type { KeyRing, RingPeriod } from './key-ring.ts';
import { openRestic, type Restic } from './restic.ts';
import { readRing, type ReadRing, type RingInput } from './ring-homes.ts';
import { openPlaceBlobs, openSealedStore, type SealedStore } from './sealed-store.ts';

/** The backups of one stretch of time: a repository and a key of their own (ADR 0083). */
export interface Period {
  /** 0: from before there were periods; the main key opens it. */
  readonly number: number;
  readonly since: string;
  readonly restic: Restic;
  /** Log of changes and list of the backups. */
  readonly store: SealedStore;
}

/** A place of backups, with everything that its keys open. */
export interface BackupPlace {
  /** Null: a place of before there were periods, or an empty one. */
  readonly ring: KeyRing | null;
  readonly isRingSettled: boolean;
  /** Objects that outlive periods, sealed by the main key: numbers of the epochs that restorations began. */
  readonly lasting: SealedStore;
  /** Oldest first; never empty. */
  readonly periods: readonly Period[];
  /** The one that backups go into. */
  readonly current: Period;
}

/** One object per period that was begun, readable: it shows that a ring is older than its place. */
const BEGUN_FOLDER = 'begun';
const CONFIG_KEY = 'restic/config';

export const getBegunKey = (number: number): string => `${BEGUN_FOLDER}/${number}`;

/** The ring of a place and the numbers of the periods that were begun there. Throws `StartError` when the ring is missing or old. */
export async function readPlaceRing(input: RingInput): Promise<ReadRing & { readonly begun: readonly number[] }> {
  const read = await readRing(input);
  const begun = await listBegun(openPlaceBlobs(input.settings, input.allowedCidrs));
  const homes = read.homes.join(', ');
  if (read.ring === null && begun.length > 0)
    throw new StartError(`The ring of keys is missing (${homes}): without it no backup of this place opens.`);
  if (Math.max(0, ...begun) > (read.ring?.last ?? 0))
    throw new StartError(
      `The ring of keys (${homes}) is older than the place of the backups: put the newest copy back.`,
    );
  return { ...read, begun };
}

/** Opens a place with the keys of its ring. Throws `StartError` in plain words when ring and place do not belong together. */
export async function openBackupPlace(input: RingInput): Promise<BackupPlace> {
  const { settings, allowedCidrs } = input;
  const { ring, begun, isSettled } = await readPlaceRing(input);
  const lasting = openSealedStore(settings, allowedCidrs);
  if (ring === null) {
    const only = { number: 0, since: new Date(0).toISOString(), restic: openRestic(settings), store: lasting };
    return { ring, isRingSettled: true, lasting, periods: [only], current: only };
  }
  const periods = ring.periods.filter(({ isReady }) => isReady).map((period) => openPeriod(input, period));
  const current = periods.at(-1);
  if (current === undefined) throw new StartError('Backups are not set up yet: varco backup --init.');
  const isThere = current.number === 0 ? await hasFormerRepository(input) : begun.includes(current.number);
  if (!isThere) throw lackPeriod(current.number);
  return { ring, isRingSettled: isSettled, lasting, periods, current };
}

/** The place is another one, or its disk is not mounted. */
export const lackPeriod = (number: number): StartError =>
  new StartError(
    `The place of the backups lacks period ${number}, which the ring of keys knows: is it mounted, and the right one?`,
  );

/** Opens one period of a ring. */
export function openPeriod({ settings, allowedCidrs }: RingInput, { number, key, since }: RingPeriod): Period {
  const own = key === null ? settings : { ...settings, repository: `${settings.repository}/periods/${number}`, key };
  return { number, since, restic: openRestic(own), store: openSealedStore(own, allowedCidrs) };
}

/** Whether the place has backups of before there were periods. */
export const hasFormerRepository = ({ settings, allowedCidrs }: RingInput): Promise<boolean> =>
  openPlaceBlobs(settings, allowedCidrs).has(CONFIG_KEY);

async function listBegun(blobs: BlobStore): Promise<readonly number[]> {
  const numbers: number[] = [];
  for await (const key of blobs.list(BEGUN_FOLDER, 0)) numbers.push(Number(key.slice(BEGUN_FOLDER.length + 1)));
  return numbers.filter(Number.isInteger);
}

/** A finished backup and the period it is in. */
export type StoredSet = BackupSet & { readonly period: Period };

/** All finished backups of all periods, oldest first. Throws `SealBroken` when one is damaged. */
export async function listStoredSets(periods: readonly Period[]): Promise<readonly StoredSet[]> {
  const sets: StoredSet[] = [];
  for (const period of periods) for (const set of await listBackupSets(period.store)) sets.push({ ...set, period });
  return sets.sort((a, b) => (a.stoppedAt < b.stoppedAt ? -1 : 1));
}

/** A part of the log of changes, from whichever period has it; null: none has. */
export async function readWal(periods: readonly Period[], name: string): Promise<Buffer | null> {
  for (const { store } of periods.toReversed()) {
    const bytes = await store.get(getWalKey(name));
    if (bytes !== null) return bytes;
  }
  return null;
}

/** Removes every file of a period, which needs no key, and then the object that says it was begun. */
export async function removePeriodFiles({ settings, allowedCidrs }: RingInput, number: number): Promise<void> {
  const blobs = openPlaceBlobs(settings, allowedCidrs);
  // What outlives periods lies among the objects of period 0.
  const folders = number === 0 ? ['restic', 'objects/sets', 'objects/wal'] : [`periods/${number}`];
  for (const folder of folders)
    if (settings.bucket === null) await rm(join(settings.repository, folder), { recursive: true, force: true });
    else for await (const key of blobs.list(folder, 0)) await blobs.remove(key);
  await blobs.remove(getBegunKey(number));
}
