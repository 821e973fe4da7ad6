import { Button } from '@mantine/core';
import { formatDateTime } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { Toolbar } from '@varco/ui/Toolbar.tsx';
import type { ReactElement } from 'react';
import type { ClientLogEntry } from '../../lib/client-log/client-log.ts';
import { clearClientLog, useClientLog } from '../../lib/client-log/client-log.store.ts';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';

const COLUMNS = ['time', 'type', 'message', 'details'] as const;

/** P 2: the log of this browser, errors shown in it; newest first. */
export function ClientLogScreen(): ReactElement {
  const t = useT();
  const entries = useClientLog((log) => log.entries).toReversed();
  return (
    <ScreenFrame
      label={t('pages:title.clientLogs')}
      intro={t('plants:clientLog.intro')}
      toolbar={
        <Toolbar>
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            disabled={entries.length === 0}
            onClick={() => saveAsFile(entries)}
          >
            {t('plants:clientLog.exportJson')}
          </Button>
          <Button variant="default" disabled={entries.length === 0} onClick={clearClientLog}>
            {t('plants:clientLog.clear')}
          </Button>
        </Toolbar>
      }
      body="fill"
      empty={
        entries.length === 0 && (
          <EmptyState icon="document" title={t('plants:clientLog.empty')}>
            {t('plants:clientLog.emptyText')}
          </EmptyState>
        )
      }
    >
      <SimpleTable
        label={t('plants:clientLog.label')}
        columns={COLUMNS.map((key) => ({ key, title: t(`plants:clientLog.${key}`) }))}
        isFilling
        onNarrow="stack"
      >
        {entries.map((entry) => (
          <TableRow key={entry.uuid}>
            <td>{formatDateTime(entry.timestamp)}</td>
            <td>{entry.type}</td>
            <td>{entry.message}</td>
            <td>{formatMetadata(entry)}</td>
          </TableRow>
        ))}
      </SimpleTable>
    </ScreenFrame>
  );
}

const formatMetadata = ({ metadata }: ClientLogEntry): string =>
  Object.entries(metadata)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

/** Downloads the entries as a JSON file made in the browser; nothing is sent. */
function saveAsFile(entries: readonly ClientLogEntry[]): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(entries, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `varco-log-${now().slice(0, 10)}.json`;
  link.click();
  URL.revokeObjectURL(address);
}
