import type { ReactElement, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './EmptyState.module.css';

export type UsedFilter = { readonly id: string; readonly label: string; readonly removeName?: string };

/** Empty result: heading, the filters in use as removable chips, and suggested actions. */
export function EmptyState(props: {
  title: string;
  icon?: IconName;
  tone?: 'plain' | 'pv' | 'al';
  children?: ReactNode;
  filters?: readonly UsedFilter[];
  onRemoveFilter?: (id: string) => void;
  actions?: ReactNode;
}): ReactElement {
  const { title, icon = 'search', tone = 'plain', children, filters = [], onRemoveFilter, actions } = props;
  return (
    <div className={styles.empty}>
      <span className={styles[tone]}>
        <Icon name={icon} size="lg" />
      </span>
      <div className={styles.body}>
        <h2 className={styles.title}>{title}</h2>
        {children !== undefined && <div className={styles.text}>{children}</div>}
        {filters.length > 0 && (
          <ul className={styles.filters}>
            {filters.map((filter) => (
              <li key={filter.id} className={styles.filter}>
                {filter.label}
                {onRemoveFilter !== undefined && filter.removeName !== undefined && (
                  <button
                    type="button"
                    className={styles.remove}
                    aria-label={filter.removeName}
                    onClick={() => onRemoveFilter(filter.id)}
                  >
                    <Icon name="close" size="xs" />
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
