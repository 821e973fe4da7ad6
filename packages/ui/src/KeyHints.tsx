import type { ReactElement, ReactNode } from 'react';
import styles from './KeyHints.module.css';

/** Line about the keys of a table, for its footer. Not shown where nobody has keys; a footer of nothing else is left out too. */
export function KeyHints(props: { children: ReactNode }): ReactElement {
  return (
    <span className={styles.hints} data-key-hints="">
      {props.children}
    </span>
  );
}
