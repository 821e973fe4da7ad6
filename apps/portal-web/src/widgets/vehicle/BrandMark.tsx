import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { brandMarkOf } from './brand-marks.ts';
import styles from './Vehicle.module.css';

/**
 * Mark of a vehicle's brand (T 7.6). Decoration: the brand's name always stands beside it. A brand without a mark, or
 * whose picture cannot be had, gets the neutral one.
 */
export function BrandMark(props: { brand: string }): ReactElement {
  const [hasFailed, setFailed] = useState(false);
  const mark = brandMarkOf(props.brand);
  if (mark === null || hasFailed) {
    return (
      <span className={styles.noMark} aria-hidden="true" data-brand-mark="none">
        <Icon name="car" size="sm" />
      </span>
    );
  }
  return (
    <img
      className={styles.mark}
      src={`/images/car-brands/${mark.image}`}
      alt=""
      loading="lazy"
      onError={() => setFailed(true)}
    />
  );
}
