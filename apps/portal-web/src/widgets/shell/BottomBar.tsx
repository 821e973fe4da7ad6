import { Menu } from '@mantine/core';
import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { MouseEvent, ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { RailSection } from './Rail.tsx';
import styles from './Shell.module.css';

/** Bottom navigation on phones: the most used entries, and all others behind the last one. */
export function BottomBar(props: {
  sections: readonly RailSection[];
  /** Paths of the entries in the bar itself, in order. */
  first: readonly string[];
  activeId: string | null;
  onNavigate: (id: string) => void;
}): ReactElement {
  const { sections, first, activeId, onNavigate } = props;
  const t = useT();
  const items = sections.flatMap((section) => section.items);
  const shown = first.flatMap((id) => items.find((item) => item.id === id) ?? []);
  const others = sections
    .map((section) => ({ ...section, items: section.items.filter(({ id }) => !first.includes(id)) }))
    .filter((section) => section.items.length > 0);
  const to = (id: string) => (event: MouseEvent) => {
    event.preventDefault();
    onNavigate(id);
  };
  return (
    <nav className={styles.bottom} aria-label={t('widgets:shell.navigation')}>
      {shown.map(({ id, href, icon, label, shortLabel }) => (
        <a
          key={id}
          href={href}
          className={cx(styles.bottomLink, id === activeId && styles.bottomOn)}
          aria-current={id === activeId ? 'page' : undefined}
          onClick={to(id)}
        >
          <Icon name={icon} size="lg" />
          {shortLabel ?? label}
        </a>
      ))}
      {others.length > 0 && <MoreEntries sections={others} activeId={activeId} to={to} />}
    </nav>
  );
}

/** Menu with the entries that do not fit in the bar. */
function MoreEntries(props: {
  sections: readonly RailSection[];
  activeId: string | null;
  to: (id: string) => (event: MouseEvent) => void;
}): ReactElement {
  const { sections, activeId, to } = props;
  const t = useT();
  const isHere = sections.some((section) => section.items.some(({ id }) => id === activeId));
  return (
    <Menu position="top-end" width={260}>
      <Menu.Target>
        <button type="button" className={cx(styles.bottomLink, isHere && styles.bottomOn)}>
          <Icon name="dots" size="lg" />
          {t('widgets:shell.more')}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.bottomMenu}>
        {sections.map((section) => (
          <div key={section.id} role="group" aria-label={section.label}>
            <Menu.Label aria-hidden="true">{section.label}</Menu.Label>
            {section.items.map(({ id, href, icon, label }) => (
              <Menu.Item
                key={id}
                component="a"
                href={href}
                leftSection={<Icon name={icon} />}
                aria-current={id === activeId ? 'page' : undefined}
                onClick={to(id)}
              >
                {label}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
