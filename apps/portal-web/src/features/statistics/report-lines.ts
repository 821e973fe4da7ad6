import type { StatisticsResponse, StatisticsFigures } from '@varco/contract/plant/statistics.ts';
import type { ChosenGate } from '../../widgets/gates/gate-choice.ts';
import { addFigures, NO_FIGURES } from './figures.ts';
import { addDays, type DayPeriod } from '../../lib/reports/report-period.ts';

export const GROUPINGS = ['plant', 'gate', 'day'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Responses of a plant for the period and for the compared one. */
export interface PlantAnswer {
  readonly peerId: number;
  readonly now: StatisticsResponse;
  /** Null: no comparison, the plant did not answer it, or one of the two is cut. */
  readonly before: StatisticsResponse | null;
}

/** One line of the report, with what identifies its transits. */
export interface ReportLine {
  readonly key: string;
  readonly peerIds: readonly number[];
  readonly gate: ChosenGate | null;
  readonly day: string | null;
  readonly figures: StatisticsFigures;
  readonly before: StatisticsFigures | null;
}

interface Periods {
  readonly period: DayPeriod;
  readonly compared: DayPeriod | null;
}

/** Total over all plants; null: none has answered. */
export function computeTotalLine(answers: readonly PlantAnswer[]): ReportLine | null {
  const [first, ...rest] = answers;
  if (first === undefined) return null;
  const before = answers.map((answer) => answer.before?.totale ?? null);
  return {
    key: 'total',
    peerIds: answers.map(({ peerId }) => peerId),
    gate: null,
    day: null,
    figures: rest.reduce((sum, { now }) => addFigures(sum, now.totale), first.now.totale),
    before: sumIfAllKnown(before),
  };
}

/** Sums figures; null if any is unknown, because a partial comparison would look like a change. */
function sumIfAllKnown(all: readonly (StatisticsFigures | null)[]): StatisticsFigures | null {
  const known = all.filter((one) => one !== null);
  const [first, ...rest] = known;
  return first === undefined || known.length < all.length ? null : rest.reduce(addFigures, first);
}

/** Lines of a report: plants and gates in their order, days oldest first. */
export function buildReportLines(
  answers: readonly PlantAnswer[],
  by: Grouping,
  periods: Periods,
): readonly ReportLine[] {
  switch (by) {
    case 'plant':
      return answers.map((answer) => ({ ...(computeTotalLine([answer]) ?? EMPTY_LINE), key: String(answer.peerId) }));
    case 'gate':
      return answers.flatMap(buildGateLines);
    case 'day':
      return buildDayLines(answers, periods);
  }
}

const EMPTY_LINE: ReportLine = { key: '', peerIds: [], gate: null, day: null, figures: NO_FIGURES, before: null };

function buildGateLines({ peerId, now, before }: PlantAnswer): readonly ReportLine[] {
  const known = new Map(before?.righe.map((line) => [line.varco_id, line]));
  const gone = (before?.righe ?? []).filter(({ varco_id: id }) => !now.righe.some((line) => line.varco_id === id));
  return [...now.righe, ...gone.map(({ varco_id }) => ({ ...NO_FIGURES, varco_id, giorno: null }))].map((line) => ({
    key: `${peerId}:${line.varco_id}`,
    peerIds: [peerId],
    gate: { peerId, gateId: line.varco_id ?? 0 },
    day: null,
    figures: line,
    before: before === null ? null : (known.get(line.varco_id) ?? NO_FIGURES),
  }));
}

/**
 * One line per day of the period, including days without transits, which could otherwise be taken for days outside of
 * it.
 */
function buildDayLines(answers: readonly PlantAnswer[], { period, compared }: Periods): readonly ReportLine[] {
  const [first, ...rest] = answers;
  if (first === undefined) return [];
  const lines: ReportLine[] = [];
  for (let at = 0, day = period.first; day <= period.last; at += 1, day = addDays(period.first, at)) {
    const on = (answer: StatisticsResponse | null, which: string): StatisticsFigures | null =>
      answer === null ? null : (answer.righe.find(({ giorno }) => giorno === which) ?? NO_FIGURES);
    const start = on(first.now, day) ?? NO_FIGURES;
    lines.push({
      key: day,
      peerIds: answers.map(({ peerId }) => peerId),
      gate: null,
      day,
      figures: rest.reduce((sum, { now }) => addFigures(sum, on(now, day) ?? NO_FIGURES), start),
      before:
        compared === null ? null : sumIfAllKnown(answers.map(({ before }) => on(before, addDays(compared.first, at)))),
    });
  }
  return lines;
}
