import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type IndexPart, buildPartFolder, writeIndex } from '@varco/evidence/export-index.ts';
import type { ExportParameters } from '@varco/evidence/parameter-file.ts';
import { type Finding, verifyExport } from '@varco/evidence/verify.ts';
import { copyArchive } from '@varco/evidence/zip/merge-archives.ts';
import { openZip } from '@varco/evidence/zip/zip-reader.ts';
import { createFileSink, ZipWriter } from '@varco/evidence/zip/zip-writer.ts';
import type { PartFault, Peer } from './plant-part.ts';

/** Result of a plant's part. */
export interface PeerResult {
  readonly peer: Peer;
  /** Archive of the part; null: the plant delivered none. */
  readonly path: string | null;
  readonly fault: PartFault | null;
  readonly transits: number;
  readonly whole: boolean;
}

/** Combines the parts into one archive. The file gets its final name only when it is complete. */
export async function writeArchive(
  parameters: ExportParameters,
  results: readonly PeerResult[],
  path: string,
  now: string,
): Promise<void> {
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  const sink = await createFileSink(draft);
  const writer = new ZipWriter(sink, parameters.zip_password);
  const parts: IndexPart[] = [];
  for (const { peer, path: part, fault, transits, whole } of results) {
    const folder = part === null ? null : buildPartFolder(peer.peer_number, peer.label);
    if (part !== null && folder !== null) await copyArchive(writer, part, folder);
    parts.push({
      peer_number: peer.peer_number,
      folder,
      plant: { label: peer.label, url: peer.url },
      fault: fault ?? '',
      whole,
      transits,
      keys: peer.keys,
    });
  }
  const { guid, user, notes, created_at: requestedAt } = parameters;
  const facts = {
    guid,
    made_by: 'exporter',
    user,
    label: '',
    notes,
    requested_at: requestedAt,
    created_at: now,
    parts,
  } as const;
  await writeIndex(writer, facts, null);
  await writer.finish();
  await sink.close();
  await rename(draft, path);
}

/** Unpacks our archive into a new folder, decrypted. */
export async function unpackArchive(archivePath: string, folder: string, password: string): Promise<void> {
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  const archive = await openZip(archivePath);
  try {
    for (const entry of archive.entries) {
      const file = join(draft, entry.name);
      await mkdir(dirname(file), { recursive: true });
      const handle = await open(file, 'wx', 0o600);
      try {
        for await (const bytes of archive.read(entry, password)) await handle.write(bytes);
      } finally {
        await handle.close();
      }
    }
  } finally {
    await archive.close();
  }
  await rename(draft, folder);
}

/** First problem of the written export, or null. Signatures are checked against the public keys of the parameters. */
export async function findFirstFlaw(path: string, password: string | null): Promise<Finding | null> {
  const found = await verifyExport(path, { password, keys: [] });
  return found.findings[0] ?? null;
}
