import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { formatDate, formatInteger } from '@varco/i18n/format.ts';
import { collectGateNames } from '../../widgets/gates/gate-choice.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import type { Figure, FigureSet } from './figures.ts';
import { formatGateTitle } from '../../widgets/reports/gate-title.ts';
import { getPlantNameById, isComparable } from '../../widgets/reports/PlantNotes.tsx';
import { type PlantAnswer, type ReportLine, buildReportLines, computeTotalLine } from './report-lines.ts';
import { toComparedPeriod } from '../../lib/reports/report-period.ts';
import type { Report } from './use-report.ts';

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
    return formatGateTitle(gate, names);
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
