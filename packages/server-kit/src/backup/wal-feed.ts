import { chown, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeArchiveFolder } from '../database/embedded-archive.ts';
import type { RunAs } from '../database/embedded-cluster.ts';

/** In the cluster: where recovery asks for parts of the log of changes and finds them. */
export const FEED_FOLDER = 'varco_restore';

/**
 * PostgreSQL asks with a file and waits: it needs neither the store nor its key. `.none`: the archive ends here. `.fail`: the
 * store cannot be read, and the exit code above 125 ends recovery, which would else take it for the end of the archive.
 */
export const RESTORE_COMMAND = [
  `f="${FEED_FOLDER}/%f"`,
  ': > "$f.want"',
  'while [ ! -e "$f.ok" ] && [ ! -e "$f.none" ] && [ ! -e "$f.fail" ]; do sleep 0.02; done',
  'if [ -e "$f.ok" ]; then mv "$f.ok" "%p"; exit 0; fi',
  'if [ -e "$f.fail" ]; then exit 200; fi',
  'rm -f "$f.none"; exit 1',
].join('; ');

const POLL_MS = 10;

/** A part of the log of changes by its name; null: the archive ends before it. */
export type ReadWal = (name: string) => Promise<Buffer | null>;

export interface WalFeed {
  /** The first error of the store, if any. */
  problem(): unknown;
  stop(): Promise<void>;
}

/** Answers the questions of a cluster that recovers, until it is stopped. */
export async function startWalFeed(clusterDir: string, runAs: RunAs | null, readWal: ReadWal): Promise<WalFeed> {
  const folder = await makeArchiveFolder(clusterDir, runAs, FEED_FOLDER);
  const place = async (name: string, bytes: Uint8Array): Promise<void> => {
    const file = join(folder, name);
    await writeFile(`${file}.part`, bytes, { mode: 0o600 });
    if (runAs !== null) await chown(`${file}.part`, runAs.uid, runAs.gid);
    await rename(`${file}.part`, file);
  };
  let problem: unknown = null;
  let isStopped = false;
  const answer = async (name: string): Promise<void> => {
    await rm(join(folder, `${name}.want`), { force: true });
    try {
      const bytes = await readWal(name);
      await place(`${name}.${bytes === null ? 'none' : 'ok'}`, bytes ?? new Uint8Array());
    } catch (error) {
      problem ??= error;
      await place(`${name}.fail`, new Uint8Array());
    }
  };
  const run = async (): Promise<void> => {
    while (!isStopped) {
      const asked = (await readdir(folder)).filter((name) => name.endsWith('.want'));
      for (const name of asked) await answer(name.slice(0, -'.want'.length));
      await delay(POLL_MS);
    }
  };
  const running = run();
  return {
    problem: () => problem,
    async stop() {
      isStopped = true;
      await running;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
