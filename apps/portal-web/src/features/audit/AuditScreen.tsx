import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditFilter } from '@varco/contract/audit-log.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { CompletenessLine } from '../../widgets/completeness/CompletenessLine.tsx';
import type { PlantSegment } from '../../widgets/completeness/completeness.ts';
import { type Narrowing, type AuditSource, auditQuery, PORTAL_SOURCE } from './audit.api.ts';
import { AuditPrint } from './AuditPrint.tsx';
import { AuditResults } from './AuditResults.tsx';
import { AuditToolbar, CaseToolbar } from './AuditToolbar.tsx';
import { type MergedAudit, mergeAuditPages } from './merge-audit.ts';
import { useAuditSources, useIsSigningIn } from './use-audit-sources.ts';

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
 * /audit (ADR 0032): who looked at what, over the logs of all plants and of the portal that the user may read.
 * `caseNumber`: the timeline of one case; empty: the search.
 */
export function AuditScreen(props: {
  caseNumber: string;
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
    return <AuditView key={props.caseNumber} {...props} views={views} sources={readable} absent={absent} />;
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

/** The question asked last, and what came back. */
function useAuditAnswer(sources: ReadonlyMap<AuditSource, string>, first: AuditFilter | null) {
  const [question, setQuestion] = useState({ run: 0, filter: first, sources: [...sources.keys()] });
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
  caseNumber: string;
  onCase: (caseNumber: string) => void;
  views: ReactNode;
}): ReactElement {
  const t = useT();
  const { sources, absent, caseNumber, onCase } = props;
  const { question, filter, query, merged, ask } = useAuditAnswer(
    sources,
    caseNumber === '' ? null : { case: caseNumber },
  );
  const [isPrinting, setPrinting] = useState(false);
  const [preset, setPreset] = useState<Narrowing>({});
  const hasQuestion = question.filter !== null;
  const hasRows = merged.rows.length > 0;
  const segments = [
    ...question.sources.map((source) => toSegment(source, sources, merged, query.isPending)),
    ...[...absent].map(([plantId, label]): PlantSegment => ({ plantId, label, state: 'error' })),
  ];
  const tools = { filter, sources, canUse: query.isSuccess, onPrint: () => setPrinting(true) };
  const narrow = (narrowing: Narrowing): void => {
    setPreset(narrowing);
    ask({ ...filter, ...narrowing });
  };
  return (
    <ScreenFrame
      label={t('pages:title.audit')}
      intro={caseNumber === '' ? t('audit:intro') : t('audit:timeline', { case: caseNumber })}
      toolbar={
        caseNumber === '' ? (
          <AuditToolbar key={JSON.stringify(preset)} preset={preset} tools={tools} onAsk={ask} views={props.views} />
        ) : (
          <CaseToolbar tools={tools} onLeave={() => onCase('')} />
        )
      }
      status={hasQuestion && <AuditStatus segments={segments} merged={merged} onRetry={() => ask(filter)} />}
      notices={hasQuestion && <MissingSources merged={merged} sources={sources} absent={absent} />}
      waiting={hasQuestion && query.isFetching && t('common:loading')}
      body="fill"
      empty={(!hasQuestion || (query.isSuccess && !hasRows)) && <AuditEmpty hasQuestion={hasQuestion} />}
      footer={<AuditFooter query={query} hasRows={hasRows} />}
    >
      {hasRows && <AuditResults {...{ merged, sources, onCase }} onNarrow={narrow} canNarrow={caseNumber === ''} />}
      {isPrinting && (
        <AuditPrint
          merged={merged}
          sources={sources}
          segments={segments}
          caseNumber={filter.case ?? ''}
          onDone={() => setPrinting(false)}
        />
      )}
    </ScreenFrame>
  );
}

/** More entries while there are any, else the keys of the list. */
function AuditFooter(props: {
  query: Pick<AuditQuery, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  hasRows: boolean;
}): ReactElement | null {
  const t = useT();
  const { query, hasRows } = props;
  if (!query.hasNextPage) return hasRows ? <span>{t('audit:keys')}</span> : null;
  return (
    <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {t('audit:older')}
    </Button>
  );
}

function toSegment(
  source: AuditSource,
  sources: ReadonlyMap<AuditSource, string>,
  merged: MergedAudit,
  isPending: boolean,
): PlantSegment {
  const hasFailed = merged.failed.includes(source) || merged.reasonNeeded.includes(source);
  const state = isPending ? 'receiving' : hasFailed ? 'error' : 'answered';
  return { plantId: source, label: sources.get(source) ?? source, state };
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

/** Which logs are missing from the answer, and why. */
function MissingSources(props: {
  merged: MergedAudit;
  sources: ReadonlyMap<AuditSource, string>;
  absent: ReadonlyMap<AuditSource, string>;
}): ReactElement | null {
  const t = useT();
  const { reasonNeeded } = props.merged;
  const nameOf = (id: string): string => props.sources.get(id) ?? id;
  const silent = [...props.merged.failed.map(nameOf), ...props.absent.values()];
  if (silent.length + reasonNeeded.length === 0) return null;
  return (
    <>
      {silent.length > 0 && <Notice tone="wa">{t('audit:failedSources', { sources: silent.join(', ') })}</Notice>}
      {reasonNeeded.length > 0 && (
        <Notice tone="wa">{t('audit:reasonNeeded', { sources: reasonNeeded.map(nameOf).join(', ') })}</Notice>
      )}
    </>
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
