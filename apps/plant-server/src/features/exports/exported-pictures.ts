import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileLine } from '@varco/evidence/manifest.ts';
import { FLAG, type TransitRow } from '../transits/transits.public.ts';
import type { TransitPictures } from '../media/media.public.ts';
import type { MarkedLines, ExportPicture } from './marking/marking-process.ts';
import type { RowPicture, RowPictures } from './export-row.ts';

const NO_PICTURE: RowPicture = { file: '', hash: '' };
const NO_ROW_PICTURES: RowPictures = { scene: NO_PICTURE, plate: NO_PICTURE, context: NO_PICTURE };
export const WATERMARK_FONT = join(
  dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json'))),
  'ttf/DejaVuSans.ttf',
);

const PICTURE_SLOTS = [
  { slot: 'scene', from: 'full', word: 'scena', flag: FLAG.full },
  { slot: 'plate', from: 'plate', word: 'targa', flag: FLAG.plate },
  { slot: 'context', from: 'context', word: 'contesto', flag: FLAG.context },
] as const;
type PictureSlotDefinition = (typeof PICTURE_SLOTS)[number];

export interface ExportedPictures {
  readonly files: readonly FileLine[];
  /** Pictures by transit id. */
  readonly pictures: ReadonlyMap<string, RowPictures>;
  readonly expired: number;
  readonly unreadable: number;
}

interface SlotPicture extends ExportPicture {
  readonly slot: PictureSlotDefinition['slot'];
}

/** The pictures to export for some rows. */
export interface PictureSelection {
  readonly wanted: readonly SlotPicture[];
  readonly expired: number;
}

/**
 * Selects the pictures of some rows that are to be exported; counts those already expired.
 * @param firstNumber number of the first row in the export
 */
export function selectPictures(
  rows: readonly Pick<TransitRow, 'id' | 'flags'>[],
  found: ReadonlyMap<string, TransitPictures>,
  firstNumber: number,
  withContext: boolean,
): PictureSelection {
  const requested: SlotPicture[] = [];
  let expired = 0;
  for (const [index, row] of rows.entries()) {
    for (const { slot, from, word, flag } of PICTURE_SLOTS) {
      if (slot === 'context' && !withContext) continue;
      const hash = found.get(row.id)?.[from] ?? '';
      const name = `immagini/${String(firstNumber + index).padStart(6, '0')}-${word}.jpg`;
      if (hash !== '') requested.push({ transit: row.id, slot, name, hash });
      else if ((row.flags & flag) !== 0) expired += 1;
    }
  }
  return { wanted: requested, expired };
}

/** Assigns the exported pictures to their transits, using the archive lines. Unreadable pictures are counted and left out. */
export function assignPictures({ wanted: requested, expired }: PictureSelection, lines: MarkedLines): ExportedPictures {
  const pictures = new Map<string, RowPictures>();
  for (const [index, { transit, slot, name, hash }] of requested.entries()) {
    const known = pictures.get(transit) ?? NO_ROW_PICTURES;
    pictures.set(transit, { ...known, [slot]: { file: (lines[index] ?? null) === null ? '' : name, hash } });
  }
  const files = lines.filter((line) => line !== null);
  return { files, pictures, expired, unreadable: requested.length - files.length };
}

export const NO_PICTURES: RowPictures = NO_ROW_PICTURES;
