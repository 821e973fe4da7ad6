import { useNavigate } from '@tanstack/react-router';
import type { ChartFlowsResponse } from '@varco/contract/plant/chart-flows.ts';
import { MAX_ANALYSIS_DAYS } from '@varco/contract/plant/gate-to-gate.ts';
import { storedJourneyDraft } from '../../lib/analyses/journeys.ts';
import { addDays, toReportWindow } from '../../lib/reports/report-period.ts';

/** Opens the gate-to-gate analysis of two gates over the last days of the chart, at most as many as the analysis covers. */
export function useOpenPair(
  peerId: number,
  { giorni }: Pick<ChartFlowsResponse, 'giorni'>,
): (from: number, to: number) => void {
  const navigate = useNavigate();
  return (from, to) => {
    if (giorni === null) return;
    const { primo, ultimo } = giorni;
    const first = addDays(ultimo, 1 - MAX_ANALYSIS_DAYS);
    const { dal, al } = toReportWindow({ first: first > primo ? first : primo, last: ultimo });
    storedJourneyDraft.save({
      gates: [from, to].map((gateId) => ({ peerId, gateId })),
      start: dal,
      end: al,
      withinMinutes: 60,
    });
    // The analysis reads the stored question when it opens.
    void storedJourneyDraft.written().then(() => navigate({ to: '/analysis-gate-to-gate' }));
  };
}
