import { toRomeDay, shiftDays, shiftMs, startOfRomeDay } from '../../lib/rome-days.ts';
import type { FigureColumn } from './figures.ts';
import type { ReportLine } from './report-lines.ts';
import type { Report } from './use-report.ts';

/**
 * Filter of a transit list with the rows behind a number: plants, gates and time of the line, and the condition of the
 * column.
 */
export function buildTransitListFilter(
  { query: question, windows }: Pick<Report, 'query' | 'windows'>,
  { peerIds, gate, day }: ReportLine,
  { rows }: FigureColumn,
): Readonly<Record<string, unknown>> {
  const gates = gate === null ? question.gates.filter(({ peerId }) => peerIds.includes(peerId)) : [gate];
  return { ...rows, peerIds, gates, period: { kind: 'range', ...toLineWindow(windows.now, day) } };
}

/** Window of a line: a whole day, or the counted part of the last day. */
function toLineWindow(
  { dal, al }: Report['windows']['now'],
  day: string | null,
): { readonly start: string; readonly end: string } {
  if (day === null) return { start: dal, end: al };
  const start = startOfRomeDay(day);
  return { start, end: toRomeDay(al) === day ? al : shiftMs(shiftDays(shiftMs(start, 12 * 3_600_000), 1), -1) };
}
