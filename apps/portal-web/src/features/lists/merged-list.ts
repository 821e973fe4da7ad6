import type { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';

/** Merges entries of several plants into one ordered list (readings TA39). Pure. */

/** Rows requested from each plant at a time. */
export const MERGED_PAGE_SIZE = 20;

/** An entry together with its plant (T 3.6). */
export interface ListedEntry {
  readonly entry: BlacklistEntry;
  readonly peerId: number;
  readonly credentialId: string;
  readonly peerLabel: string;
  readonly peerCode: string;
  readonly peerUrl: string;
}

/** Identifies an entry among those of all plants. */
export const getEntryKey = ({ credentialId, entry }: ListedEntry): string => `${credentialId}-${entry.id}`;

export type ListOrder = {
  readonly field: 'targa' | 'data_scadenza' | 'datainserimento';
  readonly isDescending: boolean;
};

export const formatOrder = ({ field, isDescending: isDown }: ListOrder): string => `${isDown ? '-' : '+'}${field}`;

/** Rows loaded from one plant so far. */
export interface PlantRows {
  readonly credentialId: string;
  readonly rows: readonly ListedEntry[];
  readonly hasMore: boolean;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function compareRows(a: ListedEntry, b: ListedEntry, { field, isDescending: isDown }: ListOrder): number {
  const way = isDown ? -1 : 1;
  return (
    way * compareText(a.entry[field], b.entry[field]) ||
    compareText(a.peerLabel, b.peerLabel) ||
    a.entry.id - b.entry.id
  );
}

/**
 * Merged rows whose position is final: nothing beyond the last row of a plant that has more. `next`: credentials of the
 * plants to load next.
 */
export function mergeRows(
  plants: readonly PlantRows[],
  order: ListOrder,
): { readonly rows: readonly ListedEntry[]; readonly next: readonly string[] } {
  const all = plants.flatMap(({ rows }) => rows).toSorted((a, b) => compareRows(a, b, order));
  const ends = plants.flatMap(({ credentialId, rows, hasMore }) => {
    const last = rows.at(-1);
    return hasMore && last !== undefined ? [{ credentialId, last }] : [];
  });
  const [first] = ends.toSorted((a, b) => compareRows(a.last, b.last, order));
  if (first === undefined) return { rows: all, next: [] };
  const rows = all.filter((row) => compareRows(row, first.last, order) <= 0);
  return { rows, next: ends.map(({ credentialId }) => credentialId) };
}

const COMPARED_FIELDS = [
  'telaio',
  'marca',
  'modello',
  'stato',
  'note1',
  'note2',
  'data_scadenza',
  'abilitata',
] as const;
export type ComparedField = (typeof COMPARED_FIELDS)[number];

/**
 * T 3.6: fields in which entries of one plate differ between plants, with the different values. Empty texts are
 * ignored.
 */
export type Conflicts = ReadonlyMap<string, ReadonlyMap<ComparedField, readonly string[]>>;

export function findConflicts(rows: readonly ListedEntry[]): Conflicts {
  const byPlate = Map.groupBy(rows, ({ entry }) => entry.targa);
  const found = new Map<string, ReadonlyMap<ComparedField, readonly string[]>>();
  for (const [plate, same] of byPlate) {
    if (new Set(same.map(({ peerId }) => peerId)).size < 2) continue;
    const fields = new Map<ComparedField, readonly string[]>();
    for (const field of COMPARED_FIELDS) {
      const said = same.filter(({ entry }) => entry[field] !== '');
      if (new Set(said.map(({ entry }) => entry[field])).size > 1)
        fields.set(
          field,
          said.map(({ entry, peerCode }) => `${peerCode} ${String(entry[field])}`),
        );
    }
    if (fields.size > 0) found.set(plate, fields);
  }
  return found;
}
