import { Button } from '@mantine/core';
import { formatDateTime } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import type { ClientLogEntry } from '../../lib/client-log/client-log.ts';
import { clearClientLog, useClientLog } from '../../lib/client-log/client-log.store.ts';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import styles from './ClientLogScreen.module.css';

/** P 2: the application log, errors shown in this browser; newest first. */
export function ClientLogScreen(): ReactElement {
  const t = useT();
  const entries = useClientLog((log) => log.entries).toReversed();
  return (
    // The section scrolls and may contain nothing focusable, so it must be focusable itself (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.page} id="results" tabIndex={0} aria-label={t('plants:clientLog.title')}>
      <p className={styles.intro}>{t('plants:clientLog.intro')}</p>
      <div className={styles.bar}>
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
      </div>
      {entries.length === 0 ? (
        <EmptyState icon="document" title={t('plants:clientLog.empty')}>
          {t('plants:clientLog.emptyText')}
        </EmptyState>
      ) : (
        <table className={styles.table} aria-label={t('plants:clientLog.label')}>
          <thead>
            <tr>
              <th scope="col">{t('plants:clientLog.time')}</th>
              <th scope="col">{t('plants:clientLog.type')}</th>
              <th scope="col">{t('plants:clientLog.message')}</th>
              <th scope="col">{t('plants:clientLog.details')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.uuid}>
                <td>{formatDateTime(entry.timestamp)}</td>
                <td>{entry.type}</td>
                <td>{entry.message}</td>
                <td>{formatMetadata(entry)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
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
