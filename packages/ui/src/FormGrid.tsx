import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './FormGrid.module.css';

const COLUMN_CLASSES = { 1: undefined, 2: styles.two, 3: styles.three } as const;

/**
 * Fields of a form in one to three columns, one on a narrow window. Labels, controls and errors of a line are aligned,
 * tick boxes with the controls beside them.
 */
export function FormGrid(props: { columns?: 1 | 2 | 3; children: ReactNode }): ReactElement {
  return <div className={cx(styles.grid, COLUMN_CLASSES[props.columns ?? 1])}>{props.children}</div>;
}

/** Part of a form grid over all columns. */
export function FormWide(props: { children: ReactNode }): ReactElement {
  return <div className={styles.wide}>{props.children}</div>;
}

/** Fields that belong together, with a title. */
export function FormSet(props: { title: ReactNode; children: ReactNode }): ReactElement {
  return (
    <fieldset className={styles.set}>
      <legend>{props.title}</legend>
      <div className={styles.setBody}>{props.children}</div>
    </fieldset>
  );
}
