import type { ComponentProps, ReactElement, ReactNode } from 'react';
import styles from './MapSplit.module.css';

/** A map beside a list or form, which comes below it on a narrow window. The body of a `ScreenFrame` that is filled. */
export function MapSplit(props: { map: ReactNode; children: ReactNode }): ReactElement {
  return (
    <div className={styles.split}>
      <div className={styles.map}>{props.map}</div>
      <div className={styles.side}>{props.children}</div>
    </div>
  );
}

/** Form in place of the list beside a map, with an `h2`. */
export function MapForm(props: Omit<ComponentProps<'form'>, 'className' | 'style' | 'noValidate'>): ReactElement {
  return <form {...props} noValidate className={styles.form} />;
}
