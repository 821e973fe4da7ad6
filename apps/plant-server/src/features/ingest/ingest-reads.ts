import type { Read, ReadResult } from '@varco/contract/plant/ingest.ts';
import type { IngestKey } from '../../auth/ingest-authenticator.ts';
import type { IngestFacts } from './ingest-facts.ts';
import type { InsertedRead, NewRead, PictureHashes } from './new-read.ts';
import type { PlantStore } from '../../context/open-store.ts';
import type { IngestDeps } from './ingest.deps.ts';
import type { StoreReads } from './store-reads.ts';
import { attachPictures } from './attach-pictures.repository.ts';
import { validateRead, type ReadRefusal } from './validate-read.ts';

/** A read of a call and its validation: the values to store, or the reason why it is refused. */
export interface ValidatedRead {
  readonly read: Read;
  readonly validation: NewRead | ReadRefusal;
}

/** The pictures of a call. */
export interface CallPictures {
  /** Hash of the stored picture by name; null for an invalid picture. */
  readonly byName: ReadonlyMap<string, string | null>;
  /** Reads whose transit already has pictures; the new ones were discarded. */
  readonly alreadyStored: ReadonlySet<Read>;
}

export const NO_PICTURES: CallPictures = { byName: new Map(), alreadyStored: new Set() };

export const validateReads = (
  reads: readonly Read[],
  key: IngestKey,
  facts: IngestFacts,
  nowMs: number,
): readonly ValidatedRead[] => reads.map((read) => ({ read, validation: validateRead(read, key, facts, nowMs) }));

const PICTURE_KINDS = ['full', 'plate', 'context'] as const;

function findPictureHashes(read: Read, { byName }: CallPictures): PictureHashes | undefined {
  const found = PICTURE_KINDS.flatMap((kind) => {
    const hash = byName.get(read.pictures?.[kind] ?? '');
    return typeof hash === 'string' ? [[kind, hash] as const] : [];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** The picture problem reported to the camera. The read is stored in any case: a transit matters more than its picture. */
function findPictureReason(
  read: Read,
  { byName, alreadyStored: held }: CallPictures,
): 'picture_missing' | 'picture_invalid' | null {
  if (held.has(read)) return null;
  const names = PICTURE_KINDS.flatMap((kind) => read.pictures?.[kind] ?? []);
  if (names.some((name) => byName.get(name) === null)) return 'picture_invalid';
  return names.some((name) => !byName.has(name)) ? 'picture_missing' : null;
}

/**
 * Stores the valid reads and returns the result of each read in order; they are durable when it resolves. Alerts are raised
 * in the transaction of their read. Pictures of a read that was stored earlier without pictures are attached to it.
 */
export async function storeValidatedReads(
  { store, storeNewReads: storeBatch }: Pick<IngestDeps, 'store'> & { readonly storeNewReads: StoreReads },
  scored: readonly ValidatedRead[],
  pictures: CallPictures,
): Promise<ReadResult[]> {
  const accepted = scored.flatMap(({ read, validation }) => {
    if (typeof validation === 'string') return [];
    const hashes = findPictureHashes(read, pictures);
    return [hashes === undefined ? validation : { ...validation, pictures: hashes }];
  });
  const inserted = await storeBatch(accepted);
  await attachLatePictures(store, accepted, inserted);
  let next = 0;
  return scored.map(({ read, validation }): ReadResult => {
    if (typeof validation === 'string') return { state: 'refused', reason: validation };
    const stored = inserted[next++];
    if (stored === undefined) throw new Error('fewer results than reads');
    const reason = findPictureReason(read, pictures);
    return { state: stored.state, id: stored.id, ...(reason === null ? {} : { reason }) };
  });
}

async function attachLatePictures(
  store: PlantStore,
  reads: readonly NewRead[],
  inserted: readonly InsertedRead[],
): Promise<void> {
  const late = inserted.flatMap(({ state, id, plate }, index) => {
    const pictures = reads[index]?.pictures;
    return state === 'duplicate' && pictures !== undefined ? [{ id, plate, pictures }] : [];
  });
  await attachPictures(store.runner, late);
}
