import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { findBrandMark } from './brand-marks.ts';
import styles from './Vehicle.module.css';

/**
 * Logo of a vehicle brand (T 7.6). Decorative: the brand name is always shown beside it. A neutral picture is used for
 * a brand without a logo, or when the picture cannot be loaded.
 */
export function BrandLogo(props: { brand: string }): ReactElement {
  const [hasFailed, setFailed] = useState(false);
  const mark = findBrandMark(props.brand);
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
