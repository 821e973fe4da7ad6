import { EXPORT_RETENTION_MS } from '@varco/domain/exports/export-limits.ts';
import type { ExportFault } from '@varco/contract/portal/saved-export.ts';
import type { ExportOutcome } from '../../db.ts';
import type { PortalDeps } from '../../deps.ts';
import { findStorageFailure } from '@varco/server-kit/disk/storage-failure.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { requestPart, type PlantPartResult, cancelPartAtPlant } from './plant-part-client.ts';
import { openJobSecrets, openPartSecrets } from './export-secrets.ts';
import { endExport, lockExport, type ExportRow, type PartRow, findPartsOfExport } from './exports.repository.ts';
import { makeExportFile, type MadeFile } from './make-export-file.ts';
import * as parts from './part.repository.ts';

type Deps = Pick<
  PortalDeps,
  'db' | 'diskGuard' | 'key' | 'log' | 'now' | 'publicOrigin' | 'exports' | 'settings' | 'tokens'
>;

/** Plants called concurrently. */
const MAX_CONCURRENT_PLANTS = 16;
/** How long a part is reserved for the process that calls its plant. */
const PART_LEASE_MS = 40_000;
/** A plant that accepted the request is called again when it has reported nothing for this long. */
const SILENCE_LIMIT_MS = 30_000;
const CLOSING_LEASE_MS = 5 * 60_000;
const CLOSING_RENEWAL_MS = 60_000;
const FULL_DISK_PAUSE_MS = 2_000;
/** Delay before an unresponsive plant is called again: 2, 4, 8 ... 60 seconds. */
const MIN_RETRY_DELAY_MS = 2_000;
const MAX_RETRY_DELAY_MS = 60_000;

const addMs = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

/**
 * One run of the export job: requests parts from plants, cancels parts that are no longer needed, creates the files
 * of ended exports, and deletes expired ones. All state is in the database, so that a run may be killed anywhere and
 * any process can continue.
 */
export async function runExports(deps: Deps, client: OutboundClient, signal: AbortSignal): Promise<void> {
  await requestDueParts(deps, client, signal);
  await cancelUnneededParts(deps, client, signal);
  // Files take as much room as their parts: they wait until there is some.
  const hasRoom = deps.diskGuard.state('exports') === 'ok';
  for (let made = hasRoom; made && !signal.aborted;) made = await closeNextExport(deps, signal);
}

async function requestDueParts(deps: Deps, client: OutboundClient, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  const due = await parts.reserveDueParts(deps.db, now.toISOString(), addMs(now, PART_LEASE_MS), MAX_CONCURRENT_PLANTS);
  await Promise.all(due.map((part) => requestOnePart(deps, client, part, signal)));
}

async function requestOnePart(deps: Deps, client: OutboundClient, part: PartRow, signal: AbortSignal): Promise<void> {
  const job = await findJob(deps, part.guid);
  if (job?.secrets_sealed == null || part.secrets_sealed === null) return;
  const reply = await requestPart(
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
  // Aborted because this server stops: the next process calls the plant again.
  if (signal.aborted) return;
  const now = deps.now();
  await parts.changeOpenPart(deps.db, part, toPartChange(deps, part, reply, now));
}

const findJob = (deps: Deps, guid: string): Promise<ExportRow | undefined> =>
  deps.db.transaction().execute((tx) => lockExport(tx, guid));

/**
 * Change of a part after a plant's response. An unresponsive plant is abandoned after a while; the other parts are
 * still delivered.
 */
function toPartChange(deps: Deps, part: PartRow, reply: PlantPartResult, now: Date): parts.PartChange {
  if (reply.kind === 'refused') return abandonedPart(reply.fault, now);
  if (reply.kind === 'accepted')
    return {
      ...(part.state === 'waiting' ? { state: 'starting', started_at: now.toISOString() } : {}),
      progress_count: Math.max(part.progress_count, reply.count),
      ...(reply.over === 0 ? {} : { progress_over: reply.over }),
      last_sign_at: now.toISOString(),
      next_try_at: addMs(now, SILENCE_LIMIT_MS),
      tries: 0,
    };
  if (now.getTime() - Date.parse(part.last_sign_at) > deps.settings.current().export_patience_s * 1_000)
    return abandonedPart('unreachable', now);
  deps.log.debug('plant of an export not reached');
  return {
    next_try_at: addMs(now, Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** Math.min(10, part.tries - 1))),
  };
}

const abandonedPart = (fault: ExportFault, now: Date): parts.PartChange => ({
  state: 'error',
  fault,
  ended_at: now.toISOString(),
});

/** Once for each plant, acknowledged or not: a plant that was unreachable learns it when it next sends something. */
async function cancelUnneededParts(deps: Deps, client: OutboundClient, signal: AbortSignal): Promise<void> {
  const untold = await parts.findUncancelledParts(deps.db, MAX_CONCURRENT_PLANTS);
  await Promise.all(
    untold.map(async (part) => {
      if (part.secrets_sealed === null) return;
      const { jwt } = openPartSecrets(deps.key, part.guid, part.peer_number, part.secrets_sealed);
      await cancelPartAtPlant(client, part, jwt, signal);
      if (!signal.aborted) await parts.changePart(deps.db, part, { is_told: true });
    }),
  );
}

/** Creates the file of one ended export; false: there is none. */
async function closeNextExport(deps: Deps, signal: AbortSignal): Promise<boolean> {
  const { db } = deps;
  const now = deps.now();
  const guid = await parts.reserveEndedExport(db, now.toISOString(), addMs(now, CLOSING_LEASE_MS));
  if (guid === undefined) return false;
  const job = await findJob(deps, guid);
  if (job === undefined) return true;
  const keeping = setInterval(() => {
    parts
      .extendClosing(db, guid, addMs(deps.now(), CLOSING_LEASE_MS))
      .catch((error: unknown) => deps.log.error('export file not created', { error }));
  }, CLOSING_RENEWAL_MS);
  try {
    const made = await makeExportFile(deps, job, await findPartsOfExport(db, guid), signal);
    await finishExport(deps, job, made.parts, made.file);
  } catch (error) {
    deps.diskGuard.note(error);
    // Not after the whole lease, but soon after there is room again.
    if (findStorageFailure(error) !== null) await parts.extendClosing(db, guid, addMs(deps.now(), FULL_DISK_PAUSE_MS));
    throw error;
  } finally {
    clearInterval(keeping);
  }
  return true;
}

async function finishExport(deps: Deps, job: ExportRow, all: readonly PartRow[], made: MadeFile | null): Promise<void> {
  const now = deps.now().toISOString();
  const isThere = await deps.db.transaction().execute(async (tx) => {
    const latest = await lockExport(tx, job.guid);
    // Deleted by its owner meanwhile: its files are deleted too.
    if (latest === undefined) return false;
    await endExport(tx, job.guid, {
      // Cancelled while the file was being created: the file keeps its contents, and the export counts as cancelled.
      outcome: getExportOutcome(latest, all, made),
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

/**
 * `interrupted` takes precedence; without any part the export failed, or timed out when that is why no plant sent
 * anything.
 */
export function getExportOutcome(
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

/** Deletes exports three days after their end, and files of exports that are not in the database. */
export async function deleteExpiredExports(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - EXPORT_RETENTION_MS).toISOString();
  for (const { guid } of await parts.findExpiredExports(deps.db, before)) {
    await parts.deleteExpiredExport(deps.db, guid);
    await deps.exports.store.remove(guid);
  }
  const stored = await deps.exports.store.listExports();
  const known = await parts.filterKnownGuids(deps.db, stored);
  for (const guid of stored) if (!known.has(guid)) await deps.exports.store.remove(guid);
}
