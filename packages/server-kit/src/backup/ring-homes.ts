import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BACKUP_RING_FILE } from '@varco/contract/backup-status.ts';
import { StartError } from '../process/start-or-explain.ts';
import type { BackupSettings } from './backup-settings.ts';
import { type KeyRing, openRing, sealRing } from './key-ring.ts';
import { openPlaceBlobs } from './sealed-store.ts';

/** Of the ring in the place of the backups. */
const RING_KEY = 'ring/keys';
const AGAIN_MS = 100;

/** Somewhere the ring lies. */
interface RingHome {
  readonly name: string;
  /** The settings name it; false: the ring was there under other settings, and is removed. */
  readonly isCurrent: boolean;
  /** Null: it is not there. */
  read(): Promise<Buffer | null>;
  write(bytes: Buffer): Promise<void>;
  remove(): Promise<void>;
}

/** Where the ring of a server lies, and what opens it. */
export interface RingInput {
  readonly settings: BackupSettings;
  readonly dataDir: string;
  readonly allowedCidrs: readonly string[];
}

function listHomes({ settings, dataDir, allowedCidrs }: RingInput): readonly RingHome[] {
  const { ring, bucket, repository } = settings;
  const isShared = ring === null;
  const blobs = openPlaceBlobs(settings, allowedCidrs);
  const inPlace: RingHome =
    bucket === null
      ? createFileHome(join(repository, RING_KEY), isShared)
      : {
          ...{ name: `${repository}/${RING_KEY}`, isCurrent: isShared, read: () => blobs.get(RING_KEY) },
          write: (bytes) => blobs.put(RING_KEY, bytes),
          remove: () => blobs.remove(RING_KEY),
        };
  const shared = [inPlace, createFileHome(join(dataDir, BACKUP_RING_FILE), isShared)];
  return ring === null ? shared : [createFileHome(join(ring, BACKUP_RING_FILE), true), ...shared];
}

function createFileHome(file: string, isCurrent: boolean): RingHome {
  return {
    ...{ name: file, isCurrent },
    read: () =>
      readFile(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    write: (bytes) => replaceFile(file, bytes),
    remove: async () => {
      await overwrite(await openOrNull(file));
      await rm(file, { force: true });
    },
  };
}

/** Durable when it resolves. The bytes of the file before are overwritten: a key that is gone shall not lie on the disk. */
async function replaceFile(file: string, bytes: Buffer): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.part`;
  const fresh = await open(draft, 'w', 0o600);
  try {
    await fresh.writeFile(bytes);
    await fresh.sync();
  } finally {
    await fresh.close();
  }
  const former = await openOrNull(file);
  try {
    await rename(draft, file);
    const opened = await open(folder, 'r');
    await opened.sync();
    await opened.close();
  } catch (error) {
    await former?.close();
    throw error;
  }
  await overwrite(former);
}

type OpenFile = Awaited<ReturnType<typeof open>>;

const openOrNull = (file: string): Promise<OpenFile | null> =>
  open(file, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

async function overwrite(file: OpenFile | null): Promise<void> {
  if (file === null) return;
  try {
    const { size } = await file.stat();
    await file.write(Buffer.alloc(size), 0, size, 0);
    await file.sync();
  } finally {
    await file.close();
  }
}

interface Reading {
  readonly home: RingHome;
  readonly found: KeyRing | 'damaged' | 'otherKey' | 'missing' | Error;
}

/** What is known about the ring. */
export interface ReadRing {
  /** The newest copy; null: there is none. */
  readonly ring: KeyRing | null;
  /** Names of the places that should have it. */
  readonly homes: readonly string[];
  /** Whether every place has the newest copy and no other has one. */
  readonly isSettled: boolean;
}

/** Reads every copy of the ring. Throws `StartError` when none can be used, or another main key sealed one. */
export async function readRing(input: RingInput): Promise<ReadRing> {
  let readings = await readAll(input);
  // A copy that is being replaced is overwritten while it is read.
  if (readings.some(({ found }) => found === 'damaged')) {
    await delay(AGAIN_MS);
    readings = await readAll(input);
  }
  const other = readings.find(({ found }) => found === 'otherKey');
  if (other !== undefined)
    throw new StartError(`the key (VARCO_BACKUP_KEY_FILE) is not that of the ring of keys in ${other.home.name}.`);
  let ring: KeyRing | null = null;
  for (const { found } of readings) if (isRing(found) && found.revision > (ring?.revision ?? -1)) ring = found;
  const homes = readings.filter(({ home }) => home.isCurrent).map(({ home }) => home.name);
  if (ring === null) {
    for (const { home, found } of readings) {
      if (found === 'damaged')
        throw new StartError(`The ring of keys in ${home.name} is damaged: put the newest copy back there.`);
      if (found instanceof Error) throw new StartError(`The ring of keys in ${home.name} cannot be read.`);
    }
    return { ring, homes, isSettled: true };
  }
  const { revision } = ring;
  const isSettled = readings.every(({ home, found }) =>
    home.isCurrent ? isRing(found) && found.revision === revision : found === 'missing',
  );
  return { ring, homes, isSettled };
}

const isRing = (found: Reading['found']): found is KeyRing => typeof found === 'object' && !(found instanceof Error);

const readAll = ({ settings, ...rest }: RingInput): Promise<readonly Reading[]> =>
  Promise.all(
    listHomes({ settings, ...rest }).map(async (home): Promise<Reading> => {
      try {
        const bytes = await home.read();
        return { home, found: bytes === null ? 'missing' : await openRing(settings.key, bytes) };
      } catch (error) {
        return { home, found: error instanceof Error ? error : new Error('not read') };
      }
    }),
  );

/** A copy of the ring could not be replaced: a key in it is not destroyed yet. */
export class RingNotWritten extends StartError {
  override readonly name = 'StartError';
}

/**
 * Writes the ring as the next revision everywhere it belongs, and removes it from everywhere else. Every copy is tried.
 * Throws `RingNotWritten` when one could not be replaced; the next change tries it again.
 */
export async function writeRing(input: RingInput, changed: KeyRing): Promise<KeyRing> {
  const ring = { ...changed, revision: changed.revision + 1 };
  const bytes = await sealRing(input.settings.key, ring);
  const failed: string[] = [];
  const attempt = async (home: RingHome, change: () => Promise<void>): Promise<void> => {
    await change().catch(() => failed.push(home.name));
  };
  const homes = listHomes(input);
  for (const home of homes) if (home.isCurrent) await attempt(home, () => home.write(bytes));
  // A former copy goes only when the ring is where it belongs.
  if (failed.length === 0) for (const home of homes) if (!home.isCurrent) await attempt(home, () => home.remove());
  if (failed.length > 0) throw new RingNotWritten(`The ring of keys could not be replaced in ${failed.join(', ')}.`);
  return ring;
}
