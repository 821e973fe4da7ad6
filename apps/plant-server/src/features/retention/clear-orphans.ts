import { PICTURE_FOLDERS } from '@varco/server-kit/media/picture-store.ts';
import type { RetentionDeps } from './retention.deps.ts';
import { unusedPictures } from './expire-pictures.ts';

/** A picture is stored a moment before its transit: what is this old and has none belongs to a read that never came. */
const AGE_MS = 86_400_000;
const RUN_EVERY_MS = 6 * 3_600_000;
/** A quarter of the folders in a run, all of them in a day. */
const FOLDERS = PICTURE_FOLDERS / 4;
const BATCH = 500;

/**
 * Removes pictures without a transit: those of calls that a crash ended between picture and row. Looks at a quarter of
 * the folders, which one follows from the time. Returns how many files went.
 */
export async function clearOrphans(
  { store, pictures, now }: Pick<RetentionDeps, 'store' | 'pictures' | 'now'>,
  signal: AbortSignal,
): Promise<number> {
  const nowMs = now().getTime();
  const first = (Math.floor(nowMs / RUN_EVERY_MS) * FOLDERS) % PICTURE_FOLDERS;
  const sinceMs = nowMs - AGE_MS;
  let files = 0;
  const clear = async (hashes: readonly string[]): Promise<void> => {
    for (const hash of await unusedPictures(store.runner, hashes))
      files += await pictures.removeUntouched(hash, sinceMs);
  };
  for (let folder = first; folder < first + FOLDERS; folder += 1) {
    let batch: string[] = [];
    for await (const hash of pictures.list(folder, sinceMs)) {
      if (signal.aborted) return files;
      batch.push(hash);
      if (batch.length < BATCH) continue;
      await clear(batch);
      batch = [];
    }
    if (batch.length > 0) await clear(batch);
  }
  return files;
}
