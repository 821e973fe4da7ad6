import type { TransitChartsResponse } from '@varco/contract/plant/charts.ts';
import { VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';
import { addDays, type DayPeriod } from '../../lib/reports/report-period.ts';
import type { ChosenGate } from '../../widgets/gates/gate-choice.ts';

/** Charts of single figures; the heat map has cells instead (heat-cells.ts). */
export const LINE_CHARTS = ['days', 'gates', 'speed', 'classes', 'euro', 'nations'] as const;
export type LineChart = (typeof LINE_CHARTS)[number];

/** Responses of a plant for the period and for the compared one. */
export interface ChartAnswer {
  readonly peerId: number;
  readonly now: TransitChartsResponse;
  /** Null: no comparison, the plant did not answer it, or one of the two is cut. */
  readonly before: TransitChartsResponse | null;
}

/** One value of a chart and one row of its table. */
export interface ChartLine {
  /** A day, a gate as `plant:gate`, a class, a EURO class or `unknown`, `home` or `foreign`. */
  readonly key: string;
  readonly gate: ChosenGate | null;
  /** Transits; of speeds their mean in km/h. Null: not measured. */
  readonly value: number | null;
  /** Null: not compared, or not known on all plants. */
  readonly before: number | null;
  /** Transits on which a speed is based. */
  readonly basis: number | null;
}

interface ChartDays {
  readonly period: DayPeriod;
  readonly compared: DayPeriod | null;
}

/** Values of a chart over plants; gates with the most transits first, everything else in its own order. */
export function buildChartLines(
  chart: LineChart,
  answers: readonly ChartAnswer[],
  days: ChartDays,
): readonly ChartLine[] {
  switch (chart) {
    case 'days':
      return buildDayLines(answers, days);
    case 'gates':
      return buildGateLines(answers).toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
    case 'speed':
      return buildSpeedLines(answers).toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1));
    case 'classes':
      return buildSumLines(answers, VEHICLE_CLASSES, ({ classi }) => classi.map(({ classe, n }) => [classe, n]));
    case 'euro':
      return buildSumLines(answers, EURO_KEYS, ({ euro }) => euro.map((one) => [String(one.euro ?? 'unknown'), one.n]));
    case 'nations':
      return buildSumLines(answers, ['home', 'foreign'], ({ transiti, straniere }) => [
        ['home', transiti - straniere],
        ['foreign', straniere],
      ]);
  }
}

const EURO_KEYS = ['0', '1', '2', '3', '4', '5', '6', 'unknown'] as const;

/**
 * One rule for all counts: what an answer does not list it counted as 0; without an answer nothing is known (null, shown as a
 * dash).
 */
export const readCount = <Key>(counts: ReadonlyMap<Key, number> | null, key: Key): number | null =>
  counts === null ? null : (counts.get(key) ?? 0);

/** Total of a figure; null if any plant's is unknown, because a part would look like a change. */
const sumIfAllKnown = (all: readonly (number | null)[]): number | null =>
  all.length === 0 || all.includes(null) ? null : all.reduce<number>((sum, n) => sum + (n ?? 0), 0);

type Figures = readonly (readonly [key: string, n: number])[];

/** Lines of keys that add up over plants; those without transits in both periods are left out. */
function buildSumLines(
  answers: readonly ChartAnswer[],
  keys: readonly string[],
  figuresOf: (answer: TransitChartsResponse) => Figures,
): readonly ChartLine[] {
  const parts = answers.map(({ now, before }) => ({
    now: new Map(figuresOf(now)),
    before: before === null ? null : new Map(figuresOf(before)),
  }));
  return keys.flatMap((key): readonly ChartLine[] => {
    const value = parts.reduce((sum, { now }) => sum + (now.get(key) ?? 0), 0);
    const before = sumIfAllKnown(parts.map((part) => readCount(part.before, key)));
    return value === 0 && (before ?? 0) === 0 ? [] : [{ key, gate: null, value, before, basis: null }];
  });
}

/** Every day of the period beside the compared day in the same place, also days without transits. */
function buildDayLines(answers: readonly ChartAnswer[], { period, compared }: ChartDays): readonly ChartLine[] {
  const parts = answers.map(({ now, before }) => ({
    now: new Map(now.giorni.map(({ giorno, n }) => [giorno, n])),
    before: before === null ? null : new Map(before.giorni.map(({ giorno, n }) => [giorno, n])),
  }));
  const lines: ChartLine[] = [];
  for (let at = 0, day = period.first; day <= period.last; at += 1, day = addDays(period.first, at)) {
    const past = compared === null ? null : addDays(compared.first, at);
    lines.push({
      key: day,
      gate: null,
      value: parts.reduce((sum, { now }) => sum + (now.get(day) ?? 0), 0),
      before: past === null ? null : sumIfAllKnown(parts.map((part) => readCount(part.before, past))),
      basis: null,
    });
  }
  return lines;
}

const toGateLine = (peerId: number, gateId: number): Pick<ChartLine, 'key' | 'gate'> => ({
  key: `${peerId}:${gateId}`,
  gate: { peerId, gateId },
});

/** Transits of each gate, also of those that had some in the compared period only. */
function buildGateLines(answers: readonly ChartAnswer[]): readonly ChartLine[] {
  return answers.flatMap(({ peerId, now, before }) => {
    const counts = new Map(now.varchi.map(({ varco_id: id, n }) => [id, n]));
    const past = before === null ? null : new Map(before.varchi.map(({ varco_id: id, n }) => [id, n]));
    return [...new Set([...counts.keys(), ...(past?.keys() ?? [])])].map((id) => ({
      ...toGateLine(peerId, id),
      value: readCount(counts, id),
      before: readCount(past, id),
      basis: null,
    }));
  });
}

/** Mean speed at each gate: not measured is not 0. */
function buildSpeedLines(answers: readonly ChartAnswer[]): readonly ChartLine[] {
  return answers.flatMap(({ peerId, now, before }) => {
    const past = new Map((before?.varchi ?? []).map(({ varco_id: id, velocita_media: mean }) => [id, mean]));
    return now.varchi.map(({ varco_id: id, velocita_media: mean, velocita_n: basis }) => ({
      ...toGateLine(peerId, id),
      value: mean,
      before: past.get(id) ?? null,
      basis,
    }));
  });
}
