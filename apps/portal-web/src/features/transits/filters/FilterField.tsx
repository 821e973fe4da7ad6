import { cx } from '@varco/ui/cx.ts';
import { type ReactElement, type ReactNode, useId } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { FilterForm } from './filter-form.ts';
import { type FilterGroup, isGroupLocked } from './filter-groups.ts';
import styles from './FilterPanel.module.css';

/** A labelled group of several controls. It is marked when it was edited and not searched yet. */
export function FilterField(props: {
  form: FilterForm;
  group: FilterGroup;
  label: string;
  aside?: ReactNode;
  children: ReactNode;
}): ReactElement {
  const t = useT();
  const id = useId();
  const isChanged = props.form.changed.has(props.group);
  const locked = isGroupLocked(props.form.filter, props.group);
  return (
    <fieldset
      className={cx(styles.field, isChanged && styles.changed)}
      aria-labelledby={id}
      disabled={locked}
      title={locked ? t('filters:locked') : undefined}
    >
      <div className={styles.label}>
        <span id={id}>
          {props.label}
          {isChanged && <span className="visually-hidden">, {t('filters:changedMark')}</span>}
        </span>
        {props.aside}
      </div>
      {props.children}
    </fieldset>
  );
}
