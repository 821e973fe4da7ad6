import type { Translate } from '@varco/i18n/message-types.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { INK, INNER_WIDTH, PAGE, removeControlCharacters, type PdfCanvas } from './pdf-canvas.ts';

/** Header data of every report: who printed it, when and why (T 7.1; decisions, "Reason of a consultation"). */
export interface ReportHeader {
  readonly title: string;
  readonly plant: string;
  readonly municipality: string;
  readonly user: string;
  readonly group: string;
  /** ISO instant. */
  readonly at: string;
  /** Reason as text; null: none was stated. */
  readonly reason: string | null;
  readonly caseNumber: string | null;
  /** Watermark text configured for the plant. */
  readonly mark: string;
  readonly count: number;
  readonly missing: number;
  readonly isRedacted: boolean;
}

/** Lower limit of the page content; the footer is below. */
export const CONTENT_END = PAGE.height - 46;
const LEFT = PAGE.margin;
const RIGHT = PAGE.width - PAGE.margin;

/** Draws title and print details on the first page; returns the y position where the content starts. */
export function drawHeader(paper: PdfCanvas, t: Translate, head: ReportHeader): number {
  const half = INNER_WIDTH / 2;
  paper.line(head.title, LEFT, 26, half + 60, { face: 'head', size: 17, ink: INK.text });
  paper.line(head.plant, LEFT + half, 27, half, { face: 'head', size: 10, align: 'right' });
  paper.line(head.municipality, LEFT + half, 41, half, { size: 8, ink: INK.soft, align: 'right' });
  paper.rule(54, INK.accent, 1.5);
  const facts: readonly (readonly [string, string, number])[] = [
    [t('print:by'), `${head.user} (${head.group})`, 150],
    [t('print:at'), formatDateTime(head.at), 105],
    [t('print:case'), head.caseNumber ?? t('print:caseNone'), 110],
    [t('print:count'), String(head.count), 60],
  ];
  let x = LEFT;
  for (const [label, value, width] of facts) {
    paper.line(label, x, 61, width, { size: 6.5, ink: INK.soft });
    paper.line(value, x, 70, width - 8, { face: 'bold', size: 8.5 });
    x += width;
  }
  paper.line(t('print:reason'), LEFT, 84, INNER_WIDTH, { size: 6.5, ink: INK.soft });
  const reason = head.reason ?? t('print:reasonNone');
  let y = 93 + paper.paragraph(reason, LEFT, 93, INNER_WIDTH, 2, { size: 8.5 }) + 2;
  for (const note of buildHeaderNotes(t, head)) {
    paper.fill({ x: LEFT, y, width: INNER_WIDTH, height: 14 }, INK.alertTint);
    paper.line(note, LEFT + 6, y + 2.5, INNER_WIDTH - 12, { face: 'bold', size: 7.5, ink: INK.alert });
    y += 17;
  }
  return y + 3;
}

function buildHeaderNotes(t: Translate, { missing, isRedacted }: ReportHeader): readonly string[] {
  return [
    ...(missing > 0 ? [t('print:incomplete', { count: missing })] : []),
    ...(isRedacted ? [t('print:redacted')] : []),
  ];
}

/** Upper limit of the content on pages after the first. */
export const NEXT_PAGE_TOP = 43;

/** Draws the short header of pages after the first. */
export function drawShortHeader(paper: PdfCanvas, head: ReportHeader): void {
  paper.line(`${head.title} · ${head.plant}`, LEFT, 24, INNER_WIDTH, { face: 'bold', size: 8.5 });
  paper.rule(38, INK.accent, 1);
}

/** Draws the footer with "n of N" and the watermark over everything on the page; must be the last thing drawn on it. */
export function drawFooter(paper: PdfCanvas, t: Translate, head: ReportHeader, page: number, pages: number): void {
  const mark = buildWatermarkText(t, head);
  drawWatermark(paper, mark);
  paper.rule(PAGE.height - 38);
  paper.line(mark, LEFT, PAGE.height - 32, INNER_WIDTH - 90, { size: 6.5, ink: INK.soft });
  paper.line(t('transits:list.disclaimer'), LEFT, PAGE.height - 22, INNER_WIDTH - 90, { size: 6.5, ink: INK.soft });
  const number = t('print:page', { page, pages });
  paper.line(number, RIGHT - 90, PAGE.height - 30, 90, { face: 'bold', size: 8, align: 'right' });
}

const MAX_REASON_IN_WATERMARK = 60;

/** Watermark text: who, when and why in one line, legible on a photograph of a single page. */
function buildWatermarkText(t: Translate, head: ReportHeader): string {
  const reason = removeControlCharacters(head.reason ?? t('print:reasonNone'));
  const short =
    [...reason].length > MAX_REASON_IN_WATERMARK
      ? `${[...reason].slice(0, MAX_REASON_IN_WATERMARK).join('')}…`
      : reason;
  const parts = [head.mark, t('print:user', { user: head.user }), formatDateTime(head.at), short];
  if (head.caseNumber !== null) parts.push(t('print:caseShort', { case: head.caseNumber }));
  return parts.filter((part) => part !== '').join(' · ');
}

const WATERMARK = { angle: -32, step: 125, size: 10.5, opacity: 0.11, reach: 420 } as const;

function drawWatermark(paper: PdfCanvas, mark: string): void {
  const { doc } = paper;
  const [middleX, middleY] = [PAGE.width / 2, PAGE.height / 2];
  doc.save();
  doc.rotate(WATERMARK.angle, { origin: [middleX, middleY] });
  doc.fillOpacity(WATERMARK.opacity);
  const style = { face: 'bold', size: WATERMARK.size, ink: INK.text } as const;
  const width = paper.measureWidth(removeControlCharacters(mark), style) + 1;
  for (let down = -WATERMARK.reach; down <= WATERMARK.reach; down += WATERMARK.step)
    paper.line(mark, middleX - width / 2, middleY + down, width, style);
  doc.restore();
  doc.fillOpacity(1);
}
