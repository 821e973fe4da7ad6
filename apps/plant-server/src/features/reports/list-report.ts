import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transit } from '@varco/contract/plant/transit.ts';
import { formatDate, formatDateTime, formatPercent } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import {
  CONTENT_END,
  drawFooter,
  drawHeader,
  drawShortHeader,
  NEXT_PAGE_TOP,
  type ReportHeader,
} from './page-layout.ts';
import { INK, INNER_WIDTH, PAGE } from './pdf-canvas.ts';
import { drawPicture, formatPlate, type Drawing, type ListedTransit } from './report-transit.ts';
import * as words from './report-texts.ts';

/** Row height in points: nine rows per page, eight on the first. */
const ROW_HEIGHT = 81.5;
const COLUMN_WIDTHS = { number: 20, pictures: 98, plate: 106, passage: 110, vehicle: 80, checks: 125 } as const;
type Column = keyof typeof COLUMN_WIDTHS;
const GAP = 8;

const COLUMN_LEFT: Readonly<Record<Column, number>> = (() => {
  let x: number = PAGE.margin;
  const lefts: Record<Column, number> = { number: 0, pictures: 0, plate: 0, passage: 0, vehicle: 0, checks: 0 };
  for (const column of ['number', 'pictures', 'plate', 'passage', 'vehicle', 'checks'] as const) {
    lefts[column] = x;
    x += COLUMN_WIDTHS[column];
  }
  return lefts;
})();

type ListDrawing = Drawing & { readonly language: Language };

const COLUMN_HEADER_HEIGHT = 18;
const countRowsBelow = (top: number): number => Math.floor((CONTENT_END - top) / ROW_HEIGHT);

/**
 * Draws the list report: one compact row per transit. Yields to the event loop after each page so that other calls are
 * served; throws when `signal` aborts.
 */
export async function drawListReport(
  drawing: ListDrawing,
  head: ReportHeader,
  transits: readonly ListedTransit[],
  signal: AbortSignal,
): Promise<void> {
  const { paper, t } = drawing;
  const top = drawHeader(paper, t, head);
  drawColumnHeader(drawing, top);
  let y = top + COLUMN_HEADER_HEIGHT;
  const later = Math.max(0, transits.length - countRowsBelow(y));
  const pages = 1 + Math.ceil(later / countRowsBelow(NEXT_PAGE_TOP + COLUMN_HEADER_HEIGHT));
  let page = 1;
  for (const [index, one] of transits.entries()) {
    if (y + ROW_HEIGHT > CONTENT_END) {
      drawFooter(paper, t, head, page, pages);
      await nextTurn();
      signal.throwIfAborted();
      paper.doc.addPage();
      page += 1;
      drawShortHeader(paper, head);
      drawColumnHeader(drawing, NEXT_PAGE_TOP);
      y = NEXT_PAGE_TOP + COLUMN_HEADER_HEIGHT;
    }
    drawRow(drawing, one, index + 1, y);
    y += ROW_HEIGHT;
    paper.rule(y - 3);
  }
  drawFooter(paper, t, head, page, pages);
}

function drawColumnHeader({ paper, t }: Drawing, y: number): void {
  paper.fill({ x: PAGE.margin, y, width: INNER_WIDTH, height: 14 }, INK.tint);
  const style = { face: 'bold', size: 7, ink: INK.soft } as const;
  paper.line('#', COLUMN_LEFT.number + 3, y + 3, COLUMN_WIDTHS.number, style);
  for (const column of ['pictures', 'plate', 'passage', 'vehicle', 'checks'] as const)
    paper.line(t(`print:column.${column}`), COLUMN_LEFT[column], y + 3, COLUMN_WIDTHS[column] - GAP, style);
}

function drawRow(drawing: ListDrawing, { transit, pictures }: ListedTransit, number: number, y: number): void {
  const { paper, t } = drawing;
  paper.line(String(number), COLUMN_LEFT.number, y + 1, COLUMN_WIDTHS.number - 4, {
    size: 7,
    ink: INK.soft,
    align: 'center',
  });
  const x = COLUMN_LEFT.pictures;
  drawPicture(drawing, pictures.scene, 'scene', { x, y, width: 92, height: 52 }, 5.5);
  drawPicture(drawing, pictures.plate, 'plate', { x, y: y + 54, width: 92, height: 22 }, 5.5);
  drawLines(drawing, 'plate', y + 16, buildPlateLines(t, transit, drawing.language));
  const plateInk = transit.redacted ? INK.soft : INK.text;
  paper.line(formatPlate(t, transit), COLUMN_LEFT.plate, y, COLUMN_WIDTHS.plate - GAP, {
    face: 'head',
    size: 11,
    ink: plateInk,
  });
  drawLines(drawing, 'passage', y, buildTransitLines(t, transit));
  drawLines(drawing, 'vehicle', y, buildVehicleLines(t, transit));
  drawChecks(drawing, transit, y);
}

interface CellLine {
  readonly text: string;
  readonly bold?: boolean;
  readonly alert?: boolean;
  /** Maximum number of lines; default one. */
  readonly most?: number;
}

const LINE_STEP = 10;

function drawLines({ paper }: Drawing, column: Column, y: number, lines: readonly CellLine[]): void {
  let top = y;
  for (const [index, { text, bold, alert, most = 1 }] of lines.entries()) {
    const face = bold === true || alert === true ? 'bold' : 'plain';
    const ink = alert === true ? INK.alert : bold === true || index === 0 ? INK.text : INK.soft;
    const used = paper.paragraph(text, COLUMN_LEFT[column], top, COLUMN_WIDTHS[column] - GAP, most, {
      face,
      ink,
      size: 7.5,
    });
    top += Math.max(LINE_STEP, used);
  }
}

function buildPlateLines(t: Translate, transit: Transit, language: Language): readonly CellLine[] {
  const lines: CellLine[] = [];
  if (transit.targa_corretta !== null)
    lines.push({ text: t('print:plate.corrected', { plate: transit.targa_corretta }), bold: true });
  lines.push({ text: words.formatRegistrationPlace(t, transit) });
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

const formatDirection = (t: Translate, code: number): string =>
  code === 0
    ? `${t('detail:direction')} ${words.formatTravelDirection(t, code)}`
    : words.formatTravelDirection(t, code);

function buildTransitLines(t: Translate, transit: Transit): readonly CellLine[] {
  const lane = transit.lane === null ? '' : `, ${t('print:lane', { lane: transit.lane })}`;
  return [
    { text: formatDateTime(transit.data), bold: true },
    { text: transit.varco, bold: true, most: 2 },
    { text: formatDirection(t, transit.direction) + lane },
    { text: words.formatSpeed(t, transit), alert: words.isOverSpeed(transit) },
    ...(transit.is_adr ? [{ text: t('print:adr', { code: transit.ADR }), bold: true }] : []),
    ...(transit.adr_class === '' ? [] : [{ text: words.formatAdrClass(t, transit.adr_class), most: 2 }]),
  ];
}

const buildVehicleLines = (t: Translate, transit: Transit): readonly CellLine[] => [
  { text: words.formatMakeAndModel(t, transit), bold: true, most: 2 },
  { text: words.formatVehicleClass(t, transit.class), most: 2 },
  { text: words.formatColour(t, transit.colore) },
  { text: words.formatEuroClass(t, transit.euro) },
];

const LABEL_WIDTH = 20;

function drawChecks({ paper, t }: Drawing, transit: Transit, y: number): void {
  const fields = ['assicurata', 'revisionata', 'rubata', 'sives', 'allarme'] as const;
  const x = COLUMN_LEFT.checks;
  for (const [index, check] of words.formatChecks(t, transit).entries()) {
    const top = y + index * 15;
    const isAlert = check.appearance === 'alert';
    if (isAlert) paper.fill({ x: x - 3, y: top - 2, width: COLUMN_WIDTHS.checks + 3, height: 14 }, INK.alertTint);
    const label = t(`widgets:alert.fieldShort.${fields[index] ?? 'allarme'}`);
    paper.line(label, x, top, LABEL_WIDTH, { size: 7, ink: INK.soft });
    // A mark in addition to the colour, so that alerts are visible on a black and white printer.
    const style = {
      face: isAlert ? 'bold' : 'plain',
      size: isAlert ? 6.8 : 6.5,
      ink: isAlert ? INK.alert : INK.text,
    } as const;
    const value = isAlert ? `▲ ${check.value}` : check.value;
    paper.line(value, x + LABEL_WIDTH, top, COLUMN_WIDTHS.checks - LABEL_WIDTH, style);
  }
}
