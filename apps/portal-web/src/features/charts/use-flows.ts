import { chartFlows, type ChartFlowsResponse } from '@varco/contract/plant/chart-flows.ts';
import { useEffect, useEffectEvent } from 'react';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import type { ReportWindow } from '../../lib/reports/report-period.ts';
import { type PeriodReport, usePeriodReport } from '../../lib/reports/use-period-report.ts';
import { buildChartBody, type ChartQuery } from './chart-query.ts';

/** A question of flows, with the question of the charts it belongs to. */
interface FlowQuery extends ChartQuery {
  readonly source: ChartQuery;
}

/** Flows of a plant; whole days always have all details. */
export type FlowAnswer = ChartFlowsResponse & { readonly senza_dettaglio: 0 };
export type Flows = PeriodReport<FlowQuery, FlowAnswer>;

async function fetchFlows(
  peerId: number,
  query: FlowQuery,
  window: ReportWindow,
  signal: AbortSignal,
): Promise<FlowAnswer> {
  const answer = await callPeer(peerId, chartFlows, { body: buildChartBody(peerId, query, window) }, { signal });
  return { ...answer, senza_dettaglio: 0 };
}

/**
 * Flows of the plants, asked for when they are first shown: each question is in the log of the plant.
 * @param peerIds plants whose licence has the option
 * @returns null while nothing was asked for this question
 */
export function useFlows(source: ChartQuery, peerIds: readonly number[], isShown: boolean): Flows | null {
  const { report, run } = usePeriodReport(fetchFlows);
  const isOfSource = report?.query.source === source;
  const ask = useEffectEvent(() => run({ ...source, peerIds, source }));
  useEffect(() => {
    if (isShown && !isOfSource) ask();
  }, [isShown, isOfSource, source]);
  return isOfSource ? report : null;
}
