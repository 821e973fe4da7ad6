import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { useState } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './LazyImage.module.css';

/**
 * Image loaded when it comes near the viewport. A failed image is replaced by an icon with a text. `src` null: no image
 * (yet); the box keeps its size, so the layout does not jump.
 */
export function LazyImage(props: {
  src: string | null;
  alt: string;
  missingText: string;
  fallbackIcon?: IconName;
  fit?: 'cover' | 'contain';
  height?: number | string;
  isSmall?: boolean;
  className?: string;
  overlay?: ReactNode;
  onMissing?: () => void;
}): ReactElement {
  const { src, alt, missingText, fallbackIcon = 'image', fit = 'cover', height, isSmall = false, overlay } = props;
  // Stores the failed address instead of a flag, so that a new address is tried.
  const [failed, setFailed] = useState<string | null>(null);
  const style: CSSProperties = height === undefined ? {} : { height };
  const isShown = src !== null && src !== failed;
  return (
    <div className={cx(styles.frame, props.className)} style={style}>
      {isShown ? (
        <img
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          className={cx(styles.image, styles[fit])}
          onError={() => {
            setFailed(src);
            props.onMissing?.();
          }}
        />
      ) : (
        <div className={styles.fallback} role="img" aria-label={missingText}>
          <Icon name={fallbackIcon} size={isSmall ? 'sm' : 'lg'} />
          {!isSmall && <span>{missingText}</span>}
        </div>
      )}
      {overlay}
    </div>
  );
}
