import { Button } from '@mantine/core';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { SplitPane } from '@varco/ui/SplitPane.tsx';
import { ToolbarGroup } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import type { AuditSource, Narrowing } from '../../lib/audit/audit.api.ts';
import { readPlate } from '../../lib/audit/audit-text.ts';
import { entryKey, type MergedAudit, type SourcedEntry } from '../../lib/audit/merge-audit.ts';
import { useT } from '../../lib/i18n.tsx';
import { createLogColumns } from '../../widgets/log/log-columns.tsx';
import { LogEntryPanel } from '../../widgets/log/LogEntryPanel.tsx';
import { AuditTotalsPanel } from './AuditTotalsPanel.tsx';

/** The entries, and beside them the open one or the totals. */
export function AuditResults(props: {
  merged: MergedAudit;
  sources: ReadonlyMap<AuditSource, string>;
  onNarrow: (narrowing: Narrowing) => void;
  onCase: (caseNumber: string) => void;
}): ReactElement {
  const t = useT();
  const { merged, sources, onNarrow, onCase } = props;
  const [currentKey, setCurrent] = useState<string | null>(null);
  const [openKey, setOpen] = useState<string | null>(null);
  const opened = merged.rows.find((row) => entryKey(row) === openKey);
  return (
    <SplitPane
      sideAt="end"
      sideWidth="normal"
      side={
        opened === undefined ? (
          <AuditTotalsPanel totals={merged.totals} rows={merged.rows} />
        ) : (
          <LogEntryPanel
            row={opened}
            sourceName={sources.get(opened.source) ?? opened.source}
            onClose={() => setOpen(null)}
          >
            <FollowUps row={opened} onNarrow={onNarrow} onCase={onCase} />
          </LogEntryPanel>
        )
      }
    >
      <DataTable
        label={t('audit:label')}
        columns={createLogColumns(t, sources)}
        rows={merged.rows}
        rowKey={entryKey}
        rowTotal={merged.totals.entries}
        currentKey={currentKey}
        onCurrent={setCurrent}
        onOpen={(row) => setOpen(entryKey(row))}
        density="normal"
      />
    </SplitPane>
  );
}

/** The questions that follow from an entry. */
function FollowUps(props: {
  row: SourcedEntry;
  onNarrow: (narrowing: Narrowing) => void;
  onCase: (caseNumber: string) => void;
}): ReactElement {
  const t = useT();
  const { row, onNarrow, onCase } = props;
  const { actor, reason, detail } = row.entry;
  const plate = readPlate(detail);
  const { name } = actor;
  return (
    <ToolbarGroup label={t('audit:entry')}>
      {name !== null && (
        <Button size="compact-sm" variant="default" onClick={() => onNarrow({ user: name })}>
          {t('audit:thisPerson')}
        </Button>
      )}
      {plate !== '' && (
        <Button size="compact-sm" variant="default" onClick={() => onNarrow({ plate })}>
          {t('audit:thisPlate')}
        </Button>
      )}
      {reason !== null && reason.case !== null && (
        <Button size="compact-sm" variant="default" onClick={() => onCase(reason.case ?? '')}>
          {t('audit:thisCase')}
        </Button>
      )}
    </ToolbarGroup>
  );
}
