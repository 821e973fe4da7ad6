import type { ReactElement, ReactNode } from 'react';
import styles from './Legend.module.css';

/** Meaning of the marks of a table, chart or map, with the mark before each text. */
export function Legend(props: {
  label: string;
  items: readonly { readonly key: string; readonly mark: ReactNode; readonly text: ReactNode }[];
}): ReactElement {
  return (
    <ul className={styles.legend} aria-label={props.label}>
      {props.items.map(({ key, mark, text }) => (
        <li key={key}>
          <span className={styles.mark} aria-hidden="true">
            {mark}
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
