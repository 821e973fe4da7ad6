import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { AlertRecipient } from '@varco/contract/plant/alert-channels.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { notifyError } from '../../lib/notices/notify-error.ts';
import { RemovalDialog } from '../../widgets/forms/RemovalDialog.tsx';
import { formatMinuteOfDay } from './channel-forms.ts';
import { removeRecipient, testRecipient } from './channels.api.ts';
import { formatSaveRefusal } from './save-refusal.ts';

const COLUMNS = ['name', 'channel', 'address', 'rights', 'told', 'quiet', 'acts'] as const;

interface Props {
  readonly peerId: number;
  readonly rows: readonly AlertRecipient[];
  readonly onEdit: (row: AlertRecipient) => void;
  readonly onChanged: () => void;
}

/** Recipients, each with a test button; the service's response to a test is shown above the table. */
export function RecipientTable({ peerId, rows, onEdit, onChanged }: Props): ReactElement {
  const t = useT();
  const [leaving, setLeaving] = useState<AlertRecipient | null>(null);
  const test = useMutation({
    mutationFn: async (row: AlertRecipient) => ({ row, ...(await testRecipient(peerId, row.id)) }),
    onError: notifyError,
    onSettled: onChanged,
  });
  const { data: sent } = test;
  return (
    <>
      {sent !== undefined && (
        <Notice tone={sent.riuscito ? 'ok' : 'al'}>
          {t(sent.riuscito ? 'channels:tested' : 'channels:testFailed', {
            name: sent.row.nome,
            ms: sent.ms,
            text: sent.risposta,
          })}
        </Notice>
      )}
      <SimpleTable
        label={t('channels:recipients')}
        columns={COLUMNS.map((key) => ({ key, title: t(`channels:columns.${key}`) }))}
        onNarrow="stack"
        empty={rows.length === 0 && <EmptyState icon="bell" title={t('channels:noRecipients')} />}
      >
        {rows.map((row) => (
          <RecipientRow
            key={row.id}
            row={row}
            isTesting={test.isPending && test.variables.id === row.id}
            onTest={() => test.mutate(row)}
            onEdit={() => onEdit(row)}
            onRemove={() => setLeaving(row)}
          />
        ))}
      </SimpleTable>
      {leaving !== null && (
        <RemovalDialog
          title={t('channels:remove', { name: leaving.nome })}
          text={t('channels:removeSure', { name: leaving.nome })}
          onRemove={() => removeRecipient(peerId, leaving.id).finally(onChanged)}
          formatError={(error) => formatSaveRefusal(error, t) ?? ''}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

function RecipientRow(props: {
  row: AlertRecipient;
  isTesting: boolean;
  onTest: () => void;
  onEdit: () => void;
  onRemove: () => void;
}): ReactElement {
  const t = useT();
  const { row, isTesting, onTest, onEdit, onRemove } = props;
  return (
    <TableRow>
      <th scope="row">
        {row.nome}
        {!row.attivo && <StatusChip tone="wa" size="sm" variant="tint" word={t('channels:disabled')} />}
      </th>
      <td>{t(`channels:kind.${row.canale}`)}</td>
      <td>{row.indirizzo === '' ? '–' : row.indirizzo}</td>
      <td>{row.utente ?? t('channels:office')}</td>
      <td>
        {row.tipi.map((kind) => t(`alerts:kind.${kind}`)).join(', ')};{' '}
        {row.varchi === null ? t('channels:allGates') : t('channels:someGates', { count: row.varchi.length })}
        {!row.nuovi && row.solleciti && `; ${t('channels:onlyUrged')}`}
        {row.responsabile && `; ${t('channels:supervises')}`}
      </td>
      <td>
        {row.silenzio === null
          ? '–'
          : `${formatMinuteOfDay(row.silenzio.dalle)}–${formatMinuteOfDay(row.silenzio.alle)}`}
      </td>
      <td>
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('channels:test', { name: row.nome })}
            loading={isTesting}
            onClick={onTest}
          >
            {t('channels:testButton')}
          </Button>
          {row.canale !== 'push' && (
            <IconButton icon="edit" size="sm" name={t('channels:edit', { name: row.nome })} onClick={onEdit} />
          )}
          <IconButton icon="trash" size="sm" name={t('channels:remove', { name: row.nome })} onClick={onRemove} />
        </Group>
      </td>
    </TableRow>
  );
}
