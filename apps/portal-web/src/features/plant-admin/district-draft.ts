import type { CallInput } from '@varco/contract/endpoint.ts';
import type { createDistrict, District } from '@varco/contract/plant/districts.ts';

/** A district while it is made or changed. */
export interface DistrictDraft {
  /** Null: a new one. */
  readonly before: District | null;
  readonly name: string;
  readonly gates: readonly number[];
  readonly users: readonly number[];
}

export const districtDraft = (before: District | null): DistrictDraft => ({
  before,
  name: before?.name ?? '',
  gates: before?.gates ?? [],
  users: before?.users ?? [],
});

export const districtBody = ({ name, gates, users }: DistrictDraft): CallInput<typeof createDistrict>['body'] => ({
  name: name.trim(),
  gates: [...gates],
  users: [...users],
});

/** In if it was out, out if it was in. */
export const toggled = (chosen: readonly number[], id: number): readonly number[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];

/** All of `shown` in, or all of them out; the others stay as they are. */
export const withShown = (chosen: readonly number[], shown: readonly number[], isIn: boolean): readonly number[] => {
  const others = chosen.filter((id) => !shown.includes(id));
  return isIn ? [...others, ...shown] : others;
};
