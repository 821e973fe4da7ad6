import type { Transit } from '@varco/contract/plant/transit.ts';

/** Where a followed plate was seen last, and how often over all plants that answered. */
export interface NewestPassage {
  readonly transit: Transit;
  readonly peerId: number;
  readonly passages: number;
}

/** One row per plate and plant, as plants answer a search for distinct plates. */
export interface PlantPassages {
  readonly peerId: number;
  readonly transits: readonly Transit[];
}

/** The newest passage of each plate over all plants. */
export function mergeNewestPassages(answers: readonly PlantPassages[]): ReadonlyMap<string, NewestPassage> {
  const found = new Map<string, NewestPassage>();
  for (const { peerId, transits } of answers)
    for (const transit of transits) {
      // A corrected plate is found by either; it belongs to the one a person stated.
      const plate = transit.targa_corretta ?? transit.targa;
      const known = found.get(plate);
      const passages = (known?.passages ?? 0) + transit.count_transits;
      const isNewer = known === undefined || known.transit.data < transit.data;
      found.set(plate, isNewer ? { transit, peerId, passages } : { ...known, passages });
    }
  return found;
}
