import { writePart } from '@varco/evidence/part-writer.ts';
import { fileSink } from '@varco/evidence/zip/zip-writer.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { importSigningKey, publicJwkOf, signText } from '@varco/server-kit/auth/signing-key.ts';
import { EXPORT_COLUMNS } from '../export-row.ts';
import { fileFacts, SegmentStore } from '../segment-store.ts';
import type { AssembledPart, AssemblyOrder } from './assembly-process.ts';

/** Maximum number of rows held in memory at once: about ten megabytes. */
const FEW_ROWS = 10_000;

/** Writes a part in the current process. The file is durable when it resolves. */
export async function assemble(order: AssemblyOrder): Promise<AssembledPart> {
  const { folder, id, segmentKey, segments, draft, password, facts, words } = order;
  const files = new SegmentStore(folder, id, { subKey: () => Buffer.from(segmentKey) });
  const key = importSigningKey(order.signingKey);
  const sink = await fileSink(draft);
  try {
    await writePart(sink, {
      password,
      columns: EXPORT_COLUMNS,
      segments: await files.readSegments(segments, facts.completeness.transits <= FEW_ROWS),
      facts,
      words: { ...words, time: formatDateTime },
      sign: (text) => ({ kid: key.kid, x: publicJwkOf(key.publicKey).x, signature: signText(key, text) }),
    });
    await sink.close();
  } catch (error) {
    await sink.discard().catch(() => {});
    throw error;
  }
  return fileFacts(draft);
}
