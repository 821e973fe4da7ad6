import type { PlantCompleteness } from '@varco/domain/federation/completeness.ts';
import { PAGE_SIZE } from '@varco/domain/federation/merge.ts';
import { formatTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Pager } from '@varco/ui/Pager.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { toRomeDay } from '../../../lib/rome-days.ts';
import { getPlantLabel } from '../../../lib/plants/use-plants.ts';
import type { PlantSegment, SegmentState } from '../../../widgets/completeness/completeness.ts';
import { CompletenessLine } from '../../../widgets/completeness/CompletenessLine.tsx';
import { CompletenessDetails } from './CompletenessDetails.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { useResultView } from './result-view.store.ts';
import { useIsPhone } from '../../../lib/phone.ts';
import { formatPeriod } from '../filters/filter-summary.ts';
import type { ResultAreaProps } from './result-area-props.ts';
import { computePeriodLimits } from '../search/search-filter.ts';
import type { SearchSession } from '../search/search-session.ts';
import type { SearchView } from '../search/search-view.ts';

const SEGMENT_STATES: Readonly<Record<'pending' | 'completed' | 'partial' | 'error' | 'notAsked', SegmentState>> = {
  pending: 'receiving',
  completed: 'answered',
  partial: 'partial',
  error: 'error',
  notAsked: 'notAsked',
};

/** SRCH-17, SRCH-18 and the completeness line: responding plants, period, time and duration, and the visible range of rows. */
export function ResultLine(props: ResultAreaProps): ReactElement | null {
  const t = useT();
  const { session, state, view, plants } = props;
  const { completeness, merged } = view;
  const isTable = useResultView() === 'table';
  const isPhone = useIsPhone();
  if (completeness === null || state.filter === null || state.startedAt === null) return null;
  const labels = new Map(plants.map((plant) => [String(plant.peerId), getPlantLabel(plant)]));
  const labelOf = (plantId: string): string => labels.get(plantId) ?? plantId;
  const segments = completeness.plants
    .filter((plant) => plant.outcome.state !== 'notAsked' || plant.outcome.reason !== 'disabled')
    .map((plant): PlantSegment => ({
      plantId: plant.plantId,
      label: labelOf(plant.plantId),
      state: SEGMENT_STATES[plant.outcome.state],
    }));
  const failed = completeness.plants.filter((plant) => plant.outcome.state === 'error');
  // The current year is omitted because the line has little room; the tooltip shows the full dates (design 3).
  const full = formatPeriod(t, computePeriodLimits(state.filter.period, state.startedAt));
  const period = full.replaceAll(`/${toRomeDay(state.startedAt).slice(0, 4)}`, '');
  const late = merged?.awaitingAcceptance ?? [];
  return (
    <CompletenessLine
      isBrief={isPhone}
      segments={segments}
      isCutShort={completeness.plants.some(wasPlantStopped)}
      {...(failed.length === 0
        ? {}
        : { onRetry: () => failed.forEach((plant) => session.retry(Number(plant.plantId))) })}
      period={period}
      periodTitle={full}
      answeredAt={formatTime(state.startedAt)}
      {...(state.tookMs === null ? {} : { durationMs: state.tookMs })}
      {...(view.rows.length === 0 ? {} : { range: computeRowRange(view, state.page) })}
      {...(late.length === 0
        ? {}
        : {
            late: {
              plant: formatLatePlants(
                t,
                late.map((one) => labelOf(one.plantId)),
              ),
              count: late.reduce((sum, one) => sum + one.rows, 0),
              onShow: () => session.showLateRows(),
            },
          })}
      {...(props.newTransits.count === 0 ? {} : { arrived: { ...props.newTransits, onShow: props.showNewTransits } })}
    >
      <CompletenessDetails
        completeness={completeness}
        labelOf={labelOf}
        counts={state.counts}
        misreads={state.misreads}
      />
      <LinePager session={session} page={state.page} pageCount={view.pageCount} />
      {isTable && <ColumnChooser mode={state.filter.isAdr ? 'adr' : 'plate'} />}
    </CompletenessLine>
  );
}

/** True when "Interrompi richiesta" stopped the plant before it responded or before its last rows. */
const wasPlantStopped = ({ outcome: answer }: PlantCompleteness): boolean =>
  (answer.state === 'notAsked' && answer.reason === 'stopped') ||
  (answer.state === 'partial' && answer.reasons.includes('stopped'));

/** Range of visible rows and their total. The total is marked as a lower bound until every plant has counted. */
function computeRowRange(view: SearchView, page: number) {
  const from = (page - 1) * PAGE_SIZE + 1;
  return { from, to: from + view.rows.length - 1, total: view.total, isLowerBound: !view.isTotalExact };
}

/** Names of the plants with late rows; from three plants on only their number, to keep the line short. */
const formatLatePlants = (t: Translate, names: readonly string[]): string =>
  names.length > 2 ? t('transits:late.plants', { count: names.length }) : names.join(', ');

/** SRCH-16: the pager above the rows. The second pager is in the table footer. */
function LinePager(props: { session: SearchSession; page: number; pageCount: number }): ReactElement | null {
  const t = useT();
  const { session, page, pageCount } = props;
  if (pageCount <= 1) return null;
  return (
    <Pager
      page={page}
      pageCount={pageCount}
      isCompact
      onPage={(next) => session.goToPage(next)}
      labels={{
        label: t('widgets:pager.labelAbove'),
        previous: t('widgets:pager.previous'),
        next: t('widgets:pager.next'),
        page: (number) => t('widgets:pager.page', { page: number }),
      }}
    />
  );
}
