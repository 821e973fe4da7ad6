import { rename } from 'node:fs/promises';
import type { ManifestFacts } from '@varco/evidence/manifest.ts';
import { exportSigningKey } from '@varco/server-kit/auth/signing-key.ts';
import type { ExportPermit } from '../approvals/approvals.public.ts';
import {
  describeRange,
  readNewestInstant,
  toMeasuredMisreads,
  type TransitQuery,
} from '../transits/transits.public.ts';
import { assembleFile } from './assembly/assemble.ts';
import { assembleInChildProcess } from './assembly/assembly-process.ts';
import type { ExportJob } from './export-jobs.repository.ts';
import { ExportFailed, type ExportWork } from './export-work.ts';
import { describeOrder, parseStoredFilter, toLoggedFilter } from './export-request.ts';
import { isComplete } from './exports.view.ts';
import { buildSummaryTexts } from './export-summary-texts.ts';

/** Maximum size of a part (security rules, part 9). */
const MAX_PART_BYTES = 5 * 1024 * 1024 * 1024;
/**
 * Up to this many rows without pictures a part is assembled in this process: starting another one would cost more than it
 * saves.
 */
const MAX_IN_PROCESS_ROWS = 10_000;

/** The approvals as the filter of a manifest names them, so that a part of an older server has the same form. */
function nameApprovals({ approvals }: Pick<ExportPermit, 'approvals'>): Readonly<Record<string, unknown>> {
  const ids = approvals.map(({ id }) => id);
  return ids.length === 0 ? {} : { consenso: ids.length === 1 ? ids[0] : ids };
}

/** The pairs of characters that widened the filter, as an answer to a search names them: they change from day to day. */
const nameMeasuredMisreads = ({ widening }: TransitQuery): Readonly<Record<string, unknown>> =>
  widening === undefined ? {} : { scambi_misurati: toMeasuredMisreads(widening) };

async function buildManifestFacts(
  { deps, request: ask, settings, search, contents }: ExportWork,
  job: ExportJob,
): Promise<ManifestFacts> {
  return {
    guid: job.id,
    peer_number: job.peer_number,
    plant: {
      uuid: settings.uuid,
      label: settings.label,
      municipality: settings.municipality,
      url: settings.public_url,
    },
    requested_by: { id: ask.actor.id, username: ask.actor.name, group: ask.actor.group, level: ask.actor.level },
    requested_at: job.created_at,
    reason: ask.reason,
    label: ask.label,
    notes: ask.notes,
    filter: {
      ...toLoggedFilter(parseStoredFilter(ask)),
      ...nameApprovals(search.permit),
      ...nameMeasuredMisreads(search.query),
    },
    window: describeRange(search.query).window,
    contents,
    completeness: {
      whole: isComplete(job),
      as_of: job.as_of ?? job.created_at,
      newest_read: await readNewestInstant(deps.store.runner),
      limitations: [...job.limitations],
      pictures_withheld: job.pictures_withheld,
      transits: job.done,
      pictures: job.pictures,
      pictures_expired: job.pictures_expired,
      pictures_unreadable: job.pictures_unreadable,
    },
    created_at: deps.now().toISOString(),
    software: `Varco ${deps.version}`,
  };
}

/** Assembles the stored segments into the part. The audit entry is durable before the part can be downloaded. */
export async function assemblePart(work: ExportWork, job: ExportJob): Promise<ExportJob> {
  const { deps, claim: stored, files, request: ask, password } = work;
  const facts = await buildManifestFacts(work, job);
  const draft = await files.draftPath('part.zip');
  const { time: _time, ...words } = buildSummaryTexts(ask.language, facts, work.settings, work.search.permit.approvals);
  // The process may run for hours, and a key retired meanwhile proves nothing.
  await deps.keys.refresh();
  // While the key is replaced, by the one that portals know already: they name it in the index.
  const signingKey = exportSigningKey(deps.keys.previous ?? deps.keys.current);
  const order = {
    ...{ folder: deps.exportFolder, id: job.id, segmentKey: deps.key.subKey('export-stretch') },
    ...{ segments: job.segments, draft, password, facts, words, signingKey },
  };
  const isSmall = job.done <= MAX_IN_PROCESS_ROWS && job.pictures === 0;
  const { bytes, sha256 } = await (isSmall ? assembleFile(order) : assembleInChildProcess(order, stored.signal));
  if (bytes > MAX_PART_BYTES) throw new ExportFailed('too_large');
  await rename(draft, files.partPath());
  stored.signal.throwIfAborted();
  await deps.auditSink.record({
    action: 'exports.deliver',
    outcome: facts.completeness.whole ? 'ok' : 'partial',
    actor: ask.actor,
    from: { ip: ask.ip, client: null },
    req: null,
    count: job.done,
    bytes,
    reason: ask.reason,
    detail: {
      export: job.id,
      kind: job.kind,
      ...describeOrder(parseStoredFilter(ask), work.search.permit),
      ...describeRange(work.search.query),
      pictures: job.pictures,
      sha256,
    },
  });
  const isPushed = job.kind === 'portal';
  const done = await stored.update({
    state: isPushed ? 'sending' : 'ready',
    total: job.done,
    bytes,
    sha256,
    tries: 0,
    password_sealed: null,
    ...(isPushed ? {} : { ended_at: deps.now().toISOString() }),
  });
  await files.removeSegments(job.segments);
  return done;
}
