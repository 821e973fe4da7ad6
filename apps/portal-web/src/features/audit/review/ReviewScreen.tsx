import { Button, Select } from '@mantine/core';
import { useMutation, useQueries } from '@tanstack/react-query';
import type { ReviewQueue } from '@varco/contract/plant/review.ts';
import { formatMonth } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { KeyHints } from '@varco/ui/KeyHints.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { Toolbar, ToolbarGroup } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { now } from '../../../lib/clock.ts';
import { useT } from '../../../lib/i18n.tsx';
import { toRomeDay } from '../../../lib/rome-days.ts';
import { computeMonth, reviewQueueQuery, type ReviewSource } from './review.api.ts';
import { listMonths } from './review-text.ts';
import { ReviewResults } from './ReviewResults.tsx';

/** While a plant computes, its queue is read again after this time, at most so often. */
const RELOAD_MS = 3_000;
const MAX_RELOADS = 40;

/** /audit, review: the cases of a month over all plants that the reader may audit. */
export function ReviewScreen(props: { sources: ReadonlyMap<ReviewSource, string>; views: ReactNode }): ReactElement {
  const t = useT();
  const { sources, views } = props;
  const months = listMonths(toRomeDay(now()));
  const [month, setMonth] = useState(months[1] ?? '');
  const { answers, queues, missing, compute, isComputing, reload } = useReviewQueues([...sources.keys()], month);
  const nameOf = (source: ReviewSource): string => sources.get(source) ?? source;
  const cases = [...queues].flatMap(([source, queue]) => queue.cases.map((found) => ({ source, found })));
  const isPending = answers.some(({ isPending: waits }) => waits);
  const notices = listNotices(t, queues, missing, nameOf);
  const hasRun = [...queues.values()].some(({ run }) => run !== null);
  return (
    <ScreenFrame
      label={t('review:label')}
      intro={t('review:intro')}
      toolbar={
        <Toolbar label={t('review:label')}>
          {views}
          <Select
            label={t('review:month')}
            data={months.map((value) => ({ value, label: formatMonth(value) }))}
            value={month}
            onChange={(chosen) => setMonth(chosen ?? month)}
            allowDeselect={false}
            w={140}
          />
          <ToolbarGroup>
            <Button variant="default" leftSection={<Icon name="refresh" />} onClick={reload}>
              {t('review:refresh')}
            </Button>
            <Button
              variant="default"
              loading={isComputing}
              disabled={[...queues.values()].every(({ run }) => run?.final === true)}
              onClick={compute}
            >
              {t('review:compute')}
            </Button>
          </ToolbarGroup>
        </Toolbar>
      }
      status={hasRun && <Progress queues={[...queues.values()]} />}
      notices={
        notices.length > 0 &&
        notices.map(({ text, tone }) => (
          <Notice key={text} tone={tone}>
            {text}
          </Notice>
        ))
      }
      waiting={(isPending && t('common:loading')) || (isComputing && t('review:computing'))}
      body="fill"
      empty={!isPending && cases.length === 0 && <ReviewEmpty hasPlant={sources.size > 0} hasRun={hasRun} />}
      footer={cases.length > 0 && <KeyHints>{t('review:keys')}</KeyHints>}
    >
      {cases.length > 0 && <ReviewResults key={month} cases={cases} sources={sources} />}
    </ScreenFrame>
  );
}

/** The queues of all plants; while one computes, until it has a newer run. */
function useReviewQueues(sources: readonly ReviewSource[], month: string) {
  const [listing, setListing] = useState(0);
  const [computedSince, setComputedSince] = useState<string | null>(null);
  const isNewer = (queue: ReviewQueue | undefined): boolean =>
    queue?.run?.final === true || (queue?.run?.at ?? '') >= (computedSince ?? '');
  const answers = useQueries({
    queries: sources.map((source) => ({
      ...reviewQueueQuery(source, month, listing),
      refetchInterval: (query: { state: { data?: ReviewQueue | undefined; dataUpdateCount: number } }) =>
        computedSince === null || isNewer(query.state.data) || query.state.dataUpdateCount > MAX_RELOADS
          ? (false as const)
          : RELOAD_MS,
    })),
  });
  const found = sources.map((source, at) => [source, answers[at]] as const);
  const run = useMutation({
    mutationFn: () => {
      setComputedSince(now());
      return computeMonth(sources, month);
    },
    onError: () => setComputedSince(null),
  });
  const isWaiting = computedSince !== null && answers.some(({ data, isError }) => !isError && !isNewer(data));
  return {
    answers,
    queues: new Map(
      found.flatMap(([source, answer]) => (answer?.data === undefined ? [] : [[source, answer.data] as const])),
    ),
    missing: found.flatMap(([source, answer]) => (answer?.isError === true ? [[source, answer.error] as const] : [])),
    compute: () => run.mutate(),
    isComputing: run.isPending || isWaiting,
    reload: () => setListing(listing + 1),
  };
}

function Progress({ queues }: { queues: readonly ReviewQueue[] }): ReactElement {
  const t = useT();
  const sum = (read: (queue: ReviewQueue) => number): number => queues.reduce((total, queue) => total + read(queue), 0);
  return (
    <Remark isLive>
      {t('review:progress', {
        decided: sum(({ decided }) => decided),
        all: sum(({ cases }) => cases.length),
        sampleDecided: sum(({ sample }) => sample.decided),
        sample: sum(({ sample }) => sample.drawn),
      })}
    </Remark>
  );
}

/** What is missing, what is late, and that a month so far has no sample. */
function listNotices(
  t: Translate,
  queues: ReadonlyMap<ReviewSource, ReviewQueue>,
  missing: readonly (readonly [ReviewSource, Error])[],
  nameOf: (source: ReviewSource) => string,
): readonly { readonly text: string; readonly tone: 'wa' | 'in' }[] {
  const asksReason = (error: Error): boolean => error instanceof ApiError && error.code === 'reason_required';
  const silent = missing.flatMap(([source, error]) => (asksReason(error) ? [] : [source]));
  const asking = missing.flatMap(([source, error]) => (asksReason(error) ? [source] : []));
  const late = [...queues].flatMap(([source, { overdue }]) => (overdue ? [source] : []));
  const warn = (key: 'failed' | 'reasonNeeded' | 'overdue', sources: readonly ReviewSource[]) =>
    sources.length === 0
      ? []
      : [{ text: t(`review:${key}`, { sources: sources.map(nameOf).join(', ') }), tone: 'wa' as const }];
  const isSoFar = [...queues.values()].some(({ run }) => run?.final === false);
  return [
    ...warn('failed', silent),
    ...warn('reasonNeeded', asking),
    ...warn('overdue', late),
    ...(isSoFar ? [{ text: t('review:soFar'), tone: 'in' as const }] : []),
  ];
}

function ReviewEmpty({ hasPlant, hasRun }: { hasPlant: boolean; hasRun: boolean }): ReactElement {
  const t = useT();
  const kind = hasPlant ? (hasRun ? 'none' : 'notComputed') : 'noPlant';
  return (
    <EmptyState icon={hasPlant ? 'eye' : 'lock'} title={t(`review:${kind}`)}>
      {t(`review:${kind}Text`)}
    </EmptyState>
  );
}
