import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Button } from '@mantine/core';
import { type DragEvent, type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './Tabs.module.css';

export type WorkTab = {
  readonly id: string;
  readonly icon: IconName;
  /** Text of the tab, which may contain a plate badge. */
  readonly title: ReactNode;
  readonly name: string;
  readonly isCloseable: boolean;
};

function findNeighbourIndex(key: string, at: number, count: number): number | null {
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

const DRAG_TYPE = 'application/x-varco-tab';

function TabButton(props: {
  tab: WorkTab;
  isActive: boolean;
  isTabStop: boolean;
  panelId: string;
  onSelect: () => void;
  onClose: () => void;
  onDropTab: (id: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}): ReactElement {
  const { tab, isActive, onClose } = props;
  const t = useT();
  const takeDrop = (event: DragEvent<HTMLElement>): void => {
    event.preventDefault();
    props.onDropTab(event.dataTransfer.getData(DRAG_TYPE));
  };
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
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, tab.id)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAG_TYPE)) event.preventDefault();
      }}
      onDrop={takeDrop}
      // As in a browser, a tab is selected on mouse down; touch waits, because it may scroll the strip.
      onPointerDown={(event) => {
        if (event.button === 0 && event.pointerType === 'mouse') props.onSelect();
      }}
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
          onPointerDown={(event) => event.stopPropagation()}
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

type TabStripProps = {
  tabs: readonly WorkTab[];
  activeId: string | null;
  /** `id` of the panel the tabs control. */
  panelId: string;
  onSelect: (id: string) => void;
  onClose: (id: string) => void;
  /** Moves a tab to an index, from 0. */
  onMove: (id: string, index: number) => void;
  onNew: () => void;
  /** Lists all tabs, because not all of them fit into the strip. */
  onAll: () => void;
  /** The tab closed just now. */
  undo: { readonly title: string; readonly onUndo: () => void } | null;
};

/**
 * Strip of the open tabs. Arrow keys select, Delete or a middle click closes, dragging reorders. The close cross is for
 * the pointer only, because screen readers hide a button inside a tab. Many tabs scroll; the active one stays visible.
 */
export function TabStrip(props: TabStripProps): ReactElement {
  const { tabs, activeId, panelId, onSelect, onClose, onMove, onNew, onAll, undo } = props;
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  const keepFocus = useActiveTabInView(list, activeId, tabs.length);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, tab: WorkTab, index: number): void => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onSelect(tab.id);
      return;
    }
    if (event.key === 'Delete' && tab.isCloseable) {
      keepFocus();
      onClose(tab.id);
      return;
    }
    // With Alt or Ctrl these keys have another meaning.
    const to = event.altKey || event.ctrlKey ? null : findNeighbourIndex(event.key, index, tabs.length);
    const target = to === null ? undefined : tabs[to];
    if (target === undefined) return;
    event.preventDefault();
    keepFocus();
    onSelect(target.id);
  };
  return (
    <div className={styles.strip} role="region" aria-label={t('widgets:shell.tabs')}>
      <div
        ref={list}
        role="tablist"
        aria-label={t('widgets:shell.tabs')}
        className={styles.list}
        onWheel={(event) => list.current?.scrollBy({ left: event.deltaY + event.deltaX })}
      >
        {tabs.map((tab, index) => (
          <TabButton
            key={tab.id}
            tab={tab}
            isActive={tab.id === activeId}
            isTabStop={tab.id === activeId || (activeId === null && index === 0)}
            panelId={panelId}
            onSelect={() => onSelect(tab.id)}
            onClose={() => onClose(tab.id)}
            onDropTab={(id) => onMove(id, index)}
            onKeyDown={(event) => onKeyDown(event, tab, index)}
          />
        ))}
      </div>
      <IconButton icon="plus" size="sm" name={t('widgets:shell.newTab')} onClick={onNew} />
      {tabs.length > 1 && (
        <IconButton
          icon="chevronDown"
          size="sm"
          name={t('widgets:shell.allTabs', { count: tabs.length })}
          onClick={onAll}
        />
      )}
      <UndoNotice undo={undo} />
    </div>
  );
}

/** Names the closed tab and offers to reopen it. Always rendered, so that screen readers announce the change. */
function UndoNotice(props: { undo: TabStripProps['undo'] }): ReactElement {
  const t = useT();
  const { undo } = props;
  return (
    <div className={styles.undo} role="status">
      {undo !== null && (
        <>
          <span className={styles.text}>{t('widgets:shell.tabClosed', { title: undo.title })}</span>
          <Button size="compact-xs" variant="subtle" onClick={undo.onUndo}>
            {t('widgets:shell.reopenTab')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Scrolls the active tab into view. After `keepFocus()` it also takes the focus, once. */
function useActiveTabInView(
  list: { readonly current: HTMLElement | null },
  activeId: string | null,
  count: number,
): () => void {
  const wantsFocus = useRef(false);
  useEffect(() => {
    const active = [...(list.current?.children ?? [])].find((tab) => tab.id === `tab-${activeId}`);
    if (wantsFocus.current && active instanceof HTMLElement) active.focus();
    wantsFocus.current = false;
    // Deferred to the next frame: scrolling now would force a layout of the new tab before it is complete.
    const frame = requestAnimationFrame(() => active?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [list, activeId, count]);
  return () => {
    wantsFocus.current = true;
  };
}
