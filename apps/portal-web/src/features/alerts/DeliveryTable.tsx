import type { AlertDelivery } from '@varco/contract/plant/alert-channels.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Tone } from '@varco/ui/tone.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './alerts.module.css';

const COLUMNS = ['at', 'to', 'kind', 'outcome', 'tries', 'answer'] as const;
const TONES: Readonly<Record<NonNullable<AlertDelivery['esito']> | 'waiting', Tone>> = {
  waiting: 'in',
  sent: 'ok',
  refused: 'al',
  given_up: 'al',
  dropped: 'nt',
  quiet: 'nt',
  cooled: 'nt',
};

/** Newest deliveries of a plant and their outcomes; shows no plates. */
export function DeliveryTable({ rows }: { rows: readonly AlertDelivery[] }): ReactElement {
  const t = useT();
  if (rows.length === 0) return <p className={styles.quiet}>{t('channels:noDeliveries')}</p>;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`channels:delivery.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{formatDateTime(row.creato_il)}</td>
              <td>
                {row.destinatario} · {t(`channels:kind.${row.canale}`)}
              </td>
              <td>
                {t(`alerts:kind.${row.tipo}`)}
                {row.occasione === 'urged' && ` (${t('channels:urged')})`}
              </td>
              <td>
                <StatusChip
                  tone={TONES[row.esito ?? 'waiting']}
                  variant="tint"
                  word={t(`channels:outcome.${row.esito ?? 'waiting'}`)}
                />
              </td>
              <td className={styles.number}>{row.tentativi}</td>
              <td>{row.errore === '' ? '–' : row.errore}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
