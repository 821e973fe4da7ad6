import type { IconName } from '@varco/ui/icon-paths.ts';

/** One line of the command palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly group: PaletteGroup;
  readonly icon: IconName;
  readonly label: string;
  /** What else is known of it: an address, a state. Searched too. */
  readonly hint?: string;
  readonly keys?: readonly string[];
  readonly run: () => void;
}

export type PaletteGroup = 'plate' | 'transit' | 'tabs' | 'screens' | 'plants' | 'commands' | 'word';

/** In the order they are drawn. A text with a digit or a wildcard is most likely a plate and comes first; a mere word comes last. */
export const PALETTE_GROUPS: readonly PaletteGroup[] = [
  'plate',
  'transit',
  'tabs',
  'screens',
  'plants',
  'commands',
  'word',
];

/** Lower case without accents: who types fast leaves them out. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Entries that hold every word of the query, at the beginning of a word first; without a query all of them. Groups keep their order. */
export function matchEntries(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const found = entries.flatMap((entry) => {
    const text = plain(`${entry.label} ${entry.hint ?? ''}`);
    if (!words.every((word) => text.includes(word))) return [];
    const starts = words.filter((word) => text.startsWith(word) || text.includes(` ${word}`)).length;
    return [{ entry, starts }];
  });
  return PALETTE_GROUPS.flatMap((group) =>
    found
      .filter(({ entry }) => entry.group === group)
      .toSorted((a, b) => b.starts - a.starts)
      .map(({ entry }) => entry),
  );
}
