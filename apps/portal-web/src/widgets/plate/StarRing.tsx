import type { ReactElement } from 'react';
import styles from './PlateBadge.module.css';

const STARS = Array.from({ length: 12 }, (_, index) => {
  const angle = (index * Math.PI) / 6;
  return { x: 10 + 8 * Math.sin(angle), y: 10 - 8 * Math.cos(angle) };
});

/** The twelve stars above the country code; drawn from 40 px on, because they are illegible below. */
export function StarRing(): ReactElement {
  return (
    <svg viewBox="0 0 20 20" className={styles.stars}>
      {STARS.map((star) => (
        <circle key={`${star.x},${star.y}`} cx={star.x} cy={star.y} r="1.5" />
      ))}
    </svg>
  );
}
