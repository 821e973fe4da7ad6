import { useQuery } from '@tanstack/react-query';
import { formatMonth } from '@varco/i18n/format.ts';
import { Panel } from '@varco/ui/Panel.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import { formatEuros } from './look-up-keys.ts';
import { lookUpCostsQuery, type HistoryFilter } from './look-ups.api.ts';

const COLUMNS = ['month', 'count', 'paid', 'cached', 'total'] as const;

/** Costs of the listed look-ups, by month. */
export function HistoryCosts(props: { peerId: number; filter: HistoryFilter }): ReactElement | null {
  const t = useT();
  const language = usePreferences((preferences) => preferences.language);
  const { data } = useQuery(lookUpCostsQuery(props.peerId, props.filter));
  if (data === undefined || data.mesi.length === 0) return null;
  return (
    <Panel title={t('lookUps:past.costs')} icon="chart" padding="none">
      <SimpleTable
        label={t('lookUps:past.costs')}
        columns={COLUMNS.map((key) => ({ key, title: t(`lookUps:past.${key}`), isNumeric: key !== 'month' }))}
      >
        {data.mesi.map((month) => (
          <TableRow key={month.mese}>
            <th scope="row">{formatMonth(month.mese)}</th>
            <NumberCell>{month.visure}</NumberCell>
            <NumberCell>{month.pagate}</NumberCell>
            <NumberCell>{month.da_cache}</NumberCell>
            <NumberCell>{formatEuros(month.centesimi, language)}</NumberCell>
          </TableRow>
        ))}
      </SimpleTable>
    </Panel>
  );
}
