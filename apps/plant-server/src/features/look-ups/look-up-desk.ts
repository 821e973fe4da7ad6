import { randomUUID } from 'node:crypto';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { ServerKey } from '../../auth/server-key.ts';
import type { Runner } from '../../database/statement.ts';
import type { LookUpOutcome, MinistryGateway } from '../ministry/ministry.public.ts';
import { keyOf, questionOf, sealAnswer, sealKey, sealReason, type Reason } from './look-up-codec.ts';
import {
  insertLookUp,
  LOOK_UP_STATES,
  lookUpById,
  markAnswered,
  markEnded,
  markSent,
  newestAnswer,
  openLookUps,
  reopen,
  type LookUpRow,
} from './look-up.queries.ts';

export interface DeskNeeds {
  readonly runner: Runner;
  readonly ministry: MinistryGateway | null;
  readonly key: ServerKey;
  readonly auditSink: AuditSink;
  readonly log: Log;
  readonly now: () => Date;
}

/** One look-up requested by a user. */
export interface Wish {
  /** Idempotency key from the client; absent: repetitions cannot be recognised. */
  readonly id: string | undefined;
  readonly user: { readonly id: number; readonly uuid: string; readonly username: string };
  readonly reason: Reason | null;
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

const OUTCOMES: Readonly<Record<number, 'ok' | 'cancelled'>> = { 2: 'ok', 4: 'cancelled' };

/** A look-up unsent for this long was abandoned by a process that ended. */
const LEFT_BEHIND_MS = 60_000;

/**
 * Makes look-ups. Each is stored before it is sent, and once sent it is completed even if the client disconnects: one
 * idempotency key means one row and at most one charge, also after broken connections and killed processes.
 */
export class LookUpDesk {
  readonly #needs: DeskNeeds;
  readonly #startedAt: string;
  readonly #running = new Map<string, Promise<void>>();

  constructor(needs: DeskNeeds) {
    this.#needs = needs;
    this.#startedAt = needs.now().toISOString();
  }

  /**
   * Runs a look-up and returns the finished row. Throws `not_found` (nothing stored), `conflict/look_up_id_used`, or
   * `unavailable` with the reason; only after `look_up_pending` may something have been charged.
   * @param signal cancels the look-up before it is sent; afterwards only the wait
   */
  async run(lookUp: Wish, signal: AbortSignal): Promise<LookUpRow> {
    const { runner, ministry } = this.#needs;
    const id = lookUp.id ?? randomUUID();
    const stored = await this.#cached(lookUp);
    const before = lookUp.id === undefined ? null : await lookUpById(runner, id);
    if (before === null && stored === null) {
      if (lookUp.isCacheOnly) throw new AppError('not_found');
      if (ministry === null) throw new AppError('unavailable', { sub: 'registry_missing' });
    }
    const isNew = before === null && (await this.#write(id, lookUp));
    const row = await this.#read(id);
    if (!isNew && !this.#isSame(row, lookUp)) throw new AppError('conflict', { sub: 'look_up_id_used' });
    if (stored !== null && row.state !== LOOK_UP_STATES.sent) await this.#answerFromCache(id, stored);
    // An aborted call cancelled its unsent look-up; this later call for the same id still needs a response, so it tries
    // again.
    else for (let attempt = 0; attempt < 2; attempt += 1) if (await this.#isDone(id, signal)) break;
    return this.#finished(id);
  }

  /** One attempt; false: it was cancelled by another call. */
  async #isDone(id: string, signal: AbortSignal): Promise<boolean> {
    const { runner } = this.#needs;
    if ((await this.#read(id)).state === LOOK_UP_STATES.answered) return true;
    if (!this.#running.has(id)) await reopen(runner, id);
    await untilDone(this.#start(id, await this.#read(id), signal), signal);
    return (await this.#read(id)).state !== LOOK_UP_STATES.cancelled;
  }

  /** Finishes look-ups left open by a process that ended or by an unavailable ministry. Never causes a charge. */
  async resume(): Promise<void> {
    const nowMs = this.#needs.now().getTime();
    const before = new Date(Math.max(nowMs - LEFT_BEHIND_MS, Date.parse(this.#startedAt))).toISOString();
    for (const row of await openLookUps(this.#needs.runner, before)) {
      if (this.#running.has(row.id)) continue;
      await this.#start(row.id, row, null).catch((error: unknown) =>
        this.#needs.log.error('look-up left open', { error }),
      );
    }
  }

  /** Finishes an open look-up when it is viewed. */
  async settle(row: LookUpRow): Promise<void> {
    if (row.state !== LOOK_UP_STATES.sent || this.#running.has(row.id)) return;
    await this.#start(row.id, row, null);
  }

  async #cached(lookUp: Wish): Promise<LookUpRow | null> {
    if (lookUp.cachedSince === undefined) return null;
    const { runner, key } = this.#needs;
    const question = {
      keyMac: key.mac('look-up-key', lookUp.key),
      keyKind: lookUp.keyKind,
      request: lookUp.request,
      vehicleKind: lookUp.vehicleKind,
    };
    return newestAnswer(runner, question, lookUp.cachedSince);
  }

  #write(id: string, lookUp: Wish): Promise<boolean> {
    const { runner, key, now } = this.#needs;
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
      key_sealed: sealKey(key, id, lookUp.key),
      reason_sealed: sealReason(key, id, lookUp.reason),
      is_paid: lookUp.isPaid,
    });
  }

  async #read(id: string): Promise<LookUpRow> {
    const row = await lookUpById(this.#needs.runner, id);
    if (row === null) throw new AppError('not_found');
    return row;
  }

  #isSame(row: LookUpRow, lookUp: Wish): boolean {
    return (
      row.user_id === lookUp.user.id &&
      row.key_mac === this.#needs.key.mac('look-up-key', lookUp.key) &&
      row.key_kind === lookUp.keyKind &&
      row.request === lookUp.request &&
      row.vehicle_kind === lookUp.vehicleKind
    );
  }

  async #answerFromCache(id: string, stored: LookUpRow): Promise<void> {
    const { runner, key, now } = this.#needs;
    const plain = stored.answer_sealed === null ? null : key.open(`look-up/${stored.id}/answer`, stored.answer_sealed);
    await markAnswered(runner, id, {
      at: now().toISOString(),
      isFound: stored.is_found,
      cents: 0,
      receipt: null,
      answer: plain === null ? null : key.seal(`look-up/${id}/answer`, plain),
      fromLookUp: stored.id,
    });
  }

  async #finished(id: string): Promise<LookUpRow> {
    const row = await this.#read(id);
    if (row.state === LOOK_UP_STATES.answered) return row;
    throw new AppError('unavailable', { sub: row.state < 2 ? 'look_up_pending' : row.problem });
  }

  /** Concurrent calls with the same id share one execution. */
  #start(id: string, row: LookUpRow, signal: AbortSignal | null): Promise<void> {
    const known = this.#running.get(id);
    if (known !== undefined) return known;
    const work = this.#make(row, signal).finally(() => this.#running.delete(id));
    this.#running.set(id, work);
    return work;
  }

  async #make(row: LookUpRow, signal: AbortSignal | null): Promise<void> {
    const { runner, now } = this.#needs;
    const wasSent = row.state === LOOK_UP_STATES.sent;
    // An unsent look-up whose client is gone is not sent later.
    if (!wasSent && signal === null) return markEnded(runner, row.id, 4, 'interrupted', now().toISOString());
    let isReplay = wasSent;
    let outcome = await this.#ask(row, isReplay, signal);
    if (outcome.kind === 'unsure' && row.is_paid && !isReplay) {
      isReplay = true;
      outcome = await this.#ask(row, isReplay, signal);
    }
    // Nothing was charged, and the client is still waiting: send it again.
    if (outcome.kind === 'not-charged' && signal?.aborted === false) {
      isReplay = false;
      outcome = await this.#ask(row, isReplay, signal);
    }
    await this.#settle(row, outcome, isReplay);
    if (signal === null || signal.aborted) await this.#noteUnattended(row.id);
  }

  async #ask(row: LookUpRow, isReplay: boolean, signal: AbortSignal | null): Promise<LookUpOutcome> {
    const { runner, ministry, key, now } = this.#needs;
    if (ministry === null) return { kind: 'not-asked', why: 'unreachable' };
    // A free look-up can simply be sent again.
    return ministry.lookUp({
      question: questionOf(row, keyOf(key, row)),
      chargeId: row.is_paid ? row.id : null,
      isRecall: isReplay && row.is_paid,
      beforeSending: async () => {
        if (isReplay) return true;
        if (signal?.aborted === true) return false;
        await markSent(runner, row.id, now().toISOString());
        return true;
      },
    });
  }

  async #settle(row: LookUpRow, outcome: LookUpOutcome, isReplay: boolean): Promise<void> {
    const { runner, key, now } = this.#needs;
    const at = now().toISOString();
    if (outcome.kind === 'answer') {
      const { answer } = outcome;
      return markAnswered(runner, row.id, {
        at,
        isFound: answer.record !== null,
        cents: answer.charge?.cents ?? 0,
        receipt: answer.charge?.receipt ?? null,
        answer: sealAnswer(key, row.id, answer),
        fromLookUp: null,
      });
    }
    if (outcome.kind === 'not-charged') return markEnded(runner, row.id, 3, 'not_charged', at);
    if (outcome.kind === 'unsure') {
      // Possibly charged: it stays open and is queried again until the outcome is known.
      if (!row.is_paid) await markEnded(runner, row.id, 3, `registry_${outcome.why}`, at);
      return;
    }
    if (outcome.why === 'cancelled') return markEnded(runner, row.id, 4, 'cancelled', at);
    // A replay that failed says nothing about a charge; a first call that was refused was not charged.
    if (isReplay && row.is_paid) return;
    await markEnded(runner, row.id, 3, `registry_${outcome.why}`, at);
  }

  /** Records the completion of a look-up whose client had disconnected. */
  async #noteUnattended(id: string): Promise<void> {
    const row = await this.#read(id);
    if (row.state < 2) return;
    await this.#needs.auditSink.record({
      action: 'lookups.finish',
      outcome: OUTCOMES[row.state] ?? 'error',
      actor: { kind: 'user', id: row.user_uuid, name: row.username, group: null, level: null, session: null },
      from: { ip: null, client: null },
      req: null,
      count: row.is_found ? 1 : 0,
      detail: { id, cents: row.cents, receipt: row.receipt, problem: row.problem },
    });
  }
}

/** Waits for the work or until the signal aborts; the work continues. */
async function untilDone(work: Promise<void>, signal: AbortSignal): Promise<void> {
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
