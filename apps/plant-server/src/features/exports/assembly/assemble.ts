import { writePart } from '@varco/evidence/part-writer.ts';
import { createFileSink } from '@varco/evidence/zip/zip-writer.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { importSigningKey, toPublicJwk, signText } from '@varco/server-kit/auth/signing-key.ts';
import { EXPORT_COLUMNS } from '../export-row.ts';
import { hashFile, SegmentStore } from '../segment-store.ts';
import type { AssembledPart, AssemblyOrder } from './assembly-process.ts';

/** Maximum number of rows held in memory at once: about ten megabytes. */
const MAX_ROWS_IN_MEMORY = 10_000;

/** Writes a part in the current process. The file is durable when it resolves. */
export async function assembleFile(order: AssemblyOrder): Promise<AssembledPart> {
  const { folder, id, segmentKey, segments, draft, password, facts, words } = order;
  const files = new SegmentStore(folder, id, { subKey: () => Buffer.from(segmentKey) });
  const key = importSigningKey(order.signingKey);
  const sink = await createFileSink(draft);
  try {
    await writePart(sink, {
      password,
      columns: EXPORT_COLUMNS,
      segments: await files.readSegments(segments, facts.completeness.transits <= MAX_ROWS_IN_MEMORY),
      facts,
      words: { ...words, time: formatDateTime },
      sign: (text) => ({ kid: key.kid, x: toPublicJwk(key.publicKey).x, signature: signText(key, text) }),
    });
    await sink.close();
  } catch (error) {
    await sink.discard().catch(() => {});
    throw error;
  }
  return hashFile(draft);
}
