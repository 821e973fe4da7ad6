import { Modal } from '@mantine/core';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './CommandPalette.module.css';
import { PALETTE_GROUPS, type PaletteEntry, type PaletteGroup } from './palette-entries.ts';
import { usePaletteEntries } from './use-palette-entries.ts';

const GROUP_TITLES: Readonly<Record<PaletteGroup, MessageKey>> = {
  plate: 'shell:palette.plates',
  transit: 'shell:palette.transit',
  tabs: 'shortcuts:tabs',
  screens: 'shell:palette.screens',
  plants: 'widgets:plants.title',
  commands: 'shell:palette.commands',
  word: 'shell:palette.plates',
};

function computeNextIndex(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

const focusOnMount = (box: HTMLInputElement | null): void => box?.focus();

/** State of the palette: the query, the matching entries, and the selected one. */
function usePalette(onClose: () => void) {
  const [query, setText] = useState('');
  const [at, setAt] = useState(0);
  const entries = usePaletteEntries(query);
  const current = entries[Math.min(at, entries.length - 1)];
  const setQuery = (text: string): void => {
    setText(text);
    setAt(0);
  };
  const choose = (entry: PaletteEntry): void => {
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && current !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(current);
      return;
    }
    const next = entries.length === 0 ? null : computeNextIndex(event.key, at, entries.length);
    // Home and End move the caret while there is text.
    if (next === null || (query !== '' && (event.key === 'Home' || event.key === 'End'))) return;
    event.preventDefault();
    setAt(next);
  };
  return { query, setQuery, entries, current, choose, onKeyDown };
}

/**
 * Ctrl K: one box that finds plates, tabs, screens, plants and commands. The focus stays in the box; arrows select an
 * entry, Enter runs it.
 */
export function CommandPalette(props: { onClose: () => void }): ReactElement {
  const t = useT();
  const listId = useId();
  const { query, setQuery, entries, current, choose, onKeyDown } = usePalette(props.onClose);
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t('shell:palette.title')}
      size={620}
      yOffset="10vh"
      // No transition: users type on directly after Ctrl K, and no keystroke may be lost.
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      classNames={{ body: styles.body }}
    >
      <input
        className={styles.input}
        role="combobox"
        aria-label={t('shell:palette.label')}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current === undefined ? undefined : `${listId}-${current.id}`}
        aria-autocomplete="list"
        placeholder={t('shell:palette.hint')}
        value={query}
        maxLength={400}
        spellCheck={false}
        autoComplete="off"
        ref={focusOnMount}
        data-autofocus
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.list} id={listId} role="listbox" aria-label={t('shell:palette.title')}>
        {PALETTE_GROUPS.map((group) => (
          <Group
            key={group}
            group={group}
            entries={entries.filter((entry) => entry.group === group)}
            listId={listId}
            currentId={current?.id ?? ''}
            onChoose={choose}
          />
        ))}
      </div>
      <p className={styles.foot} role="status">
        {entries.length === 0 ? t('shell:palette.none') : t('shell:palette.found', { count: entries.length })}
      </p>
    </Modal>
  );
}

function Group(props: {
  group: PaletteGroup;
  entries: readonly PaletteEntry[];
  listId: string;
  currentId: string;
  onChoose: (entry: PaletteEntry) => void;
}): ReactElement | null {
  const t = useT();
  const { group, entries, listId } = props;
  if (entries.length === 0) return null;
  return (
    <div role="group" aria-label={t(GROUP_TITLES[group])}>
      <div className={styles.group} aria-hidden="true">
        {t(GROUP_TITLES[group])}
      </div>
      {entries.map((entry) => (
        <EntryLine
          key={entry.id}
          id={`${listId}-${entry.id}`}
          entry={entry}
          isCurrent={entry.id === props.currentId}
          onChoose={() => props.onChoose(entry)}
        />
      ))}
    </div>
  );
}

function EntryLine(props: { id: string; entry: PaletteEntry; isCurrent: boolean; onChoose: () => void }): ReactElement {
  const { id, entry, isCurrent } = props;
  useEffect(() => {
    if (isCurrent) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id, isCurrent]);
  return (
    // The focus stays in the box above, which references the selected entry.
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      className={cx(styles.line, isCurrent && styles.current)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={props.onChoose}
    >
      <Icon name={entry.icon} size="sm" />
      <span className={styles.label}>{entry.label}</span>
      {entry.hint !== undefined && entry.hint !== '' && <span className={styles.hint}>{entry.hint}</span>}
      {entry.keys !== undefined && <Kbd keys={entry.keys} />}
    </button>
  );
}
