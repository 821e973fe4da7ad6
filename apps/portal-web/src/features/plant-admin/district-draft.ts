import type { CallInput } from '@varco/contract/endpoint.ts';
import type { createDistrict, District } from '@varco/contract/plant/districts.ts';

/** Form values of a district. */
export interface DistrictDraft {
  /** Null: a new one. */
  readonly before: District | null;
  readonly name: string;
  readonly gates: readonly number[];
  readonly users: readonly number[];
}

export const createDistrictDraft = (before: District | null): DistrictDraft => ({
  before,
  name: before?.name ?? '',
  gates: before?.gates ?? [],
  users: before?.users ?? [],
});

export const buildDistrictBody = ({ name, gates, users }: DistrictDraft): CallInput<typeof createDistrict>['body'] => ({
  name: name.trim(),
  gates: [...gates],
  users: [...users],
});

/** Adds the id if absent, removes it if present. */
export const toggleId = (chosen: readonly number[], id: number): readonly number[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];

/** Adds or removes all of `shown`; other ids stay. */
export const setShownIds = (chosen: readonly number[], shown: readonly number[], isIn: boolean): readonly number[] => {
  const others = chosen.filter((id) => !shown.includes(id));
  return isIn ? [...others, ...shown] : others;
};
