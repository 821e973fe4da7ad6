import { chartPopulation, type ChartPopulationResponse } from '@varco/contract/plant/chart-population.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import type { ReportWindow } from '../../lib/reports/report-period.ts';
import { type PeriodReport, usePeriodReport } from '../../lib/reports/use-period-report.ts';
import type { ChartQuery } from './chart-query.ts';

/** Whose population is shown: a plant, or one of its gates. */
export interface PopulationChoice {
  readonly peerId: number;
  /** Null: the whole plant. */
  readonly gate: number | null;
}

/** A question of the population, with the question of the charts it belongs to. */
interface PopulationQuery extends ChartQuery, PopulationChoice {
  readonly source: ChartQuery;
}

/** Population of a plant; whole days always have all details. */
export type PopulationAnswer = ChartPopulationResponse & { readonly senza_dettaglio: 0 };
export type Population = PeriodReport<PopulationQuery, PopulationAnswer>;

async function fetchPopulation(
  peerId: number,
  { gate }: PopulationQuery,
  window: ReportWindow,
  signal: AbortSignal,
): Promise<PopulationAnswer> {
  const body = { ...window, ...(gate === null ? {} : { varco: gate }) };
  return { ...(await callPeer(peerId, chartPopulation, { body }, { signal })), senza_dettaglio: 0 };
}

/** At first the first plant: whole, or the first of its gates that the question names. */
function chooseFirst({ gates }: ChartQuery, peerIds: readonly number[]): PopulationChoice {
  const peerId = peerIds[0] ?? 0;
  return { peerId, gate: gates.find((gate) => gate.peerId === peerId)?.gateId ?? null };
}

/**
 * Population of one plant or gate at a time, asked for when it is first shown: each question is in the log of the plant.
 * @param peerIds plants whose licence has the option
 * @returns `population` null while nothing was asked for this choice
 */
export function usePopulation(
  source: ChartQuery,
  peerIds: readonly number[],
  isShown: boolean,
): {
  readonly population: Population | null;
  readonly choice: PopulationChoice;
  readonly choose: (choice: PopulationChoice) => void;
} {
  const [chosen, setChosen] = useState<(PopulationChoice & { readonly source: ChartQuery }) | null>(null);
  const choice = chosen?.source === source ? chosen : chooseFirst(source, peerIds);
  const { peerId, gate } = choice;
  const { report, run } = usePeriodReport(fetchPopulation);
  const query = report?.query;
  const isAnswer = query?.source === source && query.peerId === peerId && query.gate === gate;
  const ask = useEffectEvent(() => run({ ...source, peerIds: [peerId], peerId, gate, source }));
  useEffect(() => {
    if (isShown && !isAnswer) ask();
  }, [isShown, isAnswer, source, peerId, gate]);
  return {
    population: isAnswer ? report : null,
    choice,
    choose: (next) => setChosen({ ...next, source }),
  };
}
