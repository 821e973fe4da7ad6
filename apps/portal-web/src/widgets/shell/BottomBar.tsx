import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { RailItem } from './Rail.tsx';
import styles from './Shell.module.css';

/** Navigation of the phone: at most five entries under the thumb. */
export function BottomBar(props: {
  items: readonly RailItem[];
  activeId: string | null;
  onNavigate: (id: string) => void;
}): ReactElement {
  const t = useT();
  return (
    <nav className={styles.bottom} aria-label={t('widgets:shell.navigation')}>
      {props.items.map((item) => (
        <a
          key={item.id}
          href={item.href}
          className={cx(styles.bottomLink, item.id === props.activeId && styles.bottomOn)}
          aria-current={item.id === props.activeId ? 'page' : undefined}
          onClick={(event) => {
            event.preventDefault();
            props.onNavigate(item.id);
          }}
        >
          <Icon name={item.icon} size="lg" />
          {item.label}
        </a>
      ))}
    </nav>
  );
}
