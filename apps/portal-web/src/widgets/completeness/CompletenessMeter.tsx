import { Tooltip } from '@mantine/core';
import { cx } from '@varco/ui/cx.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSegment } from './completeness.ts';
import { countSegments } from './completeness.ts';
import styles from './Completeness.module.css';

/** One segment per plant: solid answered, half receiving, hatched error, outlined not asked, cut short partial. */
export function CompletenessMeter(props: { segments: readonly PlantSegment[]; isNarrow?: boolean }): ReactElement {
  const t = useT();
  const { asked, answered, receiving, errors, notAsked } = countSegments(props.segments);
  return (
    <span
      className={cx(styles.meter, props.isNarrow === true && styles.narrow)}
      role="img"
      aria-label={t('widgets:completeness.meter', { answered, asked, receiving, errors, notAsked })}
    >
      {props.segments.map((segment) => (
        <Tooltip
          key={segment.plantId}
          label={`${segment.label}: ${t(`widgets:completeness.state.${segment.state}`)}`}
          openDelay={0}
        >
          <span className={cx(styles.segment, styles[segment.state])} />
        </Tooltip>
      ))}
    </span>
  );
}
