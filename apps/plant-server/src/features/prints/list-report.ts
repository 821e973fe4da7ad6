import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transit } from '@varco/contract/plant/transit.ts';
import { formatDate, formatDateTime, formatPercent } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { CONTENT_END, drawFoot, drawHead, drawShortHead, NEXT_PAGE_TOP, type ReportHead } from './page-frame.ts';
import { INK, INNER_WIDTH, PAGE } from './paper.ts';
import { drawPicture, plateWords, type Drawing, type ListedTransit } from './report-transit.ts';
import * as words from './report-words.ts';

/** Row height in points: nine rows per page, eight on the first. */
const ROW_HEIGHT = 81.5;
const COLUMNS = { number: 20, pictures: 98, plate: 106, passage: 110, vehicle: 80, checks: 125 } as const;
type Column = keyof typeof COLUMNS;
const GAP = 8;

const LEFT_OF: Readonly<Record<Column, number>> = (() => {
  let x: number = PAGE.margin;
  const lefts: Record<Column, number> = { number: 0, pictures: 0, plate: 0, passage: 0, vehicle: 0, checks: 0 };
  for (const column of ['number', 'pictures', 'plate', 'passage', 'vehicle', 'checks'] as const) {
    lefts[column] = x;
    x += COLUMNS[column];
  }
  return lefts;
})();

type ListDrawing = Drawing & { readonly language: Language };

const COLUMN_HEAD = 18;
const rowsFrom = (top: number): number => Math.floor((CONTENT_END - top) / ROW_HEIGHT);

/**
 * Draws the list report: one compact row per transit. Yields to the event loop after each page so that other calls are
 * served; throws when `signal` aborts.
 */
export async function drawList(
  drawing: ListDrawing,
  head: ReportHead,
  transits: readonly ListedTransit[],
  signal: AbortSignal,
): Promise<void> {
  const { paper, t } = drawing;
  const top = drawHead(paper, t, head);
  drawColumns(drawing, top);
  let y = top + COLUMN_HEAD;
  const later = Math.max(0, transits.length - rowsFrom(y));
  const pages = 1 + Math.ceil(later / rowsFrom(NEXT_PAGE_TOP + COLUMN_HEAD));
  let page = 1;
  for (const [index, one] of transits.entries()) {
    if (y + ROW_HEIGHT > CONTENT_END) {
      drawFoot(paper, t, head, page, pages);
      await nextTurn();
      signal.throwIfAborted();
      paper.doc.addPage();
      page += 1;
      drawShortHead(paper, head);
      drawColumns(drawing, NEXT_PAGE_TOP);
      y = NEXT_PAGE_TOP + COLUMN_HEAD;
    }
    drawRow(drawing, one, index + 1, y);
    y += ROW_HEIGHT;
    paper.rule(y - 3);
  }
  drawFoot(paper, t, head, page, pages);
}

function drawColumns({ paper, t }: Drawing, y: number): void {
  paper.fill({ x: PAGE.margin, y, width: INNER_WIDTH, height: 14 }, INK.tint);
  const style = { face: 'bold', size: 7, ink: INK.soft } as const;
  paper.line('#', LEFT_OF.number + 3, y + 3, COLUMNS.number, style);
  for (const column of ['pictures', 'plate', 'passage', 'vehicle', 'checks'] as const)
    paper.line(t(`print:column.${column}`), LEFT_OF[column], y + 3, COLUMNS[column] - GAP, style);
}

function drawRow(drawing: ListDrawing, { transit, pictures }: ListedTransit, number: number, y: number): void {
  const { paper, t } = drawing;
  paper.line(String(number), LEFT_OF.number, y + 1, COLUMNS.number - 4, { size: 7, ink: INK.soft, align: 'center' });
  const x = LEFT_OF.pictures;
  drawPicture(drawing, pictures.scene, 'scene', { x, y, width: 92, height: 52 }, 5.5);
  drawPicture(drawing, pictures.plate, 'plate', { x, y: y + 54, width: 92, height: 22 }, 5.5);
  drawLines(drawing, 'plate', y + 16, plateLines(t, transit, drawing.language));
  const plateInk = transit.redacted ? INK.soft : INK.text;
  paper.line(plateWords(t, transit), LEFT_OF.plate, y, COLUMNS.plate - GAP, { face: 'head', size: 11, ink: plateInk });
  drawLines(drawing, 'passage', y, passageLines(t, transit));
  drawLines(drawing, 'vehicle', y, vehicleLines(t, transit));
  drawChecks(drawing, transit, y);
}

interface Line {
  readonly text: string;
  readonly bold?: boolean;
  readonly alert?: boolean;
  /** Maximum number of lines; default one. */
  readonly most?: number;
}

const LINE_STEP = 10;

function drawLines({ paper }: Drawing, column: Column, y: number, lines: readonly Line[]): void {
  let top = y;
  for (const [index, { text, bold, alert, most = 1 }] of lines.entries()) {
    const face = bold === true || alert === true ? 'bold' : 'plain';
    const ink = alert === true ? INK.alert : bold === true || index === 0 ? INK.text : INK.soft;
    const used = paper.paragraph(text, LEFT_OF[column], top, COLUMNS[column] - GAP, most, { face, ink, size: 7.5 });
    top += Math.max(LINE_STEP, used);
  }
}

function plateLines(t: Translate, transit: Transit, language: Language): readonly Line[] {
  const lines: Line[] = [];
  if (transit.targa_corretta !== null)
    lines.push({ text: t('print:plate.corrected', { plate: transit.targa_corretta }), bold: true });
  lines.push({ text: words.registeredIn(t, transit) });
  if (transit.confidence !== null) {
    const share = formatPercent(transit.confidence / 100, 1, language);
    lines.push({ text: t('print:plate.confidence', { share }) });
  }
  if (transit.redacted) return lines;
  lines.push({ text: t('print:passages', { count: transit.count_transits }) });
  lines.push({ text: t('print:presentOn', { count: transit.g_transit_days }) });
  if (transit.first_seen !== null && transit.last_seen !== null) {
    const range = { first: formatDate(transit.first_seen), last: formatDate(transit.last_seen) };
    lines.push({ text: t('print:seen', range) });
  }
  return lines;
}

const wayOf = (t: Translate, code: number): string =>
  code === 0 ? `${t('detail:direction')} ${words.direction(t, code)}` : words.direction(t, code);

function passageLines(t: Translate, transit: Transit): readonly Line[] {
  const lane = transit.lane === null ? '' : `, ${t('print:lane', { lane: transit.lane })}`;
  return [
    { text: formatDateTime(transit.data), bold: true },
    { text: transit.varco, bold: true, most: 2 },
    { text: wayOf(t, transit.direction) + lane },
    { text: words.speedWords(t, transit), alert: words.isOverSpeed(transit) },
    ...(transit.is_adr ? [{ text: t('print:adr', { code: transit.ADR }), bold: true }] : []),
    ...(transit.adr_class === '' ? [] : [{ text: words.adrClass(t, transit.adr_class), most: 2 }]),
  ];
}

const vehicleLines = (t: Translate, transit: Transit): readonly Line[] => [
  { text: words.makeAndModel(t, transit), bold: true, most: 2 },
  { text: words.vehicleClass(t, transit.class), most: 2 },
  { text: words.colour(t, transit.colore) },
  { text: words.euro(t, transit.euro) },
];

const LABEL_WIDTH = 20;

function drawChecks({ paper, t }: Drawing, transit: Transit, y: number): void {
  const fields = ['assicurata', 'revisionata', 'rubata', 'sives', 'allarme'] as const;
  const x = LEFT_OF.checks;
  for (const [index, check] of words.checkWords(t, transit).entries()) {
    const top = y + index * 15;
    const isAlert = check.look === 'alert';
    if (isAlert) paper.fill({ x: x - 3, y: top - 2, width: COLUMNS.checks + 3, height: 14 }, INK.alertTint);
    const label = t(`widgets:alert.fieldShort.${fields[index] ?? 'allarme'}`);
    paper.line(label, x, top, LABEL_WIDTH, { size: 7, ink: INK.soft });
    // A mark in addition to the colour, so that alerts are visible on a black and white printer.
    const style = {
      face: isAlert ? 'bold' : 'plain',
      size: isAlert ? 6.8 : 6.5,
      ink: isAlert ? INK.alert : INK.text,
    } as const;
    const value = isAlert ? `▲ ${check.value}` : check.value;
    paper.line(value, x + LABEL_WIDTH, top, COLUMNS.checks - LABEL_WIDTH, style);
  }
}
