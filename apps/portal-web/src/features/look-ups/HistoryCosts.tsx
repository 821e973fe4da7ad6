import { useQuery } from '@tanstack/react-query';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import { formatEuros } from './look-up-keys.ts';
import { lookUpCostsQuery, type HistoryFilter } from './look-ups.api.ts';
import styles from './LookUps.module.css';

const COLUMNS = ['month', 'count', 'paid', 'cached', 'total'] as const;

/** Costs of the listed look-ups, by month. */
export function HistoryCosts(props: { peerId: number; filter: HistoryFilter }): ReactElement | null {
  const t = useT();
  const language = usePreferences((preferences) => preferences.language);
  const { data } = useQuery(lookUpCostsQuery(props.peerId, props.filter));
  if (data === undefined || data.mesi.length === 0) return null;
  return (
    <Panel title={t('lookUps:past.costs')} icon="chart" padding="none">
      <table className={styles.table}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={column === 'month' ? '' : styles.number}>
                {t(`lookUps:past.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.mesi.map((month) => (
            <tr key={month.mese}>
              <th scope="row">{month.mese.split('-').toReversed().join('/')}</th>
              <td className={styles.number}>{month.visure}</td>
              <td className={styles.number}>{month.pagate}</td>
              <td className={styles.number}>{month.da_cache}</td>
              <td className={styles.number}>{formatEuros(month.centesimi, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
