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

/** One press of a person. */
export interface Wish {
  /** The client's own id; absent: none, and so no repetition is known as one. */
  readonly id: string | undefined;
  readonly user: { readonly id: number; readonly uuid: string; readonly username: string };
  readonly reason: Reason | null;
  readonly request: number;
  readonly keyKind: number;
  readonly key: string;
  readonly vehicleKind: number | null;
  readonly isPaid: boolean;
  /** Oldest stored answer that will do; null: any age; undefined: none. */
  readonly cachedSince: string | null | undefined;
  /** Never asks the ministry. */
  readonly isCacheOnly: boolean;
}

const OUTCOMES: Readonly<Record<number, 'ok' | 'cancelled'>> = { 2: 'ok', 4: 'cancelled' };

/** A wish not sent for so long was left behind by a process that ended. */
const LEFT_BEHIND_MS = 60_000;

/**
 * Makes look-ups. Every wish is written down before it is sent, and once sent it is finished whether anybody waits or not:
 * one press is one row and at most one charge, over broken connections and killed processes.
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
   * The finished look-up of a wish. Throws `not_found` (nothing stored), `conflict/look_up_id_used`, and `unavailable` with why;
   * `look_up_pending` is the only one after which something may have been paid.
   * @param signal before it is sent it ends the wish; after, only the waiting
   */
  async run(wish: Wish, signal: AbortSignal): Promise<LookUpRow> {
    const { runner, ministry } = this.#needs;
    const id = wish.id ?? randomUUID();
    const stored = await this.#cached(wish);
    const before = wish.id === undefined ? null : await lookUpById(runner, id);
    if (before === null && stored === null) {
      if (wish.isCacheOnly) throw new AppError('not_found');
      if (ministry === null) throw new AppError('unavailable', { sub: 'registry_missing' });
    }
    const isNew = before === null && (await this.#write(id, wish));
    const row = await this.#read(id);
    if (!isNew && !this.#isSame(row, wish)) throw new AppError('conflict', { sub: 'look_up_id_used' });
    if (stored !== null && row.state !== LOOK_UP_STATES.sent) await this.#answerFromCache(id, stored);
    // A call that broke off took its unsent wish with it; the one that came after it still wants an answer.
    else for (let turn = 0; turn < 2; turn += 1) if (await this.#isDone(id, signal)) break;
    return this.#finished(id);
  }

  /** One attempt; false: it was cancelled by somebody else. */
  async #isDone(id: string, signal: AbortSignal): Promise<boolean> {
    const { runner } = this.#needs;
    if ((await this.#read(id)).state === LOOK_UP_STATES.answered) return true;
    if (!this.#running.has(id)) await reopen(runner, id);
    await untilDone(this.#start(id, await this.#read(id), signal), signal);
    return (await this.#read(id)).state !== LOOK_UP_STATES.cancelled;
  }

  /** Finishes what a process that ended, or a ministry that was away, left open. Never pays. */
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

  /** Settles one that is left open, when somebody looks at it. */
  async settle(row: LookUpRow): Promise<void> {
    if (row.state !== LOOK_UP_STATES.sent || this.#running.has(row.id)) return;
    await this.#start(row.id, row, null);
  }

  async #cached(wish: Wish): Promise<LookUpRow | null> {
    if (wish.cachedSince === undefined) return null;
    const { runner, key } = this.#needs;
    const question = {
      keyMac: key.mac('look-up-key', wish.key),
      keyKind: wish.keyKind,
      request: wish.request,
      vehicleKind: wish.vehicleKind,
    };
    return newestAnswer(runner, question, wish.cachedSince);
  }

  #write(id: string, wish: Wish): Promise<boolean> {
    const { runner, key, now } = this.#needs;
    return insertLookUp(runner, {
      id,
      user_id: wish.user.id,
      user_uuid: wish.user.uuid,
      username: wish.user.username,
      asked_at: now().toISOString(),
      request: wish.request,
      key_kind: wish.keyKind,
      vehicle_kind: wish.vehicleKind,
      key_mac: key.mac('look-up-key', wish.key),
      key_sealed: sealKey(key, id, wish.key),
      reason_sealed: sealReason(key, id, wish.reason),
      is_paid: wish.isPaid,
    });
  }

  async #read(id: string): Promise<LookUpRow> {
    const row = await lookUpById(this.#needs.runner, id);
    if (row === null) throw new AppError('not_found');
    return row;
  }

  #isSame(row: LookUpRow, wish: Wish): boolean {
    return (
      row.user_id === wish.user.id &&
      row.key_mac === this.#needs.key.mac('look-up-key', wish.key) &&
      row.key_kind === wish.keyKind &&
      row.request === wish.request &&
      row.vehicle_kind === wish.vehicleKind
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

  /** Two presses of one id are one piece of work. */
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
    // Nobody waits for a wish that was never sent: it is not sent behind the person's back.
    if (!wasSent && signal === null) return markEnded(runner, row.id, 4, 'interrupted', now().toISOString());
    let isRecall = wasSent;
    let outcome = await this.#ask(row, isRecall, signal);
    if (outcome.kind === 'unsure' && row.is_paid && !isRecall) {
      isRecall = true;
      outcome = await this.#ask(row, isRecall, signal);
    }
    // Nothing was ever paid, and the person who wants it is still there.
    if (outcome.kind === 'not-charged' && signal?.aborted === false) {
      isRecall = false;
      outcome = await this.#ask(row, isRecall, signal);
    }
    await this.#settle(row, outcome, isRecall);
    if (signal === null || signal.aborted) await this.#noteUnattended(row.id);
  }

  async #ask(row: LookUpRow, isRecall: boolean, signal: AbortSignal | null): Promise<LookUpOutcome> {
    const { runner, ministry, key, now } = this.#needs;
    if (ministry === null) return { kind: 'not-asked', why: 'unreachable' };
    // A free one may simply be asked again.
    return ministry.lookUp({
      question: questionOf(row, keyOf(key, row)),
      chargeId: row.is_paid ? row.id : null,
      isRecall: isRecall && row.is_paid,
      beforeSending: async () => {
        if (isRecall) return true;
        if (signal?.aborted === true) return false;
        await markSent(runner, row.id, now().toISOString());
        return true;
      },
    });
  }

  async #settle(row: LookUpRow, outcome: LookUpOutcome, isRecall: boolean): Promise<void> {
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
      // Perhaps paid: it stays open, and is asked about again until it is known.
      if (!row.is_paid) await markEnded(runner, row.id, 3, `registry_${outcome.why}`, at);
      return;
    }
    if (outcome.why === 'cancelled') return markEnded(runner, row.id, 4, 'cancelled', at);
    // A recall that could not be made says nothing about what was paid; a first call that was refused says it was not.
    if (isRecall && row.is_paid) return;
    await markEnded(runner, row.id, 3, `registry_${outcome.why}`, at);
  }

  /** Nobody was there when the answer came: the log says that it did. */
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

/** Waits for the work, or until nobody waits any more; the work goes on. */
async function untilDone(work: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let leave: (() => void) | undefined;
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
  });
  work.catch(() => {});
  try {
    await Promise.race([work, left]);
  } finally {
    if (leave !== undefined) signal.removeEventListener('abort', leave);
  }
}
