import { Button } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { KeyHints } from '@varco/ui/KeyHints.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { Toolbar } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import type { LogScope } from '../../lib/audit/audit.api.ts';
import {
  type AuditSources,
  useAuditSources,
  useIsSigningIn,
  useOwnSources,
} from '../../lib/audit/use-audit-sources.ts';
import { useT } from '../../lib/i18n.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { loadMessages } from '../../lib/messages.ts';
import { CompletenessLine } from '../../widgets/completeness/CompletenessLine.tsx';
import { findUnasked, hasMissingLogs, MissingLogs, toLogSegments } from '../../widgets/log/MissingLogs.tsx';
import { CasePrint } from './CasePrint.tsx';
import { listRecordedTransits } from './record-contents.ts';
import { filterRecord, WHOLE_RECORD } from './record-kinds.ts';
import { RecordTable } from './RecordTable.tsx';
import { RecordToolbar, type RecordView } from './RecordToolbar.tsx';
import { usePreparedPrint } from './use-prepared-print.ts';
import { type CaseRecord, useRecord } from './use-record.ts';

const { Component: RecordedTransits } = lazyComponent(async () => {
  await loadMessages('maps');
  return (await import('./RecordedTransits.tsx')).RecordedTransits;
});

interface CaseProps {
  readonly caseNumber: string;
  /** Of everybody, for whom may read the log, or the reader's own. */
  readonly scope: LogScope;
  readonly onBack: () => void;
}

/** Everything that was done under one case over all logs the reader may read, from `/case` and from `/audit`. */
export function CaseRecordScreen(props: CaseProps): ReactElement {
  const t = useT();
  const [everybody, own] = [useAuditSources(), useOwnSources()];
  const sources = props.scope === 'all' ? everybody : own;
  const isSigningIn = useIsSigningIn();
  if (sources.readable.size > 0 && !isSigningIn)
    return <CaseRecordView key={props.caseNumber} {...props} {...sources} />;
  return (
    <ScreenFrame
      label={t('caseRecord:title', { case: props.caseNumber })}
      toolbar={<BackToolbar {...props} />}
      waiting={isSigningIn && t('audit:signingIn')}
      empty={
        !isSigningIn && (
          <EmptyState icon="lock" tone="pv" title={t('audit:noSource')}>
            {t('audit:noSourceText')}
          </EmptyState>
        )
      }
    />
  );
}

function BackToolbar({ scope, onBack }: CaseProps): ReactElement {
  const t = useT();
  return (
    <Toolbar>
      <Button variant="default" leftSection={<Icon name="chevronLeft" />} onClick={onBack}>
        {t(scope === 'all' ? 'caseRecord:toLog' : 'caseRecord:toFile')}
      </Button>
    </Toolbar>
  );
}

function CaseRecordView(props: CaseProps & AuditSources): ReactElement {
  const t = useT();
  const { caseNumber, scope, readable: sources } = props;
  const record = useRecord(sources, caseNumber, scope);
  const absent = findUnasked(record.requested, props);
  // A plant that went away since it answered still has its name.
  const names = new Map([...sources, ...props.absent]);
  const { query, merged } = record;
  const [filter, setFilter] = useState(WHOLE_RECORD);
  const [view, setView] = useState<RecordView>('timeline');
  const print = usePreparedPrint(record);
  const segments = toLogSegments(record.requested, { sources: names, absent }, merged, query.isPending);
  const rows = filterRecord(merged.rows, filter);
  const hasRows = merged.rows.length > 0;
  const hasKeys = hasRows && view === 'timeline';
  const total = scope === 'all' ? merged.totals.entries : merged.rows.length;
  return (
    <ScreenFrame
      label={t('caseRecord:title', { case: caseNumber })}
      intro={t(scope === 'all' ? 'caseRecord:introAll' : 'caseRecord:introOwn', { case: caseNumber })}
      toolbar={
        <RecordToolbar
          {...{ sources, filter, view }}
          rows={merged.rows}
          backText={t(scope === 'all' ? 'caseRecord:toLog' : 'caseRecord:toFile')}
          onBack={props.onBack}
          onFilter={setFilter}
          onView={setView}
          tools={{
            ...{ sources, filter: scope === 'all' ? { case: caseNumber } : null },
            ...{ canUse: query.isSuccess, onPrint: print.prepare, isPrinting: print.isPreparing },
          }}
        />
      }
      status={
        <CompletenessLine
          segments={segments}
          onRetry={record.ask}
          {...(hasRows && {
            range: { from: 1, to: rows.length, total, isLowerBound: scope === 'own' && query.hasNextPage },
          })}
        />
      }
      notices={hasMissingLogs(merged, absent) && <MissingLogs merged={merged} sources={names} absent={absent} />}
      waiting={(query.isFetching || print.isPreparing) && t('common:loading')}
      body="fill"
      empty={query.isSuccess && !hasRows && <NoEntries caseNumber={caseNumber} />}
      footer={(query.hasNextPage || hasKeys) && <RecordFooter query={query} />}
    >
      {hasRows && view === 'timeline' && <RecordTable {...{ rows, scope }} sources={names} all={merged.rows} />}
      {hasRows && view === 'transits' && <RecordedTransits transits={listRecordedTransits(rows)} />}
      {print.prepared !== null && (
        <CasePrint {...{ caseNumber, scope, absent }} sources={names} print={print.prepared} onDone={print.end} />
      )}
    </ScreenFrame>
  );
}

function NoEntries({ caseNumber }: { caseNumber: string }): ReactElement {
  const t = useT();
  return (
    <EmptyState icon="folder" title={t('audit:none')}>
      {t('caseRecord:noneText', { case: caseNumber })}
    </EmptyState>
  );
}

/** More entries while there are any, else the keys of the list. */
function RecordFooter({ query }: Pick<CaseRecord, 'query'>): ReactElement {
  const t = useT();
  if (!query.hasNextPage) return <KeyHints>{t('audit:keys')}</KeyHints>;
  return (
    <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {t('audit:older')}
    </Button>
  );
}
