import type { ReactElement } from 'react';
import styles from './Shell.module.css';

/** The product logo: two posts of a gate and a V passing between them. */
export function ProductLogo(props: { size?: number }): ReactElement {
  const size = props.size ?? 24;
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3.5 21V3M20.5 21V3" className={styles.posts} />
      <path d="M7.5 5.5L12 17l4.5-11.5" className={styles.vee} />
    </svg>
  );
}
