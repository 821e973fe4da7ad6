import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { Fragment } from 'react';
import styles from './KeyValueList.module.css';

export type KeyValue = { readonly key: string; readonly label: ReactNode; readonly value: ReactNode };

/** Facts in two columns with divider lines. `labelWidth` in px, 112 by design. */
export function KeyValueList(props: { items: readonly KeyValue[]; labelWidth?: number }): ReactElement {
  const style: CSSProperties = { gridTemplateColumns: `${props.labelWidth ?? 112}px minmax(0, 1fr)` };
  return (
    <dl className={styles.list} style={style}>
      {props.items.map((item) => (
        <Fragment key={item.key}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
