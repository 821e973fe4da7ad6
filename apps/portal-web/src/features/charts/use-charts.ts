import { transitCharts, type TransitChartsResponse } from '@varco/contract/plant/charts.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import type { ReportWindow } from '../../lib/reports/report-period.ts';
import { type PeriodReport, usePeriodReport } from '../../lib/reports/use-period-report.ts';
import { buildChartBody, type ChartQuery } from './chart-query.ts';

export type Charts = PeriodReport<ChartQuery, TransitChartsResponse>;

function fetchCharts(
  peerId: number,
  query: ChartQuery,
  window: ReportWindow,
  signal: AbortSignal,
): Promise<TransitChartsResponse> {
  return callPeer(peerId, transitCharts, { body: buildChartBody(peerId, query, window) }, { signal });
}

/** Asks for one set of charts at a time. */
export const useCharts = () => usePeriodReport(fetchCharts);
