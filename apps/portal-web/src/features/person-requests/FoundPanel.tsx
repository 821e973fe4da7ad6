import type { CallOutput } from '@varco/contract/endpoint.ts';
import type { searchPersonRequest } from '@varco/contract/plant/person-requests.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { Panel } from '@varco/ui/Panel.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { listFoundRows } from './found-rows.ts';
import styles from './PersonRequests.module.css';

type Found = CallOutput<typeof searchPersonRequest>;

/** The screen shows some; the letter has them all. */
const MAX_SHOWN = 200;

/** What one plant found: numbers and dates, what a person must judge, and the transits. */
export function FoundPanel({ plant, found }: { plant: string; found: Found }): ReactElement {
  const t = useT();
  const rows = listFoundRows(found.trovato, t);
  const label = t('personRequests:found.label', { plant });
  return (
    <Panel title={label} icon="search" padding="none">
      <SimpleTable
        label={label}
        onNarrow="stack"
        columns={[
          { key: 'what', title: t('personRequests:found.what') },
          { key: 'value', title: t('personRequests:found.value') },
        ]}
      >
        {rows.map(({ key, label: name, value, byHand }) => (
          <TableRow key={key}>
            <th scope="row">{name}</th>
            <td>
              {value} {byHand && <StatusChip tone="wa" word={t('personRequests:found.byHand')} size="sm" />}
            </td>
          </TableRow>
        ))}
      </SimpleTable>
      {found.transiti.length > 0 && <TransitTable plant={plant} found={found} />}
    </Panel>
  );
}

function TransitTable({ plant, found }: { plant: string; found: Found }): ReactElement {
  const t = useT();
  const { transiti: transits } = found;
  const formatDirection = (direction: number): string => {
    if (direction !== 1 && direction !== 2) return '';
    return t(direction === 1 ? 'personRequests:direction.d1' : 'personRequests:direction.d2');
  };
  return (
    <>
      <SimpleTable
        label={t('personRequests:found.table', { plant })}
        onNarrow="stack"
        columns={(['when', 'gate', 'direction', 'lane'] as const).map((key) => ({
          key,
          title: t(`personRequests:found.columns.${key}`),
        }))}
      >
        {transits.slice(0, MAX_SHOWN).map(({ data, varco, direzione, corsia }) => (
          <TableRow key={`${data} ${varco} ${corsia ?? ''}`}>
            <td>{formatDateTime(data)}</td>
            <td>{varco}</td>
            <td>{formatDirection(direzione)}</td>
            <td>{corsia ?? ''}</td>
          </TableRow>
        ))}
      </SimpleTable>
      {transits.length > MAX_SHOWN && (
        <p className={styles.none}>{t('personRequests:found.more', { shown: MAX_SHOWN, count: transits.length })}</p>
      )}
    </>
  );
}
