import type { TableSelection } from '@varco/ui/data-table-props.ts';
import { useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { getEntryKey, type ListedEntry } from './merged-list.ts';

/** Entries chosen one by one, over pages and filters. Off: a click opens an entry instead. */
export interface EntrySelection {
  readonly isOn: boolean;
  readonly rows: readonly ListedEntry[];
  readonly table: TableSelection<ListedEntry> | undefined;
  readonly toggleMode: () => void;
  readonly end: () => void;
}

export function useEntrySelection(shown: readonly ListedEntry[]): EntrySelection {
  const t = useT();
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedEntry> | null>(null);
  const end = (): void => setChosen(null);
  const toggleMode = (): void => setChosen(chosen === null ? new Map() : null);
  if (chosen === null) return { isOn: false, rows: [], table: undefined, toggleMode, end };
  const toggle = (row: ListedEntry): void => {
    const next = new Map(chosen);
    if (!next.delete(getEntryKey(row))) next.set(getEntryKey(row), row);
    setChosen(next);
  };
  const count = shown.filter((row) => chosen.has(getEntryKey(row))).length;
  const ticked = count === 0 ? 'none' : count < shown.length ? 'some' : 'all';
  const togglePage = (): void => {
    const next = new Map(chosen);
    for (const row of shown) {
      if (ticked === 'all') next.delete(getEntryKey(row));
      else next.set(getEntryKey(row), row);
    }
    setChosen(next);
  };
  return {
    isOn: true,
    rows: [...chosen.values()],
    table: {
      keys: new Set(chosen.keys()),
      onToggle: toggle,
      canSelect: () => true,
      getTickName: ({ entry, peerLabel }) => t('lists:bulk.choose', { plate: entry.targa, plant: peerLabel }),
      page: { name: t('lists:bulk.chooseAll'), ticked, onToggle: togglePage },
    },
    toggleMode,
    end,
  };
}
