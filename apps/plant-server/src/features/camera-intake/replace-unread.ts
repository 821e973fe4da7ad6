import { attachPictures, readTransitPictures } from '../ingest/ingest.public.ts';
import { deleteReplacedTransit } from '../retention/retention.public.ts';
import type { TransitKey } from '../transits/transits.public.ts';
import type { CameraIntakeDeps } from './camera-intake.deps.ts';

/**
 * Replaces the passage of a track that began without a plate by the transit that a later message made: that one gets its
 * pictures unless it has some. Repeating it after a crash changes nothing.
 */
export async function replaceUnread(
  { pool, store }: Pick<CameraIntakeDeps, 'pool' | 'store'>,
  gate: number,
  unread: string,
  transit: TransitKey,
): Promise<void> {
  const pictures = await readTransitPictures(store.runner, { plate: '', id: unread });
  if (pictures !== null) await attachPictures(store.runner, [{ ...transit, pictures }]);
  await deleteReplacedTransit(pool, gate, unread);
}
