import { useQueryClient } from '@tanstack/react-query';
import type { ReviewCase, ReviewDetail, ReviewQueue } from '@varco/contract/plant/review.ts';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { SplitPane } from '@varco/ui/SplitPane.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { caseKey, REVIEW_KEY, reviewDetailQuery, type ReviewSource, type SourcedCase } from './review.api.ts';
import { STATE_TONES } from './review-text.ts';
import { ReviewPanel } from './ReviewPanel.tsx';

/** The cases, and beside them the open one. J and K open the next and the previous. */
export function ReviewResults(props: {
  cases: readonly SourcedCase[];
  sources: ReadonlyMap<ReviewSource, string>;
}): ReactElement {
  const t = useT();
  const { cases, sources } = props;
  const [currentKey, setCurrent] = useState<string | null>(null);
  const [openKey, setOpen] = useState<string | null>(null);
  const rows = sortCases(cases);
  const opened = rows.find((row) => caseKey(row) === openKey);
  const open = (row: SourcedCase): void => {
    setCurrent(caseKey(row));
    // Nobody opens their own case.
    setOpen(row.found.own ? null : caseKey(row));
  };
  const step = (by: number): void => {
    const at = rows.findIndex((row) => caseKey(row) === currentKey);
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (next !== undefined) open(next);
  };
  useShortcuts({ j: () => step(1), k: () => step(-1) });
  const cacheDecision = useDecisionCache();
  return (
    <SplitPane
      sideAt="end"
      sideWidth="wide"
      side={
        opened === undefined ? null : (
          <ReviewPanel
            key={openKey}
            row={opened}
            sourceName={sources.get(opened.source) ?? opened.source}
            onDecided={(detail) => cacheDecision(opened, detail)}
            onClose={() => setOpen(null)}
          />
        )
      }
    >
      <DataTable
        label={t('review:label')}
        columns={buildColumns(t, sources)}
        rows={rows}
        rowKey={caseKey}
        rowTotal={rows.length}
        currentKey={currentKey}
        onCurrent={setCurrent}
        onOpen={open}
        density="normal"
      />
    </SplitPane>
  );
}

/** Puts a decided case into list and panel, without another entry in the log for reading them again. */
function useDecisionCache(): (row: SourcedCase, detail: ReviewDetail) => void {
  const client = useQueryClient();
  return (row, detail) => {
    client.setQueryData(reviewDetailQuery(row).queryKey, detail);
    client.setQueriesData<ReviewQueue>({ queryKey: [REVIEW_KEY, 'queue', row.source, row.found.month] }, (queue) =>
      queue === undefined ? queue : withCase(queue, detail.case),
    );
  };
}

const isDecided = ({ state }: ReviewCase): boolean => state === 'fine' || state === 'escalated';

function withCase(queue: ReviewQueue, changed: ReviewCase): ReviewQueue {
  const cases = queue.cases.map((one) => (one.person === changed.person ? changed : one));
  const drawn = cases.filter((one) => one.drawn);
  return {
    ...queue,
    cases,
    decided: cases.filter(isDecided).length,
    sample: { drawn: drawn.length, decided: drawn.filter(isDecided).length },
  };
}

/** The highest score first, over all plants; the reader's own case last. */
const sortCases = (cases: readonly SourcedCase[]): readonly SourcedCase[] =>
  cases.toSorted((a, b) => (b.found.score ?? -1) - (a.found.score ?? -1) || a.found.name.localeCompare(b.found.name));

function buildColumns(t: Translate, sources: ReadonlyMap<ReviewSource, string>): readonly Column<SourcedCase>[] {
  const column = (
    id: 'score' | 'person' | 'signs' | 'state' | 'plant' | 'job' | 'looks',
    cell: Column<SourcedCase>['cell'],
    more: Partial<Column<SourcedCase>> = {},
  ): Column<SourcedCase> => ({ id, header: t(`review:${id}`), name: t(`review:${id}`), cell, ...more });
  return [
    column('score', ({ found }) => (found.score === null ? '–' : <b>{found.score}</b>), { align: 'end' }),
    column('person', ({ found }) => <b>{found.name}</b>, { canWrap: true }),
    column('signs', (row) => <Signs found={row.found} />, { canWrap: true, priority: 1 }),
    column('state', ({ found: { state } }) => (
      <StatusChip tone={STATE_TONES[state]} word={t(`review:states.${state}`)} variant="tint" />
    )),
    column('plant', ({ source }) => sources.get(source) ?? source, { priority: 2 }),
    column('job', ({ found }) => found.job, { priority: 4, canWrap: true }),
    column('looks', ({ found }) => String(found.looks), { align: 'end', priority: 3 }),
  ];
}

/** What stands out in a few words: rules with points, and that the case was drawn. */
function Signs({ found }: { found: ReviewCase }): ReactElement {
  const t = useT();
  if (found.own) return <>{t('review:own')}</>;
  const words = found.rules.map(({ rule, points }) => `${t(`review:short.${rule}`)} ${points}`);
  return <>{[...words, ...(found.drawn ? [t('review:drawn')] : [])].join(' · ')}</>;
}
