import { formatDate, formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { now } from '../../lib/clock.ts';
import { formatCsv } from '../../lib/csv.ts';
import { POPULATION_KINDS } from './population-lines.ts';
import type { PopulationAnswer } from './use-population.ts';

/** Population of a plant or gate as CSV: every counted day with its ranges, compared days below it, and how to read them. */
export function buildPopulationCsv(
  population: {
    /** The plant, and the gate where one is chosen. */
    readonly name: string;
    readonly answer: PopulationAnswer;
    readonly before: PopulationAnswer | null;
  },
  t: Translate,
): string {
  const { name, answer, before } = population;
  const { giorni, giorni_da_contare: due, formula } = answer;
  return formatCsv([
    [t('charts:chart.population'), name, t('statistics:printed', { at: formatDateMinute(now()) })],
    ...(giorni === null
      ? []
      : [[t('statistics:heading', { first: formatDate(giorni.primo), last: formatDate(giorni.ultimo) })]]),
    ...(due > 0 ? [[t('charts:population.due', { count: due })]] : []),
    [],
    [
      t('charts:line.days'),
      ...POPULATION_KINDS.flatMap((kind) => [
        t(`charts:population.kind.${kind}`),
        t('charts:population.from'),
        t('charts:population.to'),
      ]),
      t('charts:population.plates'),
      t('charts:population.foreign'),
      t('charts:population.unread'),
    ],
    ...[...(before?.serie ?? []), ...answer.serie].map((day) => [
      formatDate(day.giorno),
      ...POPULATION_KINDS.flatMap((kind) => [day[kind]?.n ?? '', day[kind]?.da ?? '', day[kind]?.a ?? '']),
      day.targhe ?? '',
      day.straniere ?? '',
      day.non_lette,
    ]),
    [],
    [t('charts:notes.population')],
    [t('charts:population.formula', { formula })],
  ]);
}
