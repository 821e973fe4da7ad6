import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditFilter } from '@varco/contract/audit-log.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { KeyHints } from '@varco/ui/KeyHints.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { CompletenessLine } from '../../widgets/completeness/CompletenessLine.tsx';
import type { PlantSegment } from '../../widgets/completeness/completeness.ts';
import { type Narrowing, type AuditSource, auditQuery, PORTAL_SOURCE } from '../../lib/audit/audit.api.ts';
import { type MergedAudit, mergeAuditPages } from '../../lib/audit/merge-audit.ts';
import { useAuditSources, useIsSigningIn } from '../../lib/audit/use-audit-sources.ts';
import { findUnasked, hasMissingLogs, MissingLogs, toLogSegments } from '../../widgets/log/MissingLogs.tsx';
import { AuditPrint } from './AuditPrint.tsx';
import { AuditResults } from './AuditResults.tsx';
import { AuditToolbar } from './AuditToolbar.tsx';

const { Component: ReviewScreen } = lazyComponent(async () => (await import('./review/ReviewScreen.tsx')).ReviewScreen);

/** What /audit shows: the log, or the cases of its review. */
export type AuditViewName = 'log' | 'review';

function ViewSwitch(props: { view: AuditViewName; onView: (view: AuditViewName) => void }): ReactElement {
  const t = useT();
  return (
    <Segmented
      label={t('review:views')}
      options={[
        { id: 'log', label: t('review:viewLog') },
        { id: 'review', label: t('review:viewReview') },
      ]}
      value={props.view}
      onChange={props.onView}
    />
  );
}

/**
 * /audit (ADR 0008): who looked at what, over the logs of all plants and of the portal that the user may read.
 */
export function AuditScreen(props: {
  /** Shows the page of a case. */
  onCase: (caseNumber: string) => void;
  view: AuditViewName;
  onView: (view: AuditViewName) => void;
}): ReactElement {
  const t = useT();
  const { readable, absent } = useAuditSources();
  const isSigningIn = useIsSigningIn();
  if (readable.size > 0 && !isSigningIn) {
    const views = <ViewSwitch view={props.view} onView={props.onView} />;
    // The log of the portal has no review: nobody consults transits there.
    const plants = new Map([...readable].filter(([source]) => source !== PORTAL_SOURCE));
    if (props.view === 'review') return <ReviewScreen sources={plants} views={views} />;
    return <AuditView onCase={props.onCase} views={views} sources={readable} absent={absent} />;
  }
  return (
    <ScreenFrame
      label={t('pages:title.audit')}
      intro={t('audit:intro')}
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

const EMPTY_FILTER: AuditFilter = {};

interface CurrentQuestion {
  readonly run: number;
  /** Null: nothing was asked yet. */
  readonly filter: AuditFilter | null;
  readonly sources: readonly AuditSource[];
}

/** The question asked last, and what came back. */
function useAuditAnswer(sources: ReadonlyMap<AuditSource, string>) {
  const [question, setQuestion] = useState<CurrentQuestion>({ run: 0, filter: null, sources: [...sources.keys()] });
  const filter = question.filter ?? EMPTY_FILTER;
  const query = useInfiniteQuery({
    ...auditQuery({ run: question.run, sources: question.sources, filter }),
    enabled: question.filter !== null,
  });
  const ask = (asked: AuditFilter): void =>
    setQuestion({ run: question.run + 1, filter: asked, sources: [...sources.keys()] });
  return { question, filter, query, merged: mergeAuditPages(query.data?.pages ?? []), ask };
}

type AuditQuery = ReturnType<typeof useAuditAnswer>['query'];

function AuditView(props: {
  sources: ReadonlyMap<AuditSource, string>;
  absent: ReadonlyMap<AuditSource, string>;
  onCase: (caseNumber: string) => void;
  views: ReactNode;
}): ReactElement {
  const t = useT();
  const { sources, onCase } = props;
  const { question, filter, query, merged, ask } = useAuditAnswer(sources);
  const absent = findUnasked(question.sources, { readable: sources, absent: props.absent });
  // A plant that went away since it answered still has its name.
  const names = new Map([...sources, ...props.absent]);
  const [isPrinting, setPrinting] = useState(false);
  const [preset, setPreset] = useState<Narrowing>({});
  const hasQuestion = question.filter !== null;
  const hasRows = merged.rows.length > 0;
  const segments = toLogSegments(question.sources, { sources: names, absent }, merged, query.isPending);
  const tools = { filter, sources, canUse: query.isSuccess, onPrint: () => setPrinting(true) };
  const narrow = (narrowing: Narrowing): void => {
    setPreset(narrowing);
    ask({ ...filter, ...narrowing });
  };
  return (
    <ScreenFrame
      label={t('pages:title.audit')}
      intro={t('audit:intro')}
      toolbar={
        <AuditToolbar key={JSON.stringify(preset)} preset={preset} tools={tools} onAsk={ask} views={props.views} />
      }
      status={hasQuestion && <AuditStatus segments={segments} merged={merged} onRetry={() => ask(filter)} />}
      notices={
        hasQuestion && hasMissingLogs(merged, absent) && <MissingLogs merged={merged} sources={names} absent={absent} />
      }
      waiting={hasQuestion && query.isFetching && t('common:loading')}
      body="fill"
      empty={(!hasQuestion || (query.isSuccess && !hasRows)) && <AuditEmpty hasQuestion={hasQuestion} />}
      footer={(hasRows || query.hasNextPage) && <AuditFooter query={query} />}
    >
      {hasRows && <AuditResults {...{ merged, onCase }} sources={names} onNarrow={narrow} />}
      {isPrinting && (
        <AuditPrint merged={merged} sources={names} segments={segments} onDone={() => setPrinting(false)} />
      )}
    </ScreenFrame>
  );
}

/** More entries while there are any, else the keys of the list. */
function AuditFooter(props: {
  query: Pick<AuditQuery, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}): ReactElement {
  const t = useT();
  const { query } = props;
  if (!query.hasNextPage) return <KeyHints>{t('audit:keys')}</KeyHints>;
  return (
    <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {t('audit:older')}
    </Button>
  );
}

function AuditStatus(props: {
  segments: readonly PlantSegment[];
  merged: MergedAudit;
  onRetry: () => void;
}): ReactElement {
  const { segments, merged, onRetry } = props;
  const { length: shown } = merged.rows;
  return (
    <CompletenessLine
      segments={segments}
      onRetry={onRetry}
      {...(shown === 0 ? {} : { range: { from: 1, to: shown, total: merged.totals.entries } })}
    />
  );
}

/** Nothing was asked yet, or nothing was found. */
function AuditEmpty(props: { hasQuestion: boolean }): ReactElement {
  const t = useT();
  if (!props.hasQuestion)
    return (
      <EmptyState icon="eye" title={t('audit:start')}>
        {t('audit:startText')}
      </EmptyState>
    );
  return (
    <EmptyState icon="search" title={t('audit:none')}>
      {t('audit:noneText')}
    </EmptyState>
  );
}
