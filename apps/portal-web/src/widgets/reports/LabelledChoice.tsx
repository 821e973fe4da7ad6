import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement } from 'react';
import styles from './LabelledChoice.module.css';

/** One of a few options as buttons, with the name of the choice above them. */
export function LabelledChoice<Id extends string>(props: {
  label: string;
  value: Id | null;
  options: readonly { readonly id: Id; readonly label: string }[];
  onChange: (id: Id) => void;
}): ReactElement {
  const { label, ...rest } = props;
  return (
    <div className={styles.choice}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <Segmented label={label} size="sm" {...rest} />
    </div>
  );
}
