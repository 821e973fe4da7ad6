import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_CAMERA_BODY_BYTES } from '@varco/contract/plant/camera-intake.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import { type FolderFile, groupFiles, isWhole, toFolderMessage } from './folder-messages.ts';
import type { Deliver, OpenTransport, TransportCamera, TransportFault } from './transport.ts';

const SCAN_MS = 1_000;
/** Files looked at in one scan, and how deep: cameras make a folder for each day or hour. */
const MAX_FILES = 2_000;
const MAX_DEPTH = 5;
const HOUR_MS = 3_600_000;

interface FolderOptions {
  readonly camera: TransportCamera;
  readonly folder: string;
  readonly deliver: Deliver;
  readonly now: () => Date;
  readonly log: Log;
}

/**
 * Takes what a camera, or an FTP server for it, puts into a folder: a file that stopped growing is stored and then deleted.
 * Links are never followed. A crash between the two stores the file again, which adds nothing.
 */
export function watchFolder({ camera, folder, deliver, now, log }: FolderOptions): OpenTransport {
  const stopping = new AbortController();
  const { signal } = stopping;
  let fault: TransportFault | null = null;
  let sizes: ReadonlyMap<string, number> = new Map();

  async function scan(): Promise<void> {
    const files = await listFiles(folder, now().getTime());
    const isSettled = ({ path, size }: FolderFile): boolean => sizes.get(path) === size;
    const ready = groupFiles(files.filter(isSettled), files, now().getTime());
    sizes = new Map(files.map(({ path, size }) => [path, size]));
    for (const group of ready) {
      const bodies = await Promise.all(group.map(readFile));
      if (!isWhole(group, bodies[0] ?? new Uint8Array(), now().getTime())) continue;
      await deliver(camera, toFolderMessage(group, bodies), signal);
      for (const { path } of group) await unlink(path);
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o770 });
        await scan();
        fault = null;
      } catch (error) {
        if (signal.aborted) return;
        fault = 'folder_unusable';
        log.warn('folder of a camera not read', { code: `gate-${camera.gate}`, error });
      }
      await wait(SCAN_MS, undefined, { signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    fault: () => fault,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Regular files below a folder. Empty folders that nobody used for an hour are removed. */
async function listFiles(root: string, nowMs: number): Promise<readonly FolderFile[]> {
  const files: FolderFile[] = [];
  async function read(folder: string, depth: number): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (files.length >= MAX_FILES) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH) await read(path, depth + 1);
      if (!entry.isFile()) continue;
      const { size, mtimeMs } = await lstat(path);
      files.push({ path, name: entry.name, size, changedMs: mtimeMs });
    }
    if (depth > 0 && entries.length === 0 && nowMs - (await lstat(folder)).mtimeMs > HOUR_MS) await rmdir(folder);
  }
  await read(root, 0);
  return files;
}

/** The bytes of a file, no more than a message may have. */
async function readFile({ path, size }: FolderFile): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(Math.min(size, MAX_CAMERA_BODY_BYTES + 1));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
