import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import type { Transit } from '@varco/contract/plant/transit.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { INK, type Box, type PdfCanvas } from './pdf-canvas.ts';
import type { PictureSlot, ReportPicture, ReportPictures } from './report-pictures.ts';

/** A transit of a list report with its scene and plate pictures. */
export interface ListedTransit {
  readonly transit: Transit;
  readonly pictures: Readonly<Record<'scene' | 'plate', ReportPicture>>;
}

export interface DetailedTransit {
  readonly transit: TransitDetail;
  readonly pictures: ReportPictures;
}

/** What drawing needs in addition to the transits. `days`: retention of the pictures, for the text of an expired one. */
export interface Drawing {
  readonly paper: PdfCanvas;
  readonly t: Translate;
  readonly days: Readonly<Record<PictureSlot, number>>;
}

const MISSING_PICTURE_TEXTS = {
  'not-sent': 'print:picture.notSent',
  expired: 'print:picture.expired',
  redacted: 'print:picture.redacted',
  unreadable: 'print:picture.unreadable',
} as const;

/** Draws the picture in its box, or the reason why there is none. */
export function drawPicture(
  { paper, t, days }: Drawing,
  picture: ReportPicture,
  slot: PictureSlot,
  box: Box,
  size: number,
): void {
  paper.fill(box, INK.tint);
  const isDrawn = 'bytes' in picture && paper.picture(picture.bytes, box);
  if (!isDrawn) {
    const key = 'bytes' in picture ? MISSING_PICTURE_TEXTS.unreadable : MISSING_PICTURE_TEXTS[picture.missing];
    const most = Math.max(1, Math.floor((box.height - 4) / (size * 1.28)));
    const style = { size, ink: INK.soft, align: 'center' } as const;
    const words = t(key, { days: days[slot] });
    const tall = paper.measureHeight(words, box.width - 8, most, style);
    paper.paragraph(words, box.x + 4, box.y + (box.height - tall) / 2, box.width - 8, most, style);
  }
  paper.frame(box);
}

/** The plate as read, or the text for a hidden plate. */
export const formatPlate = (t: Translate, { targa, redacted }: Transit): string =>
  redacted ? t('print:plate.redacted') : targa === '' ? t('print:plate.unread') : targa;
