import type { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';

/** Entries of several plants as one list in one order (readings TA39). Pure. */

/** Rows each plant is asked for at a time. */
export const MERGED_STEP = 20;

/** An entry on the client also holds its plant (T 3.6). */
export interface ListedEntry {
  readonly entry: BlacklistEntry;
  readonly peerId: number;
  readonly credentialId: string;
  readonly peerLabel: string;
  readonly peerCode: string;
  readonly peerUrl: string;
}

export type ListOrder = { readonly field: 'targa' | 'data_scadenza' | 'datainserimento'; readonly isDown: boolean };

export const orderText = ({ field, isDown }: ListOrder): string => `${isDown ? '-' : '+'}${field}`;

/** What came of one plant so far. */
export interface PlantRows {
  readonly credentialId: string;
  readonly rows: readonly ListedEntry[];
  readonly hasMore: boolean;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function compare(a: ListedEntry, b: ListedEntry, { field, isDown }: ListOrder): number {
  const way = isDown ? -1 : 1;
  return (
    way * compareText(a.entry[field], b.entry[field]) ||
    compareText(a.peerLabel, b.peerLabel) ||
    a.entry.id - b.entry.id
  );
}

/**
 * Rows that surely stand in their place: nothing beyond the last row of a plant that has more. `next`: the plants that
 * must be asked on for the list to go on.
 */
export function mergeRows(
  plants: readonly PlantRows[],
  order: ListOrder,
): { readonly rows: readonly ListedEntry[]; readonly next: readonly string[] } {
  const all = plants.flatMap(({ rows }) => rows).toSorted((a, b) => compare(a, b, order));
  const ends = plants.flatMap(({ credentialId, rows, hasMore }) => {
    const last = rows.at(-1);
    return hasMore && last !== undefined ? [{ credentialId, last }] : [];
  });
  const [first] = ends.toSorted((a, b) => compare(a.last, b.last, order));
  if (first === undefined) return { rows: all, next: [] };
  const rows = all.filter((row) => compare(row, first.last, order) <= 0);
  return { rows, next: ends.map(({ credentialId }) => credentialId) };
}

const COMPARED = ['telaio', 'marca', 'modello', 'stato', 'note1', 'note2', 'data_scadenza', 'abilitata'] as const;
export type ComparedField = (typeof COMPARED)[number];

/** T 3.6: fields in which the sources of one plate disagree, with what each says. Empty texts do not disagree. */
export type Conflicts = ReadonlyMap<string, ReadonlyMap<ComparedField, readonly string[]>>;

export function conflictsOf(rows: readonly ListedEntry[]): Conflicts {
  const byPlate = Map.groupBy(rows, ({ entry }) => entry.targa);
  const found = new Map<string, ReadonlyMap<ComparedField, readonly string[]>>();
  for (const [plate, same] of byPlate) {
    if (new Set(same.map(({ peerId }) => peerId)).size < 2) continue;
    const fields = new Map<ComparedField, readonly string[]>();
    for (const field of COMPARED) {
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
