import { randomUUID } from 'node:crypto';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { ServerKey } from '../../auth/server-key.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { LookUpOutcome, MinistryGateway } from '../ministry/ministry.public.ts';
import {
  openLookUpKey,
  toRegistryQuery,
  sealLookUpAnswer,
  sealLookUpKey,
  sealLookUpReason,
  type LookUpReason,
} from './look-up-codec.ts';
import {
  insertLookUp,
  LOOK_UP_STATES,
  findLookUp,
  markLookUpAnswered,
  markLookUpEnded,
  markLookUpSent,
  findNewestAnswer,
  readOpenLookUps,
  reopenLookUp,
  type LookUpRow,
} from './look-up.repository.ts';

export interface LookUpServiceDeps {
  readonly runner: Runner;
  readonly ministry: MinistryGateway;
  readonly key: ServerKey;
  readonly auditSink: AuditSink;
  readonly log: Log;
  readonly now: () => Date;
}

/** One look-up requested by a user. */
export interface NewLookUp {
  /** Idempotency key from the client; absent: repetitions cannot be recognised. */
  readonly id: string | undefined;
  readonly user: { readonly id: number; readonly uuid: string; readonly username: string };
  readonly reason: LookUpReason | null;
  readonly request: number;
  readonly keyKind: number;
  readonly key: string;
  readonly vehicleKind: number | null;
  readonly isPaid: boolean;
  /** Oldest acceptable stored response; null: any age; undefined: do not use stored responses. */
  readonly cachedSince: string | null | undefined;
  /** True: never calls the ministry. */
  readonly isCacheOnly: boolean;
}

const AUDIT_OUTCOMES: Readonly<Record<number, 'ok' | 'cancelled'>> = { 2: 'ok', 4: 'cancelled' };

/** A look-up unsent for this long was abandoned by a process that ended. */
const ABANDONED_AFTER_MS = 60_000;

/**
 * Makes look-ups. Each is stored before it is sent, and once sent it is completed even if the client disconnects: one
 * idempotency key means one row and at most one charge, also after broken connections and killed processes.
 */
export class LookUpService {
  readonly #deps: LookUpServiceDeps;
  readonly #startedAt: string;
  readonly #running = new Map<string, Promise<void>>();

  constructor(needs: LookUpServiceDeps) {
    this.#deps = needs;
    this.#startedAt = needs.now().toISOString();
  }

  /**
   * Runs a look-up and returns the finished row. Throws `not_found` (nothing stored), `conflict/look_up_id_used`, or
   * `unavailable` with the reason; only after `look_up_pending` may something have been charged.
   * @param signal cancels the look-up before it is sent; afterwards only the wait
   */
  async run(lookUp: NewLookUp, signal: AbortSignal): Promise<LookUpRow> {
    const { runner, ministry } = this.#deps;
    const id = lookUp.id ?? randomUUID();
    const stored = await this.#findCached(lookUp);
    const before = lookUp.id === undefined ? null : await findLookUp(runner, id);
    if (before === null && stored === null) {
      if (lookUp.isCacheOnly) throw new AppError('not_found');
      if (!ministry.isConfigured()) throw new AppError('unavailable', { sub: 'registry_missing' });
    }
    const isNew = before === null && (await this.#insert(id, lookUp));
    const row = await this.#read(id);
    if (!isNew && !this.#isSameRequest(row, lookUp)) throw new AppError('conflict', { sub: 'look_up_id_used' });
    if (stored !== null && row.state !== LOOK_UP_STATES.sent) await this.#completeFromCache(id, stored);
    // An aborted call cancelled its unsent look-up; this later call for the same id still needs a response, so it tries
    // again.
    else for (let attempt = 0; attempt < 2; attempt += 1) if (await this.#attempt(id, signal)) break;
    return this.#requireAnswered(id);
  }

  /** One attempt; false: it was cancelled by another call. */
  async #attempt(id: string, signal: AbortSignal): Promise<boolean> {
    const { runner } = this.#deps;
    if ((await this.#read(id)).state === LOOK_UP_STATES.answered) return true;
    if (!this.#running.has(id)) await reopenLookUp(runner, id);
    await waitForWork(this.#startOnce(id, await this.#read(id), signal), signal);
    return (await this.#read(id)).state !== LOOK_UP_STATES.cancelled;
  }

  /** Finishes look-ups left open by a process that ended or by an unavailable ministry. Never causes a charge. */
  async resumeOpen(): Promise<void> {
    const nowMs = this.#deps.now().getTime();
    const before = new Date(Math.max(nowMs - ABANDONED_AFTER_MS, Date.parse(this.#startedAt))).toISOString();
    for (const row of await readOpenLookUps(this.#deps.runner, before)) {
      if (this.#running.has(row.id)) continue;
      await this.#startOnce(row.id, row, null).catch((error: unknown) =>
        this.#deps.log.error('look-up left open', { error }),
      );
    }
  }

  /** Finishes an open look-up when it is viewed. */
  async finishIfOpen(row: LookUpRow): Promise<void> {
    if (row.state !== LOOK_UP_STATES.sent || this.#running.has(row.id)) return;
    await this.#startOnce(row.id, row, null);
  }

  async #findCached(lookUp: NewLookUp): Promise<LookUpRow | null> {
    if (lookUp.cachedSince === undefined) return null;
    const { runner, key } = this.#deps;
    const question = {
      keyMac: key.mac('look-up-key', lookUp.key),
      keyKind: lookUp.keyKind,
      request: lookUp.request,
      vehicleKind: lookUp.vehicleKind,
    };
    return findNewestAnswer(runner, question, lookUp.cachedSince);
  }

  #insert(id: string, lookUp: NewLookUp): Promise<boolean> {
    const { runner, key, now } = this.#deps;
    return insertLookUp(runner, {
      id,
      user_id: lookUp.user.id,
      user_uuid: lookUp.user.uuid,
      username: lookUp.user.username,
      asked_at: now().toISOString(),
      request: lookUp.request,
      key_kind: lookUp.keyKind,
      vehicle_kind: lookUp.vehicleKind,
      key_mac: key.mac('look-up-key', lookUp.key),
      key_sealed: sealLookUpKey(key, id, lookUp.key),
      reason_sealed: sealLookUpReason(key, id, lookUp.reason),
      is_paid: lookUp.isPaid,
    });
  }

  async #read(id: string): Promise<LookUpRow> {
    const row = await findLookUp(this.#deps.runner, id);
    if (row === null) throw new AppError('not_found');
    return row;
  }

  #isSameRequest(row: LookUpRow, lookUp: NewLookUp): boolean {
    return (
      row.user_id === lookUp.user.id &&
      row.key_mac === this.#deps.key.mac('look-up-key', lookUp.key) &&
      row.key_kind === lookUp.keyKind &&
      row.request === lookUp.request &&
      row.vehicle_kind === lookUp.vehicleKind
    );
  }

  async #completeFromCache(id: string, stored: LookUpRow): Promise<void> {
    const { runner, key, now } = this.#deps;
    const plain = stored.answer_sealed === null ? null : key.open(`look-up/${stored.id}/answer`, stored.answer_sealed);
    await markLookUpAnswered(runner, id, {
      at: now().toISOString(),
      isFound: stored.is_found,
      cents: 0,
      receipt: null,
      answer: plain === null ? null : key.seal(`look-up/${id}/answer`, plain),
      fromLookUp: stored.id,
    });
  }

  async #requireAnswered(id: string): Promise<LookUpRow> {
    const row = await this.#read(id);
    if (row.state === LOOK_UP_STATES.answered) return row;
    throw new AppError('unavailable', { sub: row.state < 2 ? 'look_up_pending' : row.problem });
  }

  /** Concurrent calls with the same id share one execution. */
  #startOnce(id: string, row: LookUpRow, signal: AbortSignal | null): Promise<void> {
    const known = this.#running.get(id);
    if (known !== undefined) return known;
    const work = this.#process(row, signal).finally(() => this.#running.delete(id));
    this.#running.set(id, work);
    return work;
  }

  async #process(row: LookUpRow, signal: AbortSignal | null): Promise<void> {
    const { runner, now } = this.#deps;
    const wasSent = row.state === LOOK_UP_STATES.sent;
    // An unsent look-up whose client is gone is not sent later.
    if (!wasSent && signal === null) return markLookUpEnded(runner, row.id, 4, 'interrupted', now().toISOString());
    let isReplay = wasSent;
    let outcome = await this.#callRegistry(row, isReplay, signal);
    if (outcome.kind === 'unsure' && row.is_paid && !isReplay) {
      isReplay = true;
      outcome = await this.#callRegistry(row, isReplay, signal);
    }
    // Nothing was charged, and the client is still waiting: send it again.
    if (outcome.kind === 'not-charged' && signal?.aborted === false) {
      isReplay = false;
      outcome = await this.#callRegistry(row, isReplay, signal);
    }
    await this.#storeOutcome(row, outcome, isReplay);
    if (signal === null || signal.aborted) await this.#recordUnattended(row.id);
  }

  async #callRegistry(row: LookUpRow, isReplay: boolean, signal: AbortSignal | null): Promise<LookUpOutcome> {
    const { runner, ministry, key, now } = this.#deps;
    // A free look-up can simply be sent again.
    return ministry.lookUp({
      question: toRegistryQuery(row, openLookUpKey(key, row)),
      chargeId: row.is_paid ? row.id : null,
      isReplayOnly: isReplay && row.is_paid,
      beforeSending: async () => {
        if (isReplay) return true;
        if (signal?.aborted === true) return false;
        await markLookUpSent(runner, row.id, now().toISOString());
        return true;
      },
    });
  }

  async #storeOutcome(row: LookUpRow, outcome: LookUpOutcome, isReplay: boolean): Promise<void> {
    const { runner, key, now } = this.#deps;
    const at = now().toISOString();
    if (outcome.kind === 'answer') {
      const { answer } = outcome;
      return markLookUpAnswered(runner, row.id, {
        at,
        isFound: answer.record !== null,
        cents: answer.charge?.cents ?? 0,
        receipt: answer.charge?.receipt ?? null,
        answer: sealLookUpAnswer(key, row.id, answer),
        fromLookUp: null,
      });
    }
    if (outcome.kind === 'not-charged') return markLookUpEnded(runner, row.id, 3, 'not_charged', at);
    if (outcome.kind === 'unsure') {
      // Possibly charged: it stays open and is queried again until the outcome is known.
      if (!row.is_paid) await markLookUpEnded(runner, row.id, 3, `registry_${outcome.why}`, at);
      return;
    }
    if (outcome.why === 'cancelled') return markLookUpEnded(runner, row.id, 4, 'cancelled', at);
    // A replay that failed says nothing about a charge; a first call that was refused was not charged.
    if (isReplay && row.is_paid) return;
    await markLookUpEnded(runner, row.id, 3, `registry_${outcome.why}`, at);
  }

  /** Records the completion of a look-up whose client had disconnected. */
  async #recordUnattended(id: string): Promise<void> {
    const row = await this.#read(id);
    if (row.state < 2) return;
    await this.#deps.auditSink.record({
      action: 'lookups.finish',
      outcome: AUDIT_OUTCOMES[row.state] ?? 'error',
      actor: { kind: 'user', id: row.user_uuid, name: row.username, group: null, level: null, session: null },
      from: { ip: null, client: null },
      req: null,
      count: row.is_found ? 1 : 0,
      detail: { id, cents: row.cents, receipt: row.receipt, problem: row.problem },
    });
  }
}

/** Waits for the work or until the signal aborts; the work continues. */
async function waitForWork(work: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  work.catch(() => {});
  try {
    await Promise.race([work, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}
