import type { IconName } from '@varco/ui/icon-paths.ts';

/** One line of the command palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly group: PaletteGroup;
  readonly icon: IconName;
  readonly label: string;
  /** Secondary text, such as an address or a state. It is searched too. */
  readonly hint?: string;
  readonly keys?: readonly string[];
  readonly run: () => void;
}

export type PaletteGroup = 'plate' | 'transit' | 'tabs' | 'screens' | 'plants' | 'commands' | 'word';

/**
 * Groups in drawing order. A text with a digit or a wildcard is most likely a plate, so that entry comes first; for
 * plain words it comes last.
 */
export const PALETTE_GROUPS: readonly PaletteGroup[] = [
  'plate',
  'transit',
  'tabs',
  'screens',
  'plants',
  'commands',
  'word',
];

/** Lower case without accents, so that a query matches without them. */
const normalizeForSearch = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/**
 * Entries that contain every word of the query, matches at the start of a word first; all entries for an empty query.
 * Groups keep their order.
 */
export function filterEntries(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const words = normalizeForSearch(query).split(/\s+/).filter(Boolean);
  const found = entries.flatMap((entry) => {
    const text = normalizeForSearch(`${entry.label} ${entry.hint ?? ''}`);
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
