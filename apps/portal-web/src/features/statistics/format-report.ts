import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { formatDate, formatInteger } from '@varco/i18n/format.ts';
import { findPlantByPeer } from '../../lib/plants/plant-sessions.ts';
import { getPlantCode, getPlantLabel } from '../../lib/plants/use-plants.ts';
import { toGateKey, collectGateNames } from '../../widgets/gates/gate-choice.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import type { Figure, FigureSet } from './figures.ts';
import { type PlantAnswer, type ReportLine, buildReportLines, computeTotalLine, isComparable } from './report-lines.ts';
import { toComparedPeriod } from './report-period.ts';
import type { Report } from './use-report.ts';

export function getPlantNameById(peerId: number): string {
  const plant = findPlantByPeer(peerId);
  return plant === undefined ? String(peerId) : getPlantLabel(plant);
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
export function buildShownLines(
  { query: question, plants: parts }: Report,
  gates: readonly PlantGate[],
  t: Translate,
): ShownLines {
  const answers = parts.flatMap(({ peerId, now, before }): PlantAnswer[] => {
    if (now.kind !== 'done') return [];
    const isCompared = before?.kind === 'done' && isComparable(now.answer, before.answer);
    return [{ peerId, now: now.answer, before: isCompared ? before.answer : null }];
  });
  const compared = toComparedPeriod(question.period, question.comparison);
  const names = collectGateNames(gates);
  const nameOf = ({ gate, day, peerIds }: ReportLine): string => {
    if (day !== null) return formatDate(day);
    const [peerId = 0] = peerIds;
    if (gate === null) return getPlantNameById(peerId);
    const plant = findPlantByPeer(peerId);
    return `${plant === undefined ? '' : getPlantCode(plant)} ${names.get(toGateKey(gate)) ?? gate.gateId}`.trim();
  };
  const total = computeTotalLine(answers);
  return {
    lines: buildReportLines(answers, question.by, { period: question.period, compared }).map((line) => ({
      ...line,
      name: nameOf(line),
    })),
    total: total === null ? null : { ...total, name: t('statistics:total') },
  };
}

/** Display name of a column of figures. */
export function formatColumnName(set: FigureSet, id: string, t: Translate): string {
  return set === 'classes' ? t(`widgets:vehicle.${id as 'car'}`) : t(`statistics:column.${id as 'transits'}`);
}

/** Formats a figure: exact, or as a range. */
export function formatFigure(figure: Figure | null, t: Translate, language: Language): string {
  if (figure === null) return t('statistics:hiddenValue');
  const { min, max } = figure;
  return min === max
    ? formatInteger(min, language)
    : t('statistics:between', { min: formatInteger(min, language), max: formatInteger(max, language) });
}
