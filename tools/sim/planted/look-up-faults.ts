import { inFile, type PlantedFault } from './planted-fault.ts';

const service = inFile('look-up', 'apps/plant-server/src/features/look-ups/look-up-service.ts');
const gateway = inFile('gateway', 'apps/plant-server/src/features/ministry/guarded-ministry.ts');
const client = inFile('registry', 'apps/plant-server/src/features/ministry/registry-client.ts');

/** Faults of look-ups: what is charged, and what a plant knows of it. */
export const LOOK_UP_FAULTS: readonly PlantedFault[] = [
  service(
    'charge-id',
    'chargeId: row.is_paid ? row.id : null,',
    'chargeId: row.is_paid ? randomUUID() : null,',
    'each attempt is charged',
  ),
  service(
    'replay-free',
    'isReplayOnly: isReplay && row.is_paid,',
    'isReplayOnly: isReplay,',
    'a free look-up is not made again',
  ),
  service(
    'sent',
    'await markLookUpSent(runner, row.id, now().toISOString());',
    '',
    'a crash forgets that something was sent',
  ),
  service(
    'sent-later',
    'const wasSent = row.state === LOOK_UP_STATES.sent;',
    'const wasSent = false;',
    'an open look-up is given up',
  ),
  service(
    'unsent',
    "return markLookUpEnded(runner, row.id, 4, 'interrupted', now().toISOString());",
    'return undefined;',
    'an interrupted look-up stays open',
  ),
  service(
    'unsure',
    'if (!row.is_paid) await markLookUpEnded(runner, row.id, 3, `registry_${outcome.why}`, at);\n      return;',
    'await markLookUpEnded(runner, row.id, 3, `registry_${outcome.why}`, at);\n      return;',
    'a look-up that may be charged is called failed',
  ),
  service(
    'unsure-free',
    'if (!row.is_paid) await markLookUpEnded(runner, row.id, 3, `registry_${outcome.why}`, at);\n      return;',
    'return;',
    'a free look-up stays open',
  ),
  service('replay-failed', 'if (isReplay && row.is_paid) return;', '', 'a replay that failed hides a charge'),
  service(
    'not-charged',
    "if (outcome.kind === 'not-charged') return markLookUpEnded(runner, row.id, 3, 'not_charged', at);",
    "if (outcome.kind === 'not-charged') return undefined;",
    'a look-up without a charge stays open',
  ),
  service('cents', 'cents: answer.charge?.cents ?? 0,', 'cents: 0,', 'charges are not recorded'),
  service(
    'cancel',
    "if (outcome.why === 'cancelled') return markLookUpEnded(runner, row.id, 4, 'cancelled', at);",
    "if (outcome.why === 'cancelled') return undefined;",
    'a cancelled look-up stays open',
  ),
  service('shared', 'if (known !== undefined) return known;', '', 'a double click makes two calls'),
  service(
    'resume',
    'for (const row of await readOpenLookUps(this.#deps.runner, before)) {',
    'for (const row of (await readOpenLookUps(this.#deps.runner, before)).slice(1)) {',
    'one open look-up is left',
  ),
  service(
    'resume-all',
    'await this.#startOnce(row.id, row, null).catch((error: unknown) =>',
    'await Promise.resolve().catch((error: unknown) =>',
    'open look-ups are never finished',
  ),
  service(
    'reopen',
    'if (!this.#running.has(id)) await reopenLookUp(runner, id);',
    '',
    'a failed look-up cannot be repeated',
  ),
  service(
    'answered',
    'if (row.state === LOOK_UP_STATES.answered) return row;\n    throw',
    'if (row.state !== LOOK_UP_STATES.answered) return row;\n    throw',
    'an open look-up is given out as answered',
  ),
  service(
    'required',
    "throw new AppError('unavailable', { sub: row.state < 2 ? 'look_up_pending' : row.problem });",
    'return row;',
    'a failed look-up is given out as answered',
  ),
  service(
    'same',
    "if (!isNew && !this.#isSameRequest(row, lookUp)) throw new AppError('conflict', { sub: 'look_up_id_used' });",
    "if (!isNew) throw new AppError('conflict', { sub: 'look_up_id_used' });",
    'a repetition is refused',
  ),
  service('insert', 'is_paid: lookUp.isPaid,', 'is_paid: false,', 'paid look-ups are sent as free'),
  service('running', '.finally(() => this.#running.delete(id));', ';', 'a finished look-up runs for ever'),
  gateway(
    'sent',
    "if (!(await order.beforeSending())) return buildNotSent('cancelled');",
    'void order.beforeSending();',
    'sent before it is recorded',
  ),
  gateway(
    'unsure',
    "return reply.isSent ? { kind: 'unsure', why: 'unreachable' } : buildNotSent('unreachable');",
    "return buildNotSent('unreachable');",
    'a lost answer counts as not sent',
  ),
  gateway(
    'broken',
    "return reply.isMaintenance ? buildNotSent('maintenance') : { kind: 'unsure', why: 'broken' };",
    "return buildNotSent('maintenance');",
    'a truncated answer counts as not sent',
  ),
  gateway(
    'not-found',
    "return isRecall && reply.code === 'not_found' ? { kind: 'not-charged' } : buildNotSent('refused');",
    "return buildNotSent('refused');",
    'a replay without a charge stays open',
  ),
  gateway(
    'pause',
    'if (nowMs < this.pausedUntilMs) return buildNotSent(this.pausedFor);',
    'if (this.pausedUntilMs > 0) return buildNotSent(this.pausedFor);',
    'one pause is for ever',
  ),
  gateway('queue', 'this.queue = next.catch(() => {});', 'this.queue = next;', 'one failed call ends all'),
  gateway(
    'failures',
    'this.pausedUntilMs = nowMs + computePauseMs(retryAfterS, PAUSE_MS, MAX_PAUSE_MS);',
    'this.pausedUntilMs = Number.POSITIVE_INFINITY;',
    'after three failures nothing is sent any more',
  ),
  client(
    'charge',
    'charge_id: chargeId, only_if_charged: isRecall',
    'charge_id: null, only_if_charged: isRecall',
    'paid look-ups are refused',
  ),
  client(
    'recall',
    'charge_id: chargeId, only_if_charged: isRecall',
    'charge_id: chargeId, only_if_charged: true',
    'nothing is ever charged nor answered',
  ),
  client(
    'refused',
    "return { kind: 'unreachable', isSent: !isConnectionRefused(error) };",
    "return { kind: 'unreachable', isSent: false };",
    'a lost answer counts as not sent',
  ),
  client(
    'never-sent',
    "return { kind: 'unreachable', isSent: !isConnectionRefused(error) };",
    "return { kind: 'unreachable', isSent: isConnectionRefused(error) };",
    'lost answers and refused connections are confused',
  ),
];
