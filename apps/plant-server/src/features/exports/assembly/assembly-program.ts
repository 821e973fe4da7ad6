import { writePart } from '@varco/evidence/part-writer.ts';
import { fileSink } from '@varco/evidence/zip/zip-writer.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { importSigningKey, publicJwkOf, signText } from '@varco/server-kit/auth/signing-key.ts';
import { stayInBackground } from '@varco/server-kit/process/background-process.ts';
import { EXPORT_COLUMNS } from '../export-row.ts';
import { fileFacts, SegmentStore } from '../segment-store.ts';
import type { AssembledPart, AssemblyOrder, FromAssembly } from './assembly-process.ts';

// The program of `assembleApart`: one part, then it ends.
stayInBackground();

async function assemble(order: AssemblyOrder): Promise<AssembledPart> {
  const { folder, id, stretchKey, segments, draft, password, facts, words } = order;
  const files = new SegmentStore(folder, id, { subKey: () => Buffer.from(stretchKey) });
  const key = importSigningKey(order.signingKey);
  const sink = await fileSink(draft);
  try {
    await writePart(sink, {
      password,
      columns: EXPORT_COLUMNS,
      segments: () => files.segments(segments),
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

// Nobody to tell: the server is gone, and this process with it.
const tell = (message: FromAssembly): void => void process.send?.(message, () => undefined);

process.once('message', (order) => {
  assemble(order as AssemblyOrder).then(
    (part) => tell({ part }),
    (error: unknown) => tell({ trouble: String(error) }),
  );
});
