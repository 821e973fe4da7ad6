import { formatDate, formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { now } from '../../lib/clock.ts';
import { formatCsv } from '../../lib/csv.ts';
import type { FlowLine } from './flow-matrix.ts';
import type { FlowAnswer } from './use-flows.ts';

/** Flows of a plant as CSV: every pair that the plant listed, the trips of the others, and how to read them. */
export function buildFlowsCsv(
  flows: {
    readonly plant: string;
    readonly answer: FlowAnswer;
    readonly lines: readonly FlowLine[];
    readonly nameGate: (gate: number) => string;
  },
  t: Translate,
): string {
  const { plant, answer, lines, nameGate } = flows;
  const { giorni, giorni_da_contare: due, altri_viaggi: rest, viaggi } = answer;
  const days = giorni === null ? null : { first: formatDate(giorni.primo), last: formatDate(giorni.ultimo) };
  return formatCsv([
    [t('charts:chart.flows'), plant, t('statistics:printed', { at: formatDateMinute(now()) })],
    ...(days === null ? [] : [[t('statistics:heading', days)]]),
    ...(due > 0 ? [[t('charts:flows.due', { count: due })]] : []),
    [],
    [
      t('charts:flows.from'),
      t('charts:flows.to'),
      t('charts:flows.trips'),
      t('charts:flows.medianS'),
      t('charts:before'),
    ],
    ...lines.map(({ from, to, n, medianS, before }) => [
      nameGate(from),
      nameGate(to),
      n,
      n === 0 ? '' : medianS,
      before ?? '',
    ]),
    ...(rest > 0 ? [[t('charts:flows.rest'), '', rest]] : []),
    [t('charts:flows.total'), '', viaggi],
    [],
    [t('charts:notes.flows')],
  ]);
}
