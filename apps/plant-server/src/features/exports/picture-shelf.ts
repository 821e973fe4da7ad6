import { dirname, join } from 'node:path';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { addPicture } from '@varco/evidence/part-writer.ts';
import type { FileLine } from '@varco/evidence/manifest.ts';
import type { ZipWriter } from '@varco/evidence/zip/zip-writer.ts';
import { PictureRefused } from '@varco/server-kit/media/picture-check.ts';
import type { PictureMarker } from '@varco/server-kit/media/picture-mark.ts';
import type { PictureStore } from '@varco/server-kit/media/picture-store.ts';
import type { TransitRow } from '../../store/fetch-transits.ts';
import { FLAG } from '../../store/new-read.ts';
import type { TransitPictures } from '../media/pictures.queries.ts';
import type { RowPicture, RowPictures } from './export-row.ts';

const NO_PICTURE: RowPicture = { file: '', hash: '' };
const NONE: RowPictures = { scene: NO_PICTURE, plate: NO_PICTURE, context: NO_PICTURE };
/** Pictures worked on at once: more would only wait for the same processors, and hold memory. */
const AT_ONCE = 6;

export const MARK_FONT = join(
  dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json'))),
  'ttf/DejaVuSans.ttf',
);

const SLOTS = [
  { slot: 'scene', from: 'full', word: 'scena', flag: FLAG.full },
  { slot: 'plate', from: 'plate', word: 'targa', flag: FLAG.plate },
  { slot: 'context', from: 'context', word: 'contesto', flag: FLAG.context },
] as const;
type Slot = (typeof SLOTS)[number];

export interface Shelved {
  readonly files: readonly FileLine[];
  /** By id of the transit. */
  readonly pictures: ReadonlyMap<string, RowPictures>;
  readonly expired: number;
  readonly unreadable: number;
}

interface Wanted {
  readonly row: Pick<TransitRow, 'id'>;
  readonly slot: Slot;
  readonly name: string;
  readonly hash: string;
}

interface Needs {
  readonly store: PictureStore;
  readonly marker: PictureMarker;
  readonly writer: ZipWriter;
  readonly withContext: boolean;
  readonly check: () => void;
}

/**
 * Puts the pictures of some rows into an archive, marked. The original is held against the hash taken when the read was
 * stored: one that does not match, or cannot be read, is counted and left out.
 * @param firstNumber number of the first row in the export
 */
export async function shelvePictures(
  needs: Needs,
  rows: readonly Pick<TransitRow, 'id' | 'flags'>[],
  found: ReadonlyMap<string, TransitPictures>,
  firstNumber: number,
): Promise<Shelved> {
  const wanted: Wanted[] = [];
  let expired = 0;
  for (const [index, row] of rows.entries()) {
    for (const slot of SLOTS) {
      if (slot.slot === 'context' && !needs.withContext) continue;
      const hash = found.get(row.id)?.[slot.from] ?? '';
      const name = `immagini/${String(firstNumber + index).padStart(6, '0')}-${slot.word}.jpg`;
      if (hash !== '') wanted.push({ row, slot, name, hash });
      else if ((row.flags & slot.flag) !== 0) expired += 1;
    }
  }
  const files: FileLine[] = [];
  const pictures = new Map<string, RowPictures>();
  let unreadable = 0;
  // Always so many in work: while one is written the next are drawn.
  const inWork = wanted.slice(0, AT_ONCE).map((one) => begin(needs, one));
  for (const [index, { row, name, hash, slot }] of wanted.entries()) {
    needs.check();
    const bytes = (await inWork.shift()) ?? null;
    const next = wanted[index + AT_ONCE];
    if (next !== undefined) inWork.push(begin(needs, next));
    if (bytes === null) unreadable += 1;
    else files.push(await addPicture(needs.writer, { name, bytes, storedHash: hash, transit: row.id }));
    const kept = pictures.get(row.id) ?? NONE;
    pictures.set(row.id, { ...kept, [slot.slot]: { file: bytes === null ? '' : name, hash } });
  }
  return { files, pictures, expired, unreadable };
}

/** What fails while another one is awaited is told when it is awaited itself, or not at all. */
function begin(needs: Needs, { hash }: Wanted): Promise<Buffer | null> {
  const drawing = draw(needs, hash);
  drawing.catch(() => {});
  return drawing;
}

async function draw({ store, marker }: Needs, hash: string): Promise<Buffer | null> {
  const original = await store.readOriginal(hash);
  if (original === null || createHash('sha256').update(original).digest('hex') !== hash) return null;
  return marker.mark(original).catch((error: unknown) => {
    // Anything else is no fault of the picture: the stretch is tried again.
    if (error instanceof PictureRefused) return null;
    throw error;
  });
}

export const noPictures: RowPictures = NONE;
