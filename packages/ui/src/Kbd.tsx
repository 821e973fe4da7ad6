import type { ReactElement } from 'react';
import { cx } from './cx.ts';
import styles from './Kbd.module.css';

/** Key caps of a shortcut. `isPlain` uses the colour of a surrounding filled button. */
export function Kbd(props: { keys: readonly string[]; isPlain?: boolean }): ReactElement {
  return (
    <span className={styles.keys}>
      {props.keys.map((key) => (
        <kbd key={key} className={cx(styles.cap, props.isPlain === true && styles.plain)}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
