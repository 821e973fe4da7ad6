import { EXPORT_KEPT_MS } from '@varco/domain/exports/exportable.ts';
import type { ExportFault } from '@varco/contract/portal/saved-export.ts';
import type { ExportOutcome } from '../../db.ts';
import type { PortalDeps } from '../../deps.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { askPlant, type PlantReply, tellCancelled } from './ask-plant.ts';
import { openJobSecrets, openPartSecrets } from './export-secrets.ts';
import { endExport, lockExport, type ExportRow, type PartRow, partsOf } from './exports.queries.ts';
import { makeExportFile, type MadeFile } from './make-export-file.ts';
import * as parts from './part.queries.ts';

type Deps = Pick<PortalDeps, 'db' | 'key' | 'log' | 'now' | 'publicOrigin' | 'exports' | 'tokens'>;

/** Plants asked at the same time. */
const AT_ONCE = 16;
/** Until then a plant that is being asked is nobody else's. */
const ASKING_MS = 40_000;
/** A plant that took the order is asked how it stands when it has said nothing for so long. */
const PATIENT_MS = 30_000;
const CLOSING_MS = 5 * 60_000;
const KEEP_CLOSING_MS = 60_000;
/** Seconds until a plant that did not answer is asked again: 2, 4, 8 ... 60. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

/**
 * One turn of the work on exports: asks plants, tells those whose part is not wanted any more, makes the files of exports that are at their
 * end, removes what was kept long enough. Everything it needs is in the database, so a turn may be killed anywhere and any process goes on.
 */
export async function runExports(deps: Deps, client: OutboundClient, signal: AbortSignal): Promise<void> {
  await askDue(deps, client, signal);
  await tellUnwanted(deps, client, signal);
  for (let made = true; made && !signal.aborted;) made = await closeOne(deps, signal);
}

async function askDue(deps: Deps, client: OutboundClient, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  const due = await parts.takeDueParts(deps.db, now.toISOString(), later(now, ASKING_MS), AT_ONCE);
  await Promise.all(due.map((part) => askOne(deps, client, part, signal)));
}

async function askOne(deps: Deps, client: OutboundClient, part: PartRow, signal: AbortSignal): Promise<void> {
  const job = await jobOf(deps, part.guid);
  if (job?.secrets_sealed == null || part.secrets_sealed === null) return;
  const reply = await askPlant(
    client,
    deps.publicOrigin,
    {
      job,
      part,
      secrets: openPartSecrets(deps.key, part.guid, part.peer_number, part.secrets_sealed),
      jobSecrets: openJobSecrets(deps.key, job.guid, job.secrets_sealed),
    },
    signal,
  );
  // Ended by a stop of this server: the plant is asked again by the next.
  if (signal.aborted) return;
  const now = deps.now();
  await parts.changeOpenPart(deps.db, part, changeAfter(deps, part, reply, now));
}

const jobOf = (deps: Deps, guid: string): Promise<ExportRow | undefined> =>
  deps.db.transaction().execute((tx) => lockExport(tx, guid));

/** What a plant's reply makes of its part. A plant that stays away is given up; the others are delivered all the same. */
function changeAfter(deps: Deps, part: PartRow, reply: PlantReply, now: Date): parts.PartChange {
  if (reply.kind === 'refused') return givenUp(reply.fault, now);
  if (reply.kind === 'accepted')
    return {
      ...(part.state === 'waiting' ? { state: 'starting', started_at: now.toISOString() } : {}),
      progress_count: Math.max(part.progress_count, reply.count),
      ...(reply.over === 0 ? {} : { progress_over: reply.over }),
      last_sign_at: now.toISOString(),
      next_try_at: later(now, PATIENT_MS),
      tries: 0,
    };
  if (now.getTime() - Date.parse(part.last_sign_at) > deps.exports.patienceMs) return givenUp('unreachable', now);
  deps.log.debug('plant of an export not reached');
  return { next_try_at: later(now, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(10, part.tries - 1))) };
}

const givenUp = (fault: ExportFault, now: Date): parts.PartChange => ({
  state: 'error',
  fault,
  ended_at: now.toISOString(),
});

/** Once for each plant, answered or not: a plant that was not reached learns it when it next brings something. */
async function tellUnwanted(deps: Deps, client: OutboundClient, signal: AbortSignal): Promise<void> {
  const untold = await parts.untoldParts(deps.db, AT_ONCE);
  await Promise.all(
    untold.map(async (part) => {
      if (part.secrets_sealed === null) return;
      const { jwt } = openPartSecrets(deps.key, part.guid, part.peer_number, part.secrets_sealed);
      await tellCancelled(client, part, jwt, signal);
      if (!signal.aborted) await parts.changePart(deps.db, part, { is_told: true });
    }),
  );
}

/** Makes the file of one export that is at its end; false: there is none. */
async function closeOne(deps: Deps, signal: AbortSignal): Promise<boolean> {
  const { db } = deps;
  const now = deps.now();
  const guid = await parts.takeEndedExport(db, now.toISOString(), later(now, CLOSING_MS));
  if (guid === undefined) return false;
  const job = await jobOf(deps, guid);
  if (job === undefined) return true;
  const keeping = setInterval(() => {
    parts
      .keepClosing(db, guid, later(deps.now(), CLOSING_MS))
      .catch((error: unknown) => deps.log.error('export not kept', { error }));
  }, KEEP_CLOSING_MS);
  try {
    const made = await makeExportFile(deps, job, await partsOf(db, guid), signal);
    await finish(deps, job, made.parts, made.file);
  } finally {
    clearInterval(keeping);
  }
  return true;
}

async function finish(deps: Deps, job: ExportRow, all: readonly PartRow[], made: MadeFile | null): Promise<void> {
  const now = deps.now().toISOString();
  const isThere = await deps.db.transaction().execute(async (tx) => {
    const latest = await lockExport(tx, job.guid);
    // Removed by its owner meanwhile: nothing of it stays.
    if (latest === undefined) return false;
    await endExport(tx, job.guid, {
      // Cancelled while the file was being made: what is in it stays, and it counts as cancelled.
      outcome: outcomeOf(latest, all, made),
      file: made,
      transits: made?.transits ?? 0,
      now,
    });
    return true;
  });
  if (!isThere || made === null) await deps.exports.store.remove(job.guid);
  else for (const part of all) await deps.exports.store.dropPart(job.guid, part.peer_number);
  deps.log.info('export ended');
}

/** Cancelled comes first; without any part it failed, or ran out of time when that is why no plant sent anything. */
export function outcomeOf(
  job: Pick<ExportRow, 'cancelled_at'>,
  all: readonly Pick<PartRow, 'state' | 'fault' | 'is_complete'>[],
  made: unknown,
): ExportOutcome {
  if (job.cancelled_at !== null) return 'interrupted';
  if (made === null) return all.every(({ fault }) => fault === 'expired') ? 'timed_out' : 'failed';
  return all.every(({ state, is_complete: isComplete }) => state === 'accepted' && isComplete === true)
    ? 'completed'
    : 'incomplete';
}

/** Removes exports three days after their end, and what lies on the disk of exports nobody knows. */
export async function sweepExports(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - EXPORT_KEPT_MS).toISOString();
  for (const { guid } of await parts.expiredExports(deps.db, before)) {
    await parts.removeExpired(deps.db, guid);
    await deps.exports.store.remove(guid);
  }
  const kept = await deps.exports.store.kept();
  const known = await parts.knownGuids(deps.db, kept);
  for (const guid of kept) if (!known.has(guid)) await deps.exports.store.remove(guid);
}
