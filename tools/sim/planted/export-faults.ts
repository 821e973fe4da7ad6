import { inFile, type PlantedFault } from './planted-fault.ts';

const push = inFile('push', 'apps/plant-server/src/features/exports/push-part.ts');
const worker = inFile('export-worker', 'apps/plant-server/src/features/exports/export-worker.ts');
const parts = inFile('parts', 'apps/portal-server/src/features/exports/parts.service.ts');
const runner = inFile('export-runner', 'apps/portal-server/src/features/exports/export-runner.ts');
const client = inFile('part-client', 'apps/portal-server/src/features/exports/plant-part-client.ts');
const exportRows = inFile('export-rows', 'apps/portal-server/src/features/exports/exports.repository.ts');

/** Faults of exports: how a part gets from its plant to the portal, and what the portal says of it. */
export const EXPORT_FAULTS: readonly PlantedFault[] = [
  push(
    'offset',
    'portal.call(putExportPiece, piece, offset)',
    'portal.call(putExportPiece, piece, offset + 1)',
    'chunks go to the wrong offset',
  ),
  push(
    'read-offset',
    'handle.read(piece, 0, piece.length, offset)',
    'handle.read(piece, 0, piece.length, 0)',
    'every chunk is the first one',
  ),
  push('end', 'received >= job.bytes', 'received > job.bytes', 'a part is never marked complete'),
  push('early-end', 'received >= job.bytes', 'received > 0', 'a part is marked complete after its first chunk'),
  push(
    'accepted',
    "if (state === 'accepted') return 'delivered';",
    "if (state === 'accepted') return 'cancelled';",
    'what was accepted counts as cancelled',
  ),
  push(
    'cancelled',
    "if (state === 'cancelled') return 'cancelled';",
    "if (state === 'cancelled') return 'delivered';",
    'what was cancelled counts as delivered',
  ),
  push(
    'report',
    'if (error instanceof PortalUnavailableError) return true;',
    'if (error instanceof PortalUnavailableError) return false;',
    'an export is cancelled while the portal is away',
  ),
  push('complete', 'complete: isComplete(job),', 'complete: !isComplete(job),', 'a whole part counts as incomplete'),
  worker(
    'postponed',
    "    throw new JobPostponed('portal away', { cause: error });",
    '    return;',
    'a part is not sent again after the portal was away',
  ),
  worker(
    'retry',
    '  await change({ tries: job.tries + 1 });\n  throw error;',
    '  await change({ tries: job.tries + 1 });',
    'an interrupted part is not built again',
  ),
  worker(
    'timed-out',
    'if (isOver) return markTimedOut',
    'if (!isOver) return markTimedOut',
    'a plant gives up at once',
  ),
  worker(
    'cancel',
    'await cancelExportJob(deps.store.runner, job.id, toIsoInstant(now));',
    '',
    'a cancelled part stays open',
  ),
  worker(
    'delivered',
    "await stored.update({ state: 'delivered', ended_at: now,",
    "await stored.update({ state: 'ready', ended_at: now,",
    'a delivered part counts as waiting to be fetched',
  ),
  worker(
    'failed',
    "    state: 'failed',\n    problem,",
    "    state: 'building',\n    problem,",
    'a failed part stays open',
  ),
  parts(
    'received',
    'await change({ ...toAliveChange(call.now), received: end,',
    'await change({ ...toAliveChange(call.now), received: end + 1,',
    'the portal counts a byte that it does not have',
  ),
  parts(
    'stored',
    'await deps.exports.store.write(call.guid, locked.part.peer_number, piece.offset, piece.bytes);',
    '',
    'a chunk counts without being stored',
  ),
  parts(
    'accept-late',
    "if (toPartState(locked).state !== 'wanted') return toPartState(locked);\n    if (Number",
    'if (Number',
    'a part is accepted after the cancellation',
  ),
  parts(
    'open',
    "if (toPartState(locked).state !== 'wanted') return toPartState(locked);\n    return work",
    'return work',
    'parts that have ended are changed',
  ),
  runner(
    'patience',
    '> deps.settings.current().export_patience_s * 1_000',
    '< deps.settings.current().export_patience_s * 1_000',
    'a plant is given up at once',
  ),
  runner(
    'patience-none',
    '> deps.settings.current().export_patience_s * 1_000',
    '> Number.POSITIVE_INFINITY',
    'a lost plant is waited for without end',
  ),
  runner(
    'told',
    'if (!signal.aborted) await parts.changePart(deps.db, part, { is_told: true });',
    '',
    'a cancelled export never ends',
  ),
  runner(
    'finish',
    '    await finishExport(deps, job, made.parts, made.file);',
    '',
    'the file is made and the export stays open',
  ),
  runner(
    'interrupted',
    "  if (job.cancelled_at !== null) return 'interrupted';\n",
    '',
    'a cancelled export counts as failed or complete',
  ),
  runner(
    'some',
    'return all.every(({ state, is_complete: isComplete }) =>',
    'return all.some(({ state, is_complete: isComplete }) =>',
    'an export without some parts counts as complete',
  ),
  runner(
    'latest',
    'outcome: getExportOutcome(latest, all, made),',
    'outcome: getExportOutcome(job, all, made),',
    'a cancellation while the file is made is forgotten',
  ),
  client(
    'failed',
    'if (state.failed || state.interrupted)',
    'if (state.interrupted)',
    'the failure of a plant is not understood',
  ),
  client(
    'server-error',
    'if (status === 429 || status >= 500 || status < 400)',
    'if (status === 429 || status < 400)',
    'a fault of a plant ends its part',
  ),
  exportRows(
    'part-secrets',
    "await tx.updateTable('export_part').set({ secrets_sealed: null }).where('guid', '=', guid).execute();",
    '',
    'the tokens of plants stay in the database',
  ),
  exportRows(
    'cancel-parts',
    ".set({ state: 'cancelled', ended_at: now })",
    '.set({ ended_at: now })',
    'parts of a cancelled export stay open',
  ),
];
