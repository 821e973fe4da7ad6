import type { CallOutput } from '@varco/contract/endpoint.ts';
import type { openWatch } from '@varco/contract/plant/gate-watch.ts';
import type { ChartFlowsResponse } from '@varco/contract/plant/chart-flows.ts';
import type { ChartPopulationResponse } from '@varco/contract/plant/chart-population.ts';
import type { TransitChartsResponse } from '@varco/contract/plant/charts.ts';
import type { StatisticsResponse, StatisticsFigures } from '@varco/contract/plant/statistics.ts';
import { createTransit } from './create-transit.ts';

const figures = (transiti: number): StatisticsFigures => ({
  senza_targa: 0,
  transiti,
  targhe_min: transiti - 2,
  targhe_max: transiti - 1,
  straniere: 3,
  non_assicurate: { n: 4, su: 50 },
  non_revisionate: { n: 5, su: 50 },
  rubate: { n: 0, su: 50 },
  blacklist: 1,
  contati: transiti,
  classi: [{ classe: 'car', n: transiti }],
  euro: [{ euro: 6, n: transiti }],
});

/** Two gates with 1200 and 34 transits, on every plant and in every period. */
export function buildStatisticsResponse(body: { per?: string; dal?: string; al?: string }): StatisticsResponse {
  const line = (id: number, n: number) => ({ varco_id: id, giorno: null, ...figures(n) });
  return {
    totale: figures(1234),
    righe: body.per === 'varco' ? [line(1, 1200), line(2, 34)] : [],
    dal: body.dal ?? '',
    al: body.al ?? '',
    limitazioni: ['t_max'],
    oscurato: false,
    senza_dettaglio: 7,
    took_ms: 3,
  };
}

/**
 * Charts of two gates, on every plant and in every period: 240 transits on Mondays at nine, five times.
 * @param isCut part of the period is beyond retention
 */
export function buildChartsResponse(body: { dal?: string; al?: string }, isCut = false): TransitChartsResponse {
  return {
    transiti: 1234,
    straniere: 34,
    ore: [
      { giorno: 1, ora: 9, n: 1200, volte: 5 },
      { giorno: 7, ora: 23, n: 34, volte: 4 },
    ],
    giorni: [{ giorno: (body.dal ?? '').slice(0, 10), n: 34 }],
    varchi: [
      { varco_id: 1, n: 1200, straniere: 34, velocita_media: 48.5, velocita_n: 800 },
      { varco_id: 2, n: 34, straniere: 0, velocita_media: null, velocita_n: 0 },
    ],
    contati: 1234,
    classi: [{ classe: 'car', n: 1234 }],
    euro: [{ euro: 6, n: 1234 }],
    dal: body.dal ?? '',
    al: body.al ?? '',
    limitazioni: isCut ? ['retention'] : [],
    senza_dettaglio: 0,
    took_ms: 3,
  };
}

/** Flows between two gates, on every plant and in every period; one day is not counted yet. */
export function buildFlowsResponse(body: { dal?: string; al?: string }): ChartFlowsResponse {
  return {
    viaggi: 1250,
    flussi: [
      { da: 1, a: 2, n: 1200, mediana_s: 450 },
      { da: 2, a: 1, n: 50, mediana_s: 3_000 },
    ],
    altri_viaggi: 0,
    giorni: { primo: (body.dal ?? '').slice(0, 10), ultimo: (body.al ?? '').slice(0, 10) },
    giorni_contati: 28,
    giorni_da_contare: 1,
    limitazioni: [],
    took_ms: 3,
  };
}

/** Population of two days, the second with a hidden class; half of everything at a gate. */
export function buildPopulationResponse(body: { varco?: number; dal?: string; al?: string }): ChartPopulationResponse {
  const scale = (n: number): number => (body.varco === undefined ? n : n / 2);
  const estimate = (n: number) => ({ n: scale(n), da: scale(n) - 100, a: scale(n) + 200 });
  const giorno = (body.al ?? '').slice(0, 10);
  const common = { straniere: scale(90), non_lette: 0.02 };
  return {
    formula: 'popolazione-1',
    serie: [
      {
        giorno: (body.dal ?? '').slice(0, 10),
        residenti: estimate(1_200),
        pendolari: estimate(800),
        di_passaggio: estimate(2_000),
        targhe: scale(4_000),
        ...common,
      },
      {
        giorno,
        residenti: { n: scale(1_400), da: null, a: null },
        pendolari: null,
        di_passaggio: null,
        targhe: scale(3_000),
        ...common,
      },
    ],
    stimabile_dal: giorno,
    giorni: { primo: (body.dal ?? '').slice(0, 10), ultimo: giorno },
    giorni_contati: 2,
    giorni_da_contare: 3,
    limitazioni: [],
    took_ms: 3,
  };
}

/** The newest transit of gate 1, two minutes old; gate 2 has none. */
export function buildWatchResponse(): CallOutput<typeof openWatch> {
  const ora = new Date();
  const data = new Date(ora.getTime() - 130_000).toISOString();
  return {
    objects: [createTransit(8, { varco_id: 1, varco: 'Varco 1', data, has_image: false })],
    limitazioni: [],
    ora: ora.toISOString(),
    took_ms: 1,
    visione: 'leave',
    scade: new Date(ora.getTime() + 900_000).toISOString(),
  };
}
