import { type IndexPart, buildPartFolder, writeIndex } from '@varco/evidence/export-index.ts';
import { copyArchive } from '@varco/evidence/zip/merge-archives.ts';
import { createFileSink, ZipWriter } from '@varco/evidence/zip/zip-writer.ts';
import { toPublicJwk, signText, computeJwkThumbprint } from '@varco/server-kit/auth/signing-key.ts';
import type { PortalDeps } from '../../deps.ts';
import { openJobSecrets } from './export-secrets.ts';
import { type ExportRow, findPeerKeys, findOwnerName, type PartRow } from './exports.repository.ts';
import { changePart } from './part.repository.ts';

type Deps = Pick<PortalDeps, 'db' | 'key' | 'log' | 'now' | 'exports' | 'tokens'>;

export interface MadeFile {
  readonly size: number;
  readonly sha256: Buffer;
  readonly transits: number;
}

/** The data of a plant are not an archive that can be combined with the others. */
class InvalidPartError extends Error {
  override readonly name = 'BadPart';
  readonly peerNumber: number;
  constructor(peerNumber: number, cause: unknown) {
    super('part of an export cannot be read', { cause });
    this.peerNumber = peerNumber;
  }
}

/**
 * Creates the file of an export from the parts received; null: there are none. `InvalidPartError`: a part that cannot
 * be used.
 */
export async function makeExportFile(
  deps: Deps,
  job: ExportRow,
  all: readonly PartRow[],
  signal: AbortSignal,
): Promise<{ readonly file: MadeFile | null; readonly parts: readonly PartRow[] }> {
  const here = all.filter(({ state }) => state === 'accepted');
  if (here.length === 0) return { file: null, parts: all };
  try {
    const made = await deps.exports.store.makeFile(job.guid, (target) => writeArchive(deps, job, all, target, signal));
    return { file: { ...made, transits: here.reduce((sum, part) => sum + part.transits, 0) }, parts: all };
  } catch (error) {
    if (!(error instanceof InvalidPartError)) throw error;
    // A broken part of one plant must not affect the parts of the others.
    deps.log.warn('part of an export cannot be read', { error: error.cause });
    const now = deps.now().toISOString();
    const left = all.map((part): PartRow => {
      if (part.peer_number !== error.peerNumber) return part;
      return { ...part, state: 'error', fault: 'failed' };
    });
    const broken = left.find(({ peer_number: number }) => number === error.peerNumber);
    if (broken !== undefined) await changePart(deps.db, broken, { state: 'error', fault: 'failed', ended_at: now });
    return makeExportFile(deps, job, left, signal);
  }
}

async function writeArchive(
  deps: Deps,
  job: ExportRow,
  all: readonly PartRow[],
  target: string,
  signal: AbortSignal,
): Promise<void> {
  if (job.secrets_sealed === null) throw new Error('an export without its password');
  const { password } = openJobSecrets(deps.key, job.guid, job.secrets_sealed);
  const sink = await createFileSink(target);
  const writer = new ZipWriter(sink, password);
  try {
    for (const part of all.filter(({ state }) => state === 'accepted')) {
      const path = deps.exports.store.partPath(job.guid, part.peer_number);
      await copyArchive(writer, path, buildPartFolder(part.peer_number, part.label), () => signal.aborted).catch(
        (error: unknown) => {
          signal.throwIfAborted();
          throw new InvalidPartError(part.peer_number, error);
        },
      );
    }
    await writeIndex(writer, await buildIndexFacts(deps, job, all), (text) => {
      const { current } = deps.tokens.keys;
      return { kid: current.kid, x: toPublicJwk(current.publicKey).x, signature: signText(current, text) };
    });
    await writer.finish();
    await sink.close();
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

/**
 * Facts of the index: every plant of the export, including those without a part, with its known keys. Signed by the
 * portal.
 */
async function buildIndexFacts(deps: Deps, job: ExportRow, all: readonly PartRow[]) {
  const owner = await findOwnerName(deps.db, job.user_id);
  const keys = await findPeerKeys(
    deps.db,
    all.flatMap(({ peer_id: id }) => (id === null ? [] : [id])),
  );
  return {
    guid: job.guid,
    made_by: 'portal' as const,
    user: owner ?? '',
    label: job.label,
    notes: job.notes,
    requested_at: job.created_at,
    created_at: deps.now().toISOString(),
    parts: all.map((part): IndexPart => {
      const isHere = part.state === 'accepted';
      return {
        peer_number: part.peer_number,
        folder: isHere ? buildPartFolder(part.peer_number, part.label) : null,
        plant: { label: part.label, url: part.url },
        fault: isHere ? '' : (part.fault ?? 'cancelled'),
        whole: isHere && part.is_complete === true,
        transits: isHere ? part.transits : 0,
        keys: (part.peer_id === null ? [] : (keys.get(part.peer_id) ?? [])).map((x) => ({
          kid: computeJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x }),
          x,
        })),
      };
    }),
  };
}
