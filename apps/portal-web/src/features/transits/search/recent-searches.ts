import { z } from 'zod';
import { create } from 'zustand';
import { useReason } from '../../../lib/case/reason.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { createSealedValue } from '../../../lib/storage/sealed-value.ts';

const MAX_PLATES_PER_CASE = 8;
const MAX_STORED_CASES = 20;

/** Plate texts searched in each case, newest first. The cases are ordered newest first too. */
const StoredSearches = z
  .array(z.object({ case: z.string().max(80), plates: z.array(z.string().max(400)).max(MAX_PLATES_PER_CASE) }))
  .max(MAX_STORED_CASES);
type StoredSearches = z.infer<typeof StoredSearches>;

const storedSearches = createSealedValue('recent-searches', StoredSearches);

interface RecentSearches {
  /** Id of the user who owns these searches; null: not loaded yet. */
  readonly owner: string | null;
  readonly cases: StoredSearches;
}

/** Recent searches of the signed-in user by case; encrypted on disk for 24 hours. */
export const useRecentSearches = create<RecentSearches>(() => ({ owner: null, cases: [] }));

/** Adds a text as the newest search of a case. */
export function addSearch(cases: StoredSearches, caseNumber: string, plate: string): StoredSearches {
  const before = cases.find((one) => one.case === caseNumber)?.plates ?? [];
  const plates = [plate, ...before.filter((one) => one !== plate)].slice(0, MAX_PLATES_PER_CASE);
  return [{ case: caseNumber, plates }, ...cases.filter((one) => one.case !== caseNumber)].slice(0, MAX_STORED_CASES);
}

function storeSearches(cases: StoredSearches): void {
  useRecentSearches.setState({ cases });
  storedSearches.save(cases);
}

/** Stores a search of the current case; an empty plate is ignored. */
export function rememberSearch(plate: string): void {
  if (plate !== '') storeSearches(addSearch(useRecentSearches.getState().cases, useReason.getState().case, plate));
}

export function clearRecentSearches(caseNumber: string): void {
  storeSearches(useRecentSearches.getState().cases.filter((one) => one.case !== caseNumber));
}

/** Loads the stored searches, once per user. Searches made meanwhile stay in front. */
export async function loadRecentSearches(): Promise<void> {
  const owner = useSession.getState().user?.uuid ?? null;
  if (owner === null || useRecentSearches.getState().owner === owner) return;
  useRecentSearches.setState({ owner });
  const before = (await storedSearches.load()) ?? [];
  if (useRecentSearches.getState().owner !== owner) return;
  const now = useRecentSearches.getState().cases;
  const merged = now.reduceRight(
    (cases, one) => one.plates.reduceRight((so, plate) => addSearch(so, one.case, plate), cases),
    before,
  );
  useRecentSearches.setState({ cases: merged });
}

useSession.subscribe(({ status }) => {
  if (status !== 'signed-in') useRecentSearches.setState({ owner: null, cases: [] });
});
