import { z } from 'zod';
import { encodeDocument, type Sign, signDocument } from './manifest.ts';
import type { ZipWriter } from './zip/zip-writer.ts';

/**
 * An export of several plants: every part as its plant created and signed it, in a folder of its own, and an index of
 * the plants that were queried and those without a part. The portal signs the index; an exporter has no key and
 * leaves it unsigned.
 */

export const INDEX_NAME = 'indice.json';
export const INDEX_SIGNATURE_NAME = 'indice.firma.json';

const Key = z.object({ kid: z.string().max(60), x: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

const IndexPart = z.object({
  peer_number: z.int().min(1).max(500),
  /** Folder of the part; null: the plant sent none. */
  folder: z.string().max(80).nullable(),
  plant: z.object({ label: z.string(), url: z.string() }),
  /** Code of why there is no part; empty where there is one. */
  fault: z.string().max(40),
  /** The part contains everything the filter selects at this plant, according to the plant. */
  whole: z.boolean(),
  transits: z.int().min(0),
  /** Keys of the plant as known to the creator of the index. */
  keys: z.array(Key).max(4),
});
export type IndexPart = z.infer<typeof IndexPart>;

export const ExportIndex = z.object({
  format: z.literal('varco-evidence-index'),
  v: z.literal(1),
  guid: z.uuid(),
  made_by: z.enum(['portal', 'exporter']),
  user: z.string(),
  label: z.string(),
  notes: z.string(),
  requested_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  /** Every queried plant sent a complete part. */
  whole: z.boolean(),
  parts: z.array(IndexPart).max(500),
});
export type ExportIndex = z.infer<typeof ExportIndex>;
export type ExportIndexFacts = Omit<ExportIndex, 'format' | 'v' | 'whole'>;

/** Folder of a plant's part: its number and the characters of its label that a file name may contain. */
export function buildPartFolder(peerNumber: number, label: string): string {
  const word = label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  return `impianti/${String(peerNumber).padStart(2, '0')}${word === '' ? '' : `-${word}`}`;
}

/** Writes index and signature as the last files of an archive. */
export async function writeIndex(writer: ZipWriter, facts: ExportIndexFacts, sign: Sign | null): Promise<void> {
  const whole = facts.parts.every((part) => part.whole && part.folder !== null);
  const index: ExportIndex = { format: 'varco-evidence-index', v: 1, whole, ...facts };
  const bytes = encodeDocument(ExportIndex.parse(index));
  await writer.add(INDEX_NAME, bytes, 'deflated');
  if (sign !== null) await writer.add(INDEX_SIGNATURE_NAME, signDocument('index', bytes, sign));
}
