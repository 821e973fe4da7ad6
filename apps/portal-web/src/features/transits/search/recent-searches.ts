import { z } from 'zod';
import { create } from 'zustand';
import { useReason } from '../../../lib/case/reason.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { sealedValue } from '../../../lib/storage/sealed-value.ts';

const MOST_PLATES = 8;
const MOST_CASES = 20;

/** Plate texts searched in each case, newest first. The cases are ordered newest first too. */
const Recent = z
  .array(z.object({ case: z.string().max(80), plates: z.array(z.string().max(400)).max(MOST_PLATES) }))
  .max(MOST_CASES);
type Recent = z.infer<typeof Recent>;

const stored = sealedValue('recent-searches', Recent);

interface RecentSearches {
  /** Id of the user who owns these searches; null: not loaded yet. */
  readonly owner: string | null;
  readonly cases: Recent;
}

/** Recent searches of the signed-in user by case; encrypted on disk for 24 hours. */
export const useRecentSearches = create<RecentSearches>(() => ({ owner: null, cases: [] }));

/** Adds a text as the newest search of a case. */
export function withSearch(cases: Recent, caseNumber: string, plate: string): Recent {
  const before = cases.find((one) => one.case === caseNumber)?.plates ?? [];
  const plates = [plate, ...before.filter((one) => one !== plate)].slice(0, MOST_PLATES);
  return [{ case: caseNumber, plates }, ...cases.filter((one) => one.case !== caseNumber)].slice(0, MOST_CASES);
}

function keep(cases: Recent): void {
  useRecentSearches.setState({ cases });
  stored.save(cases);
}

/** Stores a search of the current case; an empty plate is ignored. */
export function rememberSearch(plate: string): void {
  if (plate !== '') keep(withSearch(useRecentSearches.getState().cases, useReason.getState().case, plate));
}

export function forgetSearches(caseNumber: string): void {
  keep(useRecentSearches.getState().cases.filter((one) => one.case !== caseNumber));
}

/** Loads the stored searches, once per user. Searches made meanwhile stay in front. */
export async function loadRecentSearches(): Promise<void> {
  const owner = useSession.getState().user?.uuid ?? null;
  if (owner === null || useRecentSearches.getState().owner === owner) return;
  useRecentSearches.setState({ owner });
  const before = (await stored.load()) ?? [];
  if (useRecentSearches.getState().owner !== owner) return;
  const now = useRecentSearches.getState().cases;
  const merged = now.reduceRight(
    (cases, one) => one.plates.reduceRight((so, plate) => withSearch(so, one.case, plate), cases),
    before,
  );
  useRecentSearches.setState({ cases: merged });
}

useSession.subscribe(({ status }) => {
  if (status !== 'signed-in') useRecentSearches.setState({ owner: null, cases: [] });
});
