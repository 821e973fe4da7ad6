import { z } from 'zod';
import { SealBroken, type SealedStore } from './sealed-store.ts';

/** One finished backup; what no set names does not count as one. */
const BackupSet = z.object({
  version: z.literal(1),
  id: z.string(),
  /** `whole`: database and files; `files`: everything but the database, for the pictures since. */
  kind: z.enum(['whole', 'files']),
  snapshot: z.string(),
  startedAt: z.iso.datetime(),
  /** From here on the database can be restored. */
  stoppedAt: z.iso.datetime(),
  /** Data folder that was copied, and its settings file. */
  dataDir: z.string(),
  settings: z.string(),
  program: z.string(),
  /** What PostgreSQL needs to begin recovery; null without a database. */
  label: z.string().nullable(),
  /** First part of the log of changes that recovery needs, as PostgreSQL names it. */
  firstWal: z.string().nullable(),
});
export type BackupSet = z.infer<typeof BackupSet>;

const FOLDER = 'sets';

/** Objects are named by digits and small letters. */
export const getWalKey = (name: string): string => `wal/${name.toLowerCase().replaceAll('.', '')}`;

export const putBackupSet = (store: SealedStore, set: BackupSet): Promise<void> =>
  store.put(`${FOLDER}/${set.id}`, Buffer.from(JSON.stringify(set)));

/** All finished backups, oldest first. Throws `SealBroken` when one is damaged. */
export async function listBackupSets(store: SealedStore): Promise<readonly BackupSet[]> {
  const sets: BackupSet[] = [];
  for (const id of await store.list(FOLDER)) {
    const bytes = await store.get(`${FOLDER}/${id}`);
    if (bytes === null) continue;
    const parsed = BackupSet.safeParse(JSON.parse(bytes.toString('utf8')));
    if (!parsed.success) throw new SealBroken(id);
    sets.push(parsed.data);
  }
  return sets.sort((a, b) => (a.stoppedAt < b.stoppedAt ? -1 : 1));
}

/** What a restoration to an instant is made of; null: no backup is that old. */
export interface ChosenSets<S extends BackupSet = BackupSet> {
  readonly whole: S;
  /** Where the pictures come from: at the instant or soon after, else the newest. */
  readonly files: S;
}

/** `has`: whether a backup lies on the branch that is restored. */
export function chooseSets<S extends BackupSet>(
  sets: readonly S[],
  to: Date | null,
  has: (stoppedAt: string) => boolean = () => true,
): ChosenSets<S> | null {
  const limit = to === null ? Number.POSITIVE_INFINITY : to.getTime();
  const whole = sets.findLast(
    (set) => set.kind === 'whole' && Date.parse(set.stoppedAt) <= limit && has(set.stoppedAt),
  );
  if (whole === undefined) return null;
  const files = sets.find(({ startedAt }) => Date.parse(startedAt) >= limit) ?? sets.at(-1) ?? whole;
  return { whole, files: files.stoppedAt < whole.stoppedAt ? whole : files };
}

export interface KeepRules {
  readonly now: Date;
  /** Newest whole backups that stay however old they are. */
  readonly keep: number;
  readonly days: number;
}

/** The sets past their term: older than the days, and not among the newest whole ones. */
export function listExpiredSets<S extends BackupSet>(sets: readonly S[], { now, keep, days }: KeepRules): readonly S[] {
  const newest = new Set(sets.filter(({ kind }) => kind === 'whole').slice(-keep));
  const oldest = now.getTime() - days * 86_400_000;
  return sets.filter((set) => !newest.has(set) && Date.parse(set.stoppedAt) < oldest);
}

/** Removes what only removed backups needed: the log of changes before the oldest whole one. */
export async function removeOldWal(store: SealedStore, kept: readonly BackupSet[]): Promise<number> {
  const [oldest] = kept
    .map(({ firstWal }) => firstWal)
    .filter((name) => name !== null)
    .map(getPosition)
    .sort();
  if (oldest === undefined) return 0;
  let removed = 0;
  for (const name of await store.list('wal')) {
    if (isHistory(name) || getPosition(name) >= oldest) continue;
    await store.remove(`wal/${name}`);
    removed += 1;
  }
  return removed;
}

/** The history of a restoration: tiny, holds no data, and is needed by every later restoration. */
export const isHistory = (name: string): boolean => name.endsWith('history');

const TIMELINE_LENGTH = 8;
const SEGMENT_LENGTH = 24;
/** Position in the log of changes, whatever restorations came between; also of a part that was left half full. */
const getPosition = (name: string): string => name.toLowerCase().slice(TIMELINE_LENGTH, SEGMENT_LENGTH);
