import { PICTURE_FOLDERS } from '@varco/server-kit/media/picture-store.ts';
import type { RetentionDeps } from './retention.deps.ts';
import { findUnusedPictures } from './expire-pictures.repository.ts';

/** A picture is stored shortly before its transit. One of this age without a transit belongs to a read that was never stored. */
const MIN_ORPHAN_AGE_MS = 86_400_000;
const RUN_EVERY_MS = 6 * 3_600_000;
/** A quarter of the folders per run, all of them per day. */
const FOLDERS_PER_RUN = PICTURE_FOLDERS / 4;
const HASHES_PER_BATCH = 500;

/**
 * Removes pictures without a transit, left by calls that crashed between storing picture and row. Each run scans a quarter
 * of the folders, selected by the current time. Returns the number of files removed.
 */
export async function removeOrphanPictures(
  { store, pictures, now }: Pick<RetentionDeps, 'store' | 'pictures' | 'now'>,
  signal: AbortSignal,
): Promise<number> {
  const nowMs = now().getTime();
  const first = (Math.floor(nowMs / RUN_EVERY_MS) * FOLDERS_PER_RUN) % PICTURE_FOLDERS;
  const sinceMs = nowMs - MIN_ORPHAN_AGE_MS;
  let files = 0;
  const clear = async (hashes: readonly string[]): Promise<void> => {
    for (const hash of await findUnusedPictures(store.runner, hashes))
      files += await pictures.removeUntouched(hash, sinceMs);
  };
  for (let folder = first; folder < first + FOLDERS_PER_RUN; folder += 1) {
    let batch: string[] = [];
    for await (const hash of pictures.list(folder, sinceMs)) {
      if (signal.aborted) return files;
      batch.push(hash);
      if (batch.length < HASHES_PER_BATCH) continue;
      await clear(batch);
      batch = [];
    }
    if (batch.length > 0) await clear(batch);
  }
  return files;
}
