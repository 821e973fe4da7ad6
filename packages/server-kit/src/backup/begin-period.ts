import { StartError } from '../process/start-or-explain.ts';
import {
  type BackupPlace,
  getBegunKey,
  hasFormerRepository,
  lackPeriod,
  openBackupPlace,
  openPeriod,
  type Period,
  readPlaceRing,
} from './backup-place.ts';
import { isHistory, listBackupSets } from './backup-sets.ts';
import { addPeriod, createRing, type KeyRing, markReady } from './key-ring.ts';
import { type RingInput, writeRing } from './ring-homes.ts';
import { openPlaceBlobs } from './sealed-store.ts';

const DAY_MS = 86_400_000;

/**
 * Makes the first period of an empty place, and brings the ring to where the settings want it. False: the place was in
 * use already. Throws `StartError`.
 */
export async function initialisePlace(input: RingInput, now: Date): Promise<boolean> {
  const { ring, isSettled, begun } = await readPlaceRing(input);
  const isFormer = await hasFormerRepository(input);
  // A place of before there were periods gets its ring with the next backup.
  if (ring === null && isFormer) return false;
  const current = ring?.periods.findLast(({ isReady }) => isReady);
  if (ring === null || current === undefined) {
    await begin(input, ring ?? createRing(null), [], now);
    return true;
  }
  if (begun.includes(current.number) || (current.number === 0 && isFormer)) {
    if (!isSettled) await writeRing(input, ring);
    return false;
  }
  if (begun.length > 0 || isFormer) throw lackPeriod(current.number);
  if (input.settings.ring !== null)
    throw new StartError(
      `The ring of keys in ${input.settings.ring} is that of another place of backups: name another folder.`,
    );
  // The server moves to an empty place. The one before has a ring of its own.
  await begin(input, { ...createRing(null), revision: ring.revision, last: ring.last }, [], now);
  return true;
}

/** What a whole backup goes into. */
export interface PreparedPlace {
  readonly place: BackupPlace;
  /** Whether its current period has just begun. */
  readonly isNew: boolean;
}

/**
 * Begins the next period when the current one is as old as backups get, or when it is requested. The ring must name it
 * before the database is put into backup mode: what PostgreSQL lays out from then on goes into the new period, so that its
 * first backup needs nothing of the former one. Throws `StartError`.
 */
export async function prepareWhole(input: RingInput, isRequested: boolean, now: Date): Promise<PreparedPlace> {
  const opened = await openBackupPlace(input);
  const { ring, periods, current } = opened;
  const known = ring ?? (await adopt(input, current, now));
  const since = known.periods.findLast(({ isReady }) => isReady)?.since ?? now.toISOString();
  const isDue = now.getTime() - Date.parse(since) >= input.settings.days * DAY_MS;
  if (isRequested || isDue) await begin(input, known, periods, now);
  else if (ring !== null) return { place: opened, isNew: false };
  return { place: await openBackupPlace(input), isNew: isRequested || isDue };
}

/** The one repository of before there were periods becomes period 0, as old as its oldest backup. */
async function adopt(input: RingInput, { store }: Period, now: Date): Promise<KeyRing> {
  if (!(await hasFormerRepository(input)))
    throw new StartError('There is no repository in the place of the backups: varco backup --init makes it.');
  const [oldest] = await listBackupSets(store);
  return writeRing(input, createRing(oldest?.startedAt ?? now.toISOString()));
}

/** Each step can be repeated: a run that is killed in between leaves a period that the next one begins again. */
async function begin(input: RingInput, known: KeyRing, former: readonly Period[], now: Date): Promise<void> {
  const { ring, added } = addPeriod(known, now.toISOString());
  const named = await writeRing(input, ring);
  await openPlaceBlobs(input.settings, input.allowedCidrs).put(getBegunKey(added.number), Buffer.from(added.since));
  const period = openPeriod(input, added);
  await period.restic.init();
  for (const { store } of former) await copyHistories(store, period.store);
  await writeRing(input, markReady(named, added.number, now.toISOString()));
}

/** Nothing else of the former periods: their data shall end with them. */
async function copyHistories(from: Period['store'], to: Period['store']): Promise<void> {
  for (const name of await from.list('wal')) {
    if (!isHistory(name)) continue;
    const bytes = await from.get(`wal/${name}`);
    if (bytes !== null) await to.put(`wal/${name}`, bytes);
  }
}
