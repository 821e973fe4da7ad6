import type { AlertDelivery } from '@varco/contract/plant/alert-channels.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { Remark } from '@varco/ui/Remark.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Tone } from '@varco/ui/tone.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';

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
  return (
    <SimpleTable
      label={t('channels:deliveries')}
      columns={COLUMNS.map((key) => ({ key, title: t(`channels:delivery.${key}`), isNumeric: key === 'tries' }))}
      onNarrow="stack"
      empty={rows.length === 0 && <Remark>{t('channels:noDeliveries')}</Remark>}
    >
      {rows.map((row) => (
        <TableRow key={row.id}>
          <td>{formatDateTime(row.creato_il)}</td>
          <td>
            {row.destinatario} · {t(`channels:kind.${row.canale}`)}
          </td>
          <td>
            {t(`alerts:kind.${row.tipo}`)}
            {row.occasione !== 'new' && ` (${t(`channels:${row.occasione}`)})`}
          </td>
          <td>
            <StatusChip
              tone={TONES[row.esito ?? 'waiting']}
              variant="tint"
              word={t(`channels:outcome.${row.esito ?? 'waiting'}`)}
            />
          </td>
          <NumberCell>{row.tentativi}</NumberCell>
          <td>{row.errore === '' ? '–' : row.errore}</td>
        </TableRow>
      ))}
    </SimpleTable>
  );
}
