import { formatCappedCount, CountBadge } from '@varco/ui/CountBadge.tsx';
import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { type MouseEvent, type ReactElement, useEffect, useRef } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { ProductLogo } from './ProductLogo.tsx';
import styles from './Shell.module.css';

export type RailItem = {
  readonly id: string;
  readonly label: string;
  /** Label where space is short. */
  readonly shortLabel?: string;
  readonly icon: IconName;
  readonly href: string;
  readonly badge?: { readonly count: number; readonly tone: 'al' | 'in' };
};

export type RailSection = { readonly id: string; readonly label: string; readonly items: readonly RailItem[] };

/** False for clicks the browser must handle, such as opening a new tab or window. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

function RailLink(props: {
  item: RailItem;
  isActive: boolean;
  isCollapsed: boolean;
  onNavigate: (id: string) => void;
}): ReactElement {
  const { item, isActive, isCollapsed, onNavigate } = props;
  const link = useRef<HTMLAnchorElement>(null);
  // On a low window the entries scroll: a page that was opened elsewhere shows where it stands.
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const count = item.badge?.count ?? 0;
  const name = count > 0 ? `${item.label}, ${formatCappedCount(count)}` : item.label;
  return (
    <a
      ref={link}
      href={item.href}
      className={cx(styles.link, isActive && styles.active)}
      aria-current={isActive ? 'page' : undefined}
      aria-label={isCollapsed || count > 0 ? name : undefined}
      title={isCollapsed ? item.label : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onNavigate(item.id);
      }}
    >
      <Icon name={item.icon} />
      {!isCollapsed && <span className={styles.linkText}>{item.label}</span>}
      {item.badge !== undefined && count > 0 && (
        <span className={styles.pip}>
          <CountBadge count={item.badge.count} tone={item.badge.tone} />
        </span>
      )}
    </a>
  );
}

/** Navigation on the left, 52 or 208 px wide. `\` collapses it; the screen binds the key. */
export function Rail(props: {
  sections: readonly RailSection[];
  activeId: string | null;
  isCollapsed: boolean;
  onToggle: () => void;
  onNavigate: (id: string) => void;
}): ReactElement {
  const { sections, activeId, isCollapsed, onToggle, onNavigate } = props;
  const t = useT();
  const toggleName = t(isCollapsed ? 'widgets:shell.expand' : 'widgets:shell.collapse');
  return (
    <nav className={cx(styles.rail, !isCollapsed && styles.wide)} aria-label={t('widgets:shell.navigation')}>
      <div className={styles.brand}>
        <ProductLogo />
        {!isCollapsed && <span>Varco</span>}
      </div>
      <div className={styles.entries}>
        {sections.map((section, index) => (
          <div key={section.id} role="group" aria-label={section.label}>
            {isCollapsed ? (
              index > 0 && <div className={styles.rule} />
            ) : (
              <div className={styles.sectionName} aria-hidden="true">
                {section.label}
              </div>
            )}
            {section.items.map((item) => (
              <RailLink
                key={item.id}
                item={item}
                isActive={item.id === activeId}
                isCollapsed={isCollapsed}
                onNavigate={onNavigate}
              />
            ))}
          </div>
        ))}
      </div>
      <button
        type="button"
        className={cx(styles.link, styles.toggle)}
        aria-label={toggleName}
        title={isCollapsed ? toggleName : undefined}
        onClick={onToggle}
      >
        <Icon name={isCollapsed ? 'chevronRight' : 'chevronLeft'} />
        {!isCollapsed && (
          <>
            <span className={styles.linkText}>{toggleName}</span>
            <Kbd keys={['\\']} />
          </>
        )}
      </button>
    </nav>
  );
}
