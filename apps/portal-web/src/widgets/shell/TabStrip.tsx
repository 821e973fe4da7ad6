import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './Tabs.module.css';

export type WorkTab = {
  readonly id: string;
  readonly icon: IconName;
  /** Text of the tab; a plate in it may be drawn as a plate. */
  readonly title: ReactNode;
  readonly name: string;
  readonly isCloseable: boolean;
};

function neighbour(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

function Tab(props: {
  tab: WorkTab;
  isActive: boolean;
  isTabStop: boolean;
  panelId: string;
  onSelect: () => void;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}): ReactElement {
  const { tab, isActive, onClose } = props;
  const t = useT();
  return (
    <div
      role="tab"
      id={`tab-${tab.id}`}
      aria-selected={isActive}
      aria-controls={isActive ? props.panelId : undefined}
      aria-keyshortcuts={tab.isCloseable ? 'Delete' : undefined}
      tabIndex={props.isTabStop ? 0 : -1}
      className={cx(styles.tab, isActive && styles.on)}
      title={tab.name}
      onClick={props.onSelect}
      onAuxClick={(event) => {
        if (event.button === 1 && tab.isCloseable) onClose();
      }}
      onKeyDown={props.onKeyDown}
    >
      <Icon name={tab.icon} size="sm" />
      <span className={styles.text}>{tab.title}</span>
      {tab.isCloseable && (
        <span
          className={styles.cross}
          aria-hidden="true"
          title={t('widgets:shell.closeTab', { title: tab.name })}
          onClick={(event) => {
            event.stopPropagation();
            onClose();
          }}
        >
          <Icon name="close" size="sm" />
        </span>
      )}
    </div>
  );
}

/**
 * Tabs of open work. Arrows move, Delete closes (as does a middle click), and the cross is for the pointer: a button
 * inside a tab would be hidden from screen readers anyway.
 */
export function TabStrip(props: {
  tabs: readonly WorkTab[];
  activeId: string | null;
  /** `id` of the panel the tabs show. */
  panelId: string;
  onSelect: (id: string) => void;
  onClose: (id: string) => void;
  onNew: () => void;
}): ReactElement {
  const { tabs, activeId, panelId, onSelect, onClose, onNew } = props;
  const t = useT();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, tab: WorkTab, index: number): void => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onSelect(tab.id);
      return;
    }
    if (event.key === 'Delete' && tab.isCloseable) {
      onClose(tab.id);
      return;
    }
    const to = neighbour(event.key, index, tabs.length);
    const next = to === null ? undefined : event.currentTarget.parentElement?.children[to];
    const target = to === null ? undefined : tabs[to];
    if (target === undefined) return;
    event.preventDefault();
    if (next instanceof HTMLElement) next.focus();
    onSelect(target.id);
  };
  return (
    <div className={styles.strip} role="region" aria-label={t('widgets:shell.tabs')}>
      <div role="tablist" aria-label={t('widgets:shell.tabs')} className={styles.list}>
        {tabs.map((tab, index) => (
          <Tab
            key={tab.id}
            tab={tab}
            isActive={tab.id === activeId}
            isTabStop={tab.id === activeId || (activeId === null && index === 0)}
            panelId={panelId}
            onSelect={() => onSelect(tab.id)}
            onClose={() => onClose(tab.id)}
            onKeyDown={(event) => onKeyDown(event, tab, index)}
          />
        ))}
      </div>
      <IconButton icon="plus" size="sm" name={t('widgets:shell.newTab')} onClick={onNew} />
    </div>
  );
}
