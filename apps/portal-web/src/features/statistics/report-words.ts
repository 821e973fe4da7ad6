import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { formatDate, formatInteger } from '@varco/i18n/format.ts';
import { plantOfPeer } from '../../lib/plants/plant-sessions.ts';
import { plantCode, plantLabel } from '../../lib/plants/use-plants.ts';
import { gateKey, gateNames } from '../../widgets/gates/gate-choice.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import type { Figure, FigureSet } from './figures.ts';
import { type PlantAnswer, type ReportLine, reportLines, totalLine } from './report-lines.ts';
import { comparedDays } from './report-period.ts';
import type { Report } from './use-report.ts';

export function nameOfPlant(peerId: number): string {
  const plant = plantOfPeer(peerId);
  return plant === undefined ? String(peerId) : plantLabel(plant);
}

/** A line with its display name. */
export interface NamedLine extends ReportLine {
  readonly name: string;
}

export interface ShownLines {
  readonly lines: readonly NamedLine[];
  readonly total: NamedLine | null;
}

/** Named lines of the responses received so far. */
export function linesOfReport(
  { query: question, parts }: Report,
  gates: readonly PlantGate[],
  t: Translate,
): ShownLines {
  const answers = parts.flatMap(({ peerId, now, before }): PlantAnswer[] =>
    now.kind === 'done' ? [{ peerId, now: now.answer, before: before?.kind === 'done' ? before.answer : null }] : [],
  );
  const compared = comparedDays(question.period, question.comparison);
  const names = gateNames(gates);
  const nameOf = ({ gate, day, peerIds }: ReportLine): string => {
    if (day !== null) return formatDate(day);
    const [peerId = 0] = peerIds;
    if (gate === null) return nameOfPlant(peerId);
    const plant = plantOfPeer(peerId);
    return `${plant === undefined ? '' : plantCode(plant)} ${names.get(gateKey(gate)) ?? gate.gateId}`.trim();
  };
  const total = totalLine(answers);
  return {
    lines: reportLines(answers, question.by, { period: question.period, compared }).map((line) => ({
      ...line,
      name: nameOf(line),
    })),
    total: total === null ? null : { ...total, name: t('statistics:total') },
  };
}

/** Display name of a column of figures. */
export function columnName(set: FigureSet, id: string, t: Translate): string {
  return set === 'classes' ? t(`widgets:vehicle.${id as 'car'}`) : t(`statistics:column.${id as 'transits'}`);
}

/** Formats a figure: exact, or as a range. */
export function figureText(figure: Figure | null, t: Translate, language: Language): string {
  if (figure === null) return t('statistics:hiddenValue');
  const { min, max } = figure;
  return min === max
    ? formatInteger(min, language)
    : t('statistics:between', { min: formatInteger(min, language), max: formatInteger(max, language) });
}
