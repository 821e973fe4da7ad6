import { formatInteger, formatTime } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { type ReactElement, useMemo } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { LazyStepChart } from '../../widgets/chart/lazy-step-chart.tsx';
import type { PlantLine } from './plant-lines.ts';
import { type ChartHour, findEmptyReason } from './totals.ts';

interface Props {
  readonly hours: readonly ChartHour[];
  /** The plants that are watched: some may still answer. */
  readonly lines: readonly PlantLine[];
  readonly isFilling?: boolean;
}

/** Transits by hour as steps, beside those of the day before; without any, what they would show and why they do not. */
export function HourSteps(props: Props): ReactElement {
  const t = useT();
  const isWaiting = props.lines.some(({ state }) => state === 'waiting' || state === 'signingIn');
  const reason = findEmptyReason(props.hours, isWaiting);
  if (reason === null) return <DrawnSteps {...props} />;
  return (
    <EmptyState icon="chart" title={t(`controlRoom:chart.empty.${reason}`)}>
      {t('controlRoom:chart.shows')}
    </EmptyState>
  );
}

function DrawnSteps(props: Props): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { hours, isFilling = false } = props;
  const points = useMemo(
    () =>
      hours.map(({ at, value, before, gapPeers }) => ({
        name: formatTime(at).slice(0, 5),
        value,
        before,
        isPartial: gapPeers.length > 0,
      })),
    [hours],
  );
  const texts = useMemo(
    () => ({
      now: t('controlRoom:chart.now'),
      before: t('controlRoom:chart.before'),
      partial: t('controlRoom:chart.gap'),
      format: (value: number) => formatInteger(value, language),
    }),
    [t, language],
  );
  return <LazyStepChart points={points} texts={texts} isFilling={isFilling} />;
}
