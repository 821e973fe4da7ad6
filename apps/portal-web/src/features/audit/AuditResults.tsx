import { formatDateTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { SplitPane } from '@varco/ui/SplitPane.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import type { Tone } from '@varco/ui/tone.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { AuditSource, Narrowing } from './audit.api.ts';
import { formatAction, readPlate } from './audit-text.ts';
import { AuditEntryPanel } from './AuditEntryPanel.tsx';
import { AuditTotalsPanel } from './AuditTotalsPanel.tsx';
import { entryKey, type MergedAudit, type SourcedEntry } from './merge-audit.ts';

/** The entries, and beside them the open one or the totals. */
export function AuditResults(props: {
  merged: MergedAudit;
  sources: ReadonlyMap<AuditSource, string>;
  canNarrow: boolean;
  onNarrow: (narrowing: Narrowing) => void;
  onCase: (caseNumber: string) => void;
}): ReactElement {
  const t = useT();
  const { merged, sources, canNarrow, onNarrow, onCase } = props;
  const [currentKey, setCurrent] = useState<string | null>(null);
  const [openKey, setOpen] = useState<string | null>(null);
  const opened = merged.rows.find((row) => entryKey(row) === openKey);
  return (
    <SplitPane
      sideAt="end"
      sideWidth="normal"
      side={
        opened === undefined ? (
          <AuditTotalsPanel totals={merged.totals} />
        ) : (
          <AuditEntryPanel
            row={opened}
            sourceName={sources.get(opened.source) ?? opened.source}
            canNarrow={canNarrow}
            onNarrow={onNarrow}
            onCase={onCase}
            onClose={() => setOpen(null)}
          />
        )
      }
    >
      <DataTable
        label={t('audit:label')}
        columns={buildColumns(t, sources)}
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

const OUTCOME_TONES: Readonly<Record<SourcedEntry['entry']['outcome'], Tone>> = {
  ok: 'ok',
  partial: 'in',
  denied: 'al',
  invalid: 'wa',
  error: 'wa',
  cancelled: 'in',
};

/** An entry in a few words: the action, and the plate it is about. */
const formatWhat = (t: Translate, { entry }: SourcedEntry): string =>
  [formatAction(t, entry.action), readPlate(entry.detail)].filter(Boolean).join(' · ');

export const formatWhy = (t: Translate, { entry: { reason } }: SourcedEntry): string =>
  reason === null
    ? t('audit:noReason')
    : [reason.case === null ? '' : t('audit:caseOf', { case: reason.case }), reason.text ?? reason.code]
        .filter(Boolean)
        .join(' · ');

function buildColumns(t: Translate, sources: ReadonlyMap<AuditSource, string>): readonly Column<SourcedEntry>[] {
  const column = (
    id: 'time' | 'person' | 'what' | 'result' | 'rows' | 'plant' | 'why' | 'ip',
    cell: Column<SourcedEntry>['cell'],
    more: Partial<Column<SourcedEntry>> = {},
  ): Column<SourcedEntry> => ({ id, header: t(`audit:${id}`), name: t(`audit:${id}`), cell, ...more });
  return [
    column('time', ({ entry }) => formatDateTime(entry.at)),
    column('person', ({ entry }) => <b>{entry.actor.name ?? t('audit:anonymous')}</b>, { canWrap: true }),
    column('what', (row) => formatWhat(t, row), { canWrap: true }),
    column('plant', ({ source }) => sources.get(source) ?? source, { priority: 1 }),
    column('rows', ({ entry }) => (entry.count === null ? '' : String(entry.count)), { align: 'end', priority: 2 }),
    column('why', (row) => formatWhy(t, row), { canWrap: true, priority: 3 }),
    column(
      'result',
      ({ entry: { outcome } }) => (
        <StatusChip
          tone={OUTCOME_TONES[outcome]}
          icon={outcome === 'ok' || outcome === 'partial' ? 'check' : 'warning'}
          word={t(`audit:outcome.${outcome}`)}
        />
      ),
      { priority: 4 },
    ),
    column('ip', ({ entry }) => entry.from.ip ?? '', { priority: 5 }),
  ];
}
