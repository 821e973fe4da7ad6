import { formatInteger, formatTime } from '@varco/i18n/format.ts';
import { type ReactElement, useMemo } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { LazyStepChart } from '../../widgets/chart/lazy-step-chart.tsx';
import type { ChartHour } from './totals.ts';

/** Transits by hour as steps, beside those of the day before. */
export function HourSteps(props: { hours: readonly ChartHour[]; isFilling?: boolean }): ReactElement {
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
