import { useQuery } from '@tanstack/react-query';
import type { DeletedKind, DeletedRows, DeletionCalendar } from '@varco/contract/plant/deletions.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { formatDate, formatDateMinute } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { WaitingLine } from '@varco/ui/WaitingLine.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { deletionDayQuery } from './deletions.api.ts';
import styles from './Deletions.module.css';
import { formatCapped } from '../format-capped.ts';

/** What a plant deletes on a day, by kind, with the time from which it is. */
export function DayTable(props: { peerId: number; day: string; terms: DeletionCalendar['terms'] }): ReactElement {
  const t = useT();
  const { peerId, day, terms } = props;
  const found = useQuery(deletionDayQuery(peerId, day));
  const title = t('plantSettings:deletions.onDay', { date: formatDate(day) });
  return (
    <Panel title={title} icon="trash" padding="none">
      {found.isPending && <WaitingLine>{t('plantSettings:deletions.counting')}</WaitingLine>}
      {found.isError && (
        <EmptyState
          icon="warning"
          title={t('plantSettings:deletions.failed')}
          actions={<TextButton onClick={() => void found.refetch()}>{t('plantAdmin:retry')}</TextButton>}
        />
      )}
      {found.data !== undefined && (
        <SimpleTable
          label={title}
          onNarrow="stack"
          columns={(['kind', 'due', 'heldBack', 'term', 'since'] as const).map((key) => ({
            key,
            title: t(`plantSettings:deletions.${key}`),
          }))}
        >
          {found.data.kinds.map((rows) => (
            <KindRow key={rows.kind} rows={rows} term={terms[rows.kind]} />
          ))}
        </SimpleTable>
      )}
      <p className={styles.hint}>{t('plantSettings:deletions.hint')}</p>
    </Panel>
  );
}

function KindRow({ rows, term }: { rows: DeletedRows; term: number }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { kind, from, to, due, held } = rows;
  return (
    <TableRow>
      <th scope="row">{t(`plantSettings:deletions.of.${kind satisfies DeletedKind}`)}</th>
      <td className={styles.count}>{formatCapped(due, t, language)}</td>
      <td className={styles.count}>{held === null ? '–' : formatCapped(held, t, language)}</td>
      <td>{t('plantSettings:retention.days', { count: term })}</td>
      <td>
        {t('plantSettings:deletions.period', {
          from: formatDateMinute(from),
          to: formatDateMinute(toIsoInstant(parseInstantMs(to) - 1)),
        })}
      </td>
    </TableRow>
  );
}
