import { type BackupStatus, MAX_ENDED_PERIODS } from '@varco/contract/backup-status.ts';
import { type BackupPlace, listStoredSets, type Period, removePeriodFiles, type StoredSet } from './backup-place.ts';
import { listExpiredSets, removeOldWal } from './backup-sets.ts';
import { type KeyRing, removeKeys, removeLeftovers } from './key-ring.ts';
import { type RingInput, RingNotWritten, writeRing } from './ring-homes.ts';

const DAY_MS = 86_400_000;
const UNFINISHED_MS = DAY_MS;

/** What is left after backups past their term were removed. */
export interface Remaining {
  readonly sets: readonly StoredSet[];
  /** Backups that were removed. */
  readonly removed: number;
}

/** Removes backups past their term, snapshots of runs that were killed, and what nothing needs any more. */
export async function removeExpired(
  { settings }: RingInput,
  { periods, current }: BackupPlace,
  now: Date,
): Promise<Remaining> {
  const all = await listStoredSets(periods);
  const expired = new Set(listExpiredSets(all, { now, keep: settings.keep, days: settings.days }));
  const sets = all.filter((set) => !expired.has(set));
  for (const { id, period } of expired) await period.store.remove(`sets/${id}`);
  for (const period of periods) {
    // One without backups ends as a whole.
    if (period !== current && !sets.some((set) => set.period === period)) continue;
    const past = [...expired].filter((set) => set.period === period).map(({ snapshot }) => snapshot);
    await period.restic.forget([...new Set([...past, ...(await listUnfinished(period, sets, now))])]);
    await removeOldWal(period.store, sets);
  }
  return { sets, removed: expired.size };
}

/** Snapshots without a set. A young one may belong to a run that is not finished. */
async function listUnfinished({ restic }: Period, sets: readonly StoredSet[], now: Date): Promise<readonly string[]> {
  const needed = new Set(sets.map(({ snapshot }) => snapshot));
  const before = now.getTime() - UNFINISHED_MS;
  const snapshots = await restic.list();
  return snapshots.filter(({ id, time }) => !needed.has(id) && Date.parse(time) < before).map(({ id }) => id);
}

/** What became of periods whose last backup is past its term. */
export interface EndedPeriods {
  readonly ring: KeyRing | null;
  /** Periods that ended now. */
  readonly ended: readonly number[];
  /** What could not be done, and is tried again with the next backup; null: nothing. */
  readonly problem: string | null;
}

/**
 * Destroys the keys of periods without backups, then removes their files. The key goes first: from then on nobody opens a
 * copy of the place that was made before. What a killed run left is finished.
 */
export async function endPeriods(
  input: RingInput,
  place: BackupPlace,
  sets: readonly StoredSet[],
  now: Date,
): Promise<EndedPeriods> {
  if (place.ring === null) return { ring: null, ended: [], problem: null };
  try {
    const ring = await destroyKeys(input, { ...place, ring: place.ring }, sets, now);
    return await removeRemains(input, ring);
  } catch (error) {
    if (error instanceof RingNotWritten) return { ring: place.ring, ended: [], problem: error.message };
    throw error;
  }
}

/** Takes the keys out of every copy of the ring. Throws `RingNotWritten`: a copy still has them. */
export async function destroyKeys(
  input: RingInput,
  { ring, isRingSettled, periods, current }: BackupPlace & { readonly ring: KeyRing },
  sets: readonly StoredSet[],
  now: Date,
): Promise<KeyRing> {
  const ended = periods.filter((period) => period !== current && !sets.some((set) => set.period === period));
  const numbers = new Set(ended.map(({ number }) => number));
  if (numbers.size === 0 && isRingSettled) return ring;
  return writeRing(input, removeKeys(ring, numbers, now.toISOString()));
}

async function removeRemains(input: RingInput, ring: KeyRing): Promise<EndedPeriods> {
  const gone = new Set<number>();
  const left: number[] = [];
  for (const { number } of ring.leftovers) {
    const isGone = await removePeriodFiles(input, number).then(
      () => true,
      () => false,
    );
    if (isGone) gone.add(number);
    else left.push(number);
  }
  const problem =
    left.length === 0
      ? null
      : `The files of the ended period ${left.join(', ')} could not all be removed; no key opens them.`;
  if (gone.size === 0) return { ring, ended: [], problem };
  return { ring: await writeRing(input, removeLeftovers(ring, gone)), ended: [...gone], problem };
}

/** What is noted about the periods, for `varco doctor`, `varco prove-gone` and the figures of the server. */
export function describePeriods(
  { settings }: RingInput,
  { current, periods }: BackupPlace,
  { ring, problem }: EndedPeriods,
  sets: readonly StoredSet[],
  now: Date,
): NonNullable<BackupStatus['keys']> {
  const known = new Set(ring?.periods.map(({ number }) => number));
  const open = periods.filter(({ number }) => ring === null || known.has(number));
  const addDays = (at: string, days: number): string => new Date(Date.parse(at) + days * DAY_MS).toISOString();
  return {
    at: now.toISOString(),
    periods: open.map((period) => {
      const isCurrent = period === current;
      const last = sets.findLast((set) => set.period === period)?.stoppedAt ?? period.since;
      const until = addDays(isCurrent ? period.since : last, (isCurrent ? 2 : 1) * settings.days);
      return { number: period.number, since: period.since, until, isCurrent };
    }),
    destroyed: ring?.destroyed.slice(-MAX_ENDED_PERIODS) ?? [],
    leftovers: ring?.leftovers.slice(-MAX_ENDED_PERIODS) ?? [],
    problem,
  };
}
