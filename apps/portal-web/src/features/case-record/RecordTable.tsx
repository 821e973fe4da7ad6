import { formatDate, formatTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { SplitPane } from '@varco/ui/SplitPane.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import { type ReactElement, useState } from 'react';
import type { AuditSource, LogScope } from '../../lib/audit/audit.api.ts';
import { entryKey, type SourcedEntry } from '../../lib/audit/merge-audit.ts';
import { useT } from '../../lib/i18n.tsx';
import { createLogColumns } from '../../widgets/log/log-columns.tsx';
import { LogEntryPanel } from '../../widgets/log/LogEntryPanel.tsx';
import styles from './CaseRecord.module.css';
import { describeEntry, shortenId } from './entry-words.ts';
import { RecordSummary } from './RecordSummary.tsx';

/** The timeline by day, newest first, and beside it the open entry, or totals and exports. */
export function RecordTable(props: {
  /** What the filter lets through. */
  rows: readonly SourcedEntry[];
  /** Everything that is loaded. */
  all: readonly SourcedEntry[];
  sources: ReadonlyMap<AuditSource, string>;
  scope: LogScope;
}): ReactElement {
  const t = useT();
  const { rows, all, sources, scope } = props;
  const [currentKey, setCurrent] = useState<string | null>(null);
  const [openKey, setOpen] = useState<string | null>(null);
  const opened = rows.find((row) => entryKey(row) === openKey);
  return (
    <SplitPane
      sideAt="end"
      sideWidth="normal"
      side={
        opened === undefined ? (
          <RecordSummary rows={all} sources={sources} scope={scope} />
        ) : (
          <LogEntryPanel
            row={opened}
            sourceName={sources.get(opened.source) ?? opened.source}
            onClose={() => setOpen(null)}
          />
        )
      }
    >
      <DataTable
        label={t('caseRecord:timeline')}
        columns={buildColumns(t, rows, sources, scope)}
        rows={rows}
        rowKey={entryKey}
        rowTotal={rows.length}
        currentKey={currentKey}
        onCurrent={setCurrent}
        onOpen={(row) => setOpen(entryKey(row))}
        density="normal"
      />
    </SplitPane>
  );
}

function buildColumns(
  t: Translate,
  rows: readonly SourcedEntry[],
  sources: ReadonlyMap<AuditSource, string>,
  scope: LogScope,
): readonly Column<SourcedEntry>[] {
  const left = new Set(scope === 'own' ? ['time', 'person', 'why', 'ip'] : ['time', 'why', 'ip']);
  const others = createLogColumns(t, sources, describeEntry, styles.what).filter(({ id }) => !left.has(id));
  return [
    {
      id: 'day',
      header: t('caseRecord:day'),
      name: t('caseRecord:day'),
      // Once a day, at its newest entry: the eye finds where a day begins.
      cell: ({ entry }, { index }) => {
        const before = rows[index - 1];
        const day = formatDate(entry.at);
        return before !== undefined && formatDate(before.entry.at) === day ? '' : <b>{day}</b>;
      },
    },
    {
      id: 'clock',
      header: t('caseRecord:clock'),
      name: t('caseRecord:clock'),
      cell: ({ entry }) => formatTime(entry.at),
    },
    ...others,
    {
      id: 'position',
      header: t('caseRecord:position'),
      name: t('caseRecord:position'),
      priority: 3,
      cell: ({ entry }) => (
        <span className={styles.position}>
          {formatPosition(entry)} {shortenId(entry.hash)}…
        </span>
      ),
    },
  ];
}

/** Epoch and number of an entry in its log. */
export const formatPosition = ({ epoch, seq }: SourcedEntry['entry']): string => `${epoch}/${seq}`;
