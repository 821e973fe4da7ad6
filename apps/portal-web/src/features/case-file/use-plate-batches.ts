import { useState } from 'react';

/**
 * The plates in the groups in which they came. A plate followed later is a group of its own, so that the plants are asked
 * for it alone: every question about a plate is a consultation. A plate that left stays in its group.
 */
export function usePlateBatches(plates: readonly string[]): readonly (readonly string[])[] {
  const [batches, setBatches] = useState<readonly (readonly string[])[]>([]);
  const known = new Set(batches.flat());
  const added = plates.filter((plate) => !known.has(plate));
  if (added.length === 0) return batches;
  const grown = [...batches, added.toSorted()];
  setBatches(grown);
  return grown;
}
