import type { ProcessedInfo, TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { type DangerousGoodsTexts, formatHazard, formatSubstance } from '@varco/i18n/dangerous-goods.ts';
import { formatDate, formatDateTime, formatDecimal, formatPercent } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { drawFooter, drawHeader, type ReportHeader } from './page-layout.ts';
import { INK, INNER_WIDTH, PAGE } from './pdf-canvas.ts';
import { drawPicture, formatPlate, type DetailedTransit, type Drawing } from './report-transit.ts';
import * as words from './report-texts.ts';

interface LabelledValue {
  readonly label: string;
  readonly value: string;
  readonly isAlert?: boolean;
}

interface FactBlock {
  readonly title: string;
  readonly facts: readonly LabelledValue[];
}

type SingleDrawing = Drawing & { readonly language: Language; readonly goods: DangerousGoodsTexts };

const COLUMN_GAP = 18;
const COLUMN_WIDTH = (INNER_WIDTH - COLUMN_GAP) / 2;
const LABEL_WIDTH = 92;

/** Draws the report of one transit on one page: pictures, then all fields of its detail (T 2.6). */
export function drawSingleReport(
  drawing: SingleDrawing,
  head: ReportHeader,
  { transit, pictures }: DetailedTransit,
): void {
  const { paper, t } = drawing;
  const top = drawHeader(paper, t, head);
  const big = { x: PAGE.margin, y: top, width: 345, height: 194 };
  const right = big.x + big.width + 8;
  const width = PAGE.width - PAGE.margin - right;
  drawPicture(drawing, pictures.scene, 'scene', big, 8);
  drawPicture(drawing, pictures.plate, 'plate', { x: right, y: top, width, height: 54 }, 7);
  drawPicture(drawing, pictures.context, 'context', { x: right, y: top + 60, width, height: 104 }, 7);
  drawPlate(drawing, transit, { x: right, y: top + 168, width });
  const y = top + big.height + 14;
  drawBlocks(drawing, PAGE.margin, y, [
    buildTransitBlock(drawing, transit),
    buildVehicleBlock(t, transit),
    buildAdrBlock(drawing, transit),
  ]);
  const second = [
    buildChecksBlock(t, transit),
    buildTransportBlock(t, transit.processed_info),
    buildPresenceBlock(drawing, transit),
  ];
  drawBlocks(drawing, PAGE.margin + COLUMN_WIDTH + COLUMN_GAP, y, second);
  drawFooter(paper, t, head, 1, 1);
}

function drawPlate({ paper, t }: Drawing, transit: TransitDetail, at: { x: number; y: number; width: number }): void {
  paper.line(formatPlate(t, transit), at.x, at.y, at.width, { face: 'head', size: 15, align: 'center' });
  const corrected = transit.targa_corretta;
  if (corrected === null) return;
  paper.line(t('print:plate.corrected', { plate: corrected }), at.x, at.y + 17, at.width, {
    face: 'bold',
    size: 8,
    align: 'center',
  });
}

const MAX_CONTENT_Y = PAGE.height - 60;

/** Draws blocks below each other; a block that would not fit on the page is left out. */
function drawBlocks({ paper }: Drawing, x: number, from: number, blocks: readonly (FactBlock | null)[]): void {
  let y = from;
  for (const block of blocks) {
    if (block === null || y > MAX_CONTENT_Y - 30) continue;
    paper.line(block.title, x, y, COLUMN_WIDTH, { face: 'head', size: 8.5, ink: INK.accent });
    paper.fill({ x, y: y + 13, width: COLUMN_WIDTH, height: 0.6 }, INK.line);
    y += 18;
    for (const { label, value, isAlert = false } of block.facts) {
      if (y > MAX_CONTENT_Y) break;
      paper.line(label, x, y, LABEL_WIDTH - 6, { size: 8, ink: INK.soft });
      const style = { face: isAlert ? 'bold' : 'plain', size: 8.5, ink: isAlert ? INK.alert : INK.text } as const;
      const text = isAlert ? `▲ ${value}` : value;
      y += Math.max(13.5, paper.paragraph(text, x + LABEL_WIDTH, y - 0.5, COLUMN_WIDTH - LABEL_WIDTH, 3, style) + 2.5);
    }
    y += 8;
  }
}

function buildTransitBlock({ t, language }: SingleDrawing, transit: TransitDetail): FactBlock {
  const { gps_lat: lat, gps_lon: lon, correzione } = transit;
  const gps =
    lat === null || lon === null
      ? t('detail:gpsUnknown')
      : `${formatDecimal(lat, 5, language)}  ${formatDecimal(lon, 5, language)}`;
  const facts: LabelledValue[] = [
    { label: t('transits:column.date'), value: formatDateTime(transit.data) },
    { label: t('detail:gate'), value: transit.varco },
    { label: t('detail:direction'), value: words.formatTravelDirection(t, transit.direction) },
    { label: t('detail:gps'), value: gps },
    { label: t('detail:speed'), value: words.formatSpeed(t, transit), isAlert: words.isOverSpeed(transit) },
    { label: t('detail:lane'), value: transit.lane === null ? '—' : String(transit.lane) },
    { label: t('detail:read'), value: formatPlate(t, transit) },
  ];
  if (correzione !== null && correzione !== undefined) {
    const said = { plate: correzione.targa, author: correzione.autore || '—', reason: correzione.motivo };
    const value = t('print:plate.correctedLong', { ...said, date: formatDateTime(correzione.data) });
    facts.push({ label: t('detail:corrected'), value });
  }
  if (transit.confidence !== null)
    facts.push({
      label: t('detail:confidence'),
      value: formatPercent(transit.confidence / 100, 1, language),
    });
  return { title: t('detail:plateBlock'), facts };
}

const buildVehicleBlock = (t: Translate, transit: TransitDetail): FactBlock => ({
  title: t('detail:vehicleBlock'),
  facts: [
    { label: t('detail:makeModel'), value: words.formatMakeAndModel(t, transit) },
    { label: t('detail:class'), value: words.formatVehicleClass(t, transit.class) },
    { label: t('detail:colour'), value: words.formatColour(t, transit.colore) },
    { label: t('detail:nation'), value: words.formatRegistrationPlace(t, transit) },
    // T 2.6: not shown for dangerous goods, whose panel says more.
    ...(transit.is_adr ? [] : [{ label: t('detail:euro'), value: words.formatEuroClass(t, transit.euro) }]),
  ],
});

const buildAdrBlock = ({ t, goods }: SingleDrawing, transit: TransitDetail): FactBlock | null =>
  transit.is_adr
    ? {
        title: t('detail:adrBlock'),
        facts: [
          { label: 'ADR', value: transit.ADR },
          { label: t('detail:kemler'), value: formatHazard(goods, transit.adr_kemler) || '—' },
          { label: t('detail:un'), value: formatSubstance(goods, transit.adr_un_no) || '—' },
          { label: t('detail:hazardClass'), value: words.formatAdrClass(t, transit.adr_class) || '—' },
        ],
      }
    : null;

function buildChecksBlock(t: Translate, transit: TransitDetail): FactBlock {
  const facts: LabelledValue[] = words
    .formatChecks(t, transit)
    .map(({ label, value, appearance: look }) => ({ label, value, isAlert: look === 'alert' }));
  if (transit.agenti !== '') facts.push({ label: t('detail:agents'), value: transit.agenti });
  return { title: t('detail:checksBlock'), facts };
}

function buildTransportBlock(t: Translate, info: ProcessedInfo | null): FactBlock | null {
  if (info === null) return null;
  const { dati_assicurazione: insurance, visura_effettuata_il: at } = info;
  const alarm = (isOn: boolean, list: string): LabelledValue => ({
    label: list === 'A1' ? t('detail:listA1') : t('detail:listC'),
    value: isOn ? t('detail:listAlarm', { list }) : t('detail:listNone'),
    isAlert: isOn,
  });
  const facts: LabelledValue[] = [alarm(info.allarme_lista_a1_scntt, 'A1'), alarm(info.allarme_lista_c_scntt, 'C')];
  if (insurance !== null) {
    facts.push({ label: t('detail:company'), value: insurance.compagnia });
    facts.push({ label: t('detail:policy'), value: insurance.polizza });
  }
  if (at !== null) facts.push({ label: t('detail:checkedAt'), value: formatDateTime(at) });
  return { title: t('detail:transportBlock'), facts };
}

function buildPresenceBlock({ t }: Drawing, transit: TransitDetail): FactBlock | null {
  if (transit.redacted) return null;
  const window = [
    t('print:inWindow', { count: transit.g_transits }),
    t('print:days', { count: transit.g_transit_days }),
  ].join(' ');
  const days = transit.days.map((day) => `${formatDate(day.giorno).slice(0, 5)}: ${day.n}`).join(' · ');
  const others = transit.altri.map((other) => `${formatDateTime(other.data).slice(11)} ${other.varco}`).join('; ');
  return {
    title: t('detail:presencesBlock'),
    facts: [
      { label: t('print:presence.all'), value: t('print:passages', { count: transit.count_transits }) },
      { label: t('print:presence.window'), value: window },
      {
        label: t('print:presence.last'),
        value: transit.last_seen === null ? '—' : formatDateTime(transit.last_seen),
      },
      { label: t('print:presence.days'), value: days || '—' },
      { label: t('detail:othersBlock'), value: others || t('detail:othersNone') },
    ],
  };
}
