import { Tooltip } from '@mantine/core';
import { cx } from '@varco/ui/cx.ts';
import { memo, type ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSegment } from './completeness.ts';
import { countSegments } from './completeness.ts';
import styles from './Completeness.module.css';

/** Memoized, so that with a hundred plants each response redraws only one segment. */
const Segment = memo(function Segment({ label, state }: Omit<PlantSegment, 'plantId'>): ReactElement {
  const t = useT();
  return (
    <Tooltip label={`${label}: ${t(`widgets:completeness.state.${state}`)}`} openDelay={0}>
      <span className={cx(styles.segment, styles[state])} />
    </Tooltip>
  );
});

/** One segment per plant: solid responded, half receiving, hatched error, low not connected, outlined not queried, shortened partial. */
export function CompletenessMeter(props: { segments: readonly PlantSegment[]; isNarrow?: boolean }): ReactElement {
  const t = useT();
  const { asked: requested, answered, receiving, errors, away, notAsked: notRequested } = countSegments(props.segments);
  const name = t('widgets:completeness.meter', {
    answered,
    asked: requested,
    receiving,
    errors,
    notAsked: notRequested,
  });
  return (
    <span
      className={cx(styles.meter, props.isNarrow === true && styles.narrow)}
      role="img"
      aria-label={away === 0 ? name : `${name}, ${t('widgets:completeness.away', { count: away })}`}
    >
      {props.segments.map((segment) => (
        <Segment key={segment.plantId} label={segment.label} state={segment.state} />
      ))}
    </span>
  );
}
