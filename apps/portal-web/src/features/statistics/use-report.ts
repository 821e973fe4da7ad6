import { statistics, type StatisticsBy, type StatisticsResponse } from '@varco/contract/plant/statistics.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import type { ReportWindow } from '../../lib/reports/report-period.ts';
import { type PeriodQuery, type PeriodReport, usePeriodReport } from '../../lib/reports/use-period-report.ts';
import type { ChosenGate } from '../../widgets/gates/gate-choice.ts';
import type { Grouping } from './report-lines.ts';

export interface ReportQuery extends PeriodQuery {
  /** A plant without selected gates is reported with all gates. */
  readonly gates: readonly ChosenGate[];
  readonly by: Grouping;
}

export type Report = PeriodReport<ReportQuery, StatisticsResponse>;

const WIRE_GROUPINGS: Readonly<Record<Grouping, StatisticsBy>> = { plant: 'totale', gate: 'varco', day: 'giorno' };

function fetchFigures(
  peerId: number,
  { gates, by }: ReportQuery,
  window: ReportWindow,
  signal: AbortSignal,
): Promise<StatisticsResponse> {
  const varchi = gates.filter((gate) => gate.peerId === peerId).map(({ gateId }) => gateId);
  const body = { ...window, per: WIRE_GROUPINGS[by], ...(varchi.length === 0 ? {} : { varchi }) };
  return callPeer(peerId, statistics, { body }, { signal });
}

/** Runs one report at a time. */
export const useReport = () => usePeriodReport(fetchFigures);
