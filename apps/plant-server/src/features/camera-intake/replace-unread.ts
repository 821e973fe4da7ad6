import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { attachPictures, readTransitPictures } from '../ingest/ingest.public.ts';
import { deleteReplacedTransit } from '../retention/retention.public.ts';
import { moveTransitNotes, type TransitKey } from '../transits/transits.public.ts';
import type { EventRow } from './camera-events.repository.ts';
import type { CameraIntakeDeps } from './camera-intake.deps.ts';
import { type JoinedRead, moveJoinedReads, type ReadOrigin, recordJoinedRead } from './joined-reads.repository.ts';

/**
 * Replaces the passage of a track that began without a plate by the transit that a later message made: that one gets its
 * pictures unless it has some, its notes and its reads. Repeating it after a crash changes nothing.
 */
export async function replaceUnread(
  { pool, store }: Pick<CameraIntakeDeps, 'pool' | 'store'>,
  gate: number,
  { transit: unread }: Pick<EventRow, 'transit'>,
  transit: TransitKey,
  reads: { readonly own: JoinedRead; readonly first: ReadOrigin },
): Promise<void> {
  const pictures = await readTransitPictures(store.runner, { plate: '', id: unread });
  if (pictures !== null) await attachPictures(store.runner, [{ ...transit, pictures }]);
  const keyOf = (plate: string, id: string) => ({ plate, id, ts: toIsoInstant(parseTransitIdMs(id) ?? 0) });
  await moveTransitNotes(store.runner, keyOf('', unread), keyOf(transit.plate, transit.id));
  const before = { plate: '', id: unread };
  await recordJoinedRead(store.runner, before, reads.own, reads.first);
  await moveJoinedReads(store.runner, before, transit);
  await deleteReplacedTransit(pool, gate, unread);
}
