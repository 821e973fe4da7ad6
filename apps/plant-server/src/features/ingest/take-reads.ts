import type { Read, ReadResult } from '@varco/contract/plant/ingest.ts';
import type { IngestKey } from '../../plant/ingest-authenticator.ts';
import type { IngestFacts } from '../../plant/ingest-facts.ts';
import { insertReads } from '../../store/insert-reads.ts';
import type { NewRead } from '../../store/new-read.ts';
import type { PlantStore } from '../../store/open-store.ts';
import { verdictOn } from './read-verdict.ts';

/** Stores the reads that hold and says of each, in its order, what became of it; when it resolves they are durable. */
export async function takeReads(
  store: PlantStore,
  key: IngestKey,
  facts: IngestFacts,
  reads: readonly Read[],
  nowMs: number,
): Promise<ReadResult[]> {
  const verdicts = reads.map((read) => verdictOn(read, key, facts, nowMs));
  const accepted = verdicts.filter((verdict): verdict is NewRead => typeof verdict !== 'string');
  const inserted = await insertReads(store, accepted);
  let next = 0;
  return verdicts.map((verdict, index): ReadResult => {
    if (typeof verdict === 'string') return { state: 'refused', reason: verdict };
    const stored = inserted[next++];
    if (stored === undefined) throw new Error('fewer answers than reads');
    const { full, plate, context } = reads[index]?.pictures ?? {};
    // Named pictures that did not come: the read is kept, because a passage is worth more than its picture.
    const isBare = (full ?? plate ?? context) !== undefined;
    return { state: stored.state, id: stored.id, ...(isBare ? { reason: 'picture_missing' } : {}) };
  });
}
