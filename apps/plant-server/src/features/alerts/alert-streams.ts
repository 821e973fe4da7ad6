import { setImmediate as nextTurn } from 'node:timers/promises';
import { LiveAlert } from '@varco/contract/plant/alerts.ts';
import { type AlertKind, ALERT_RECONNECT_MS } from '@varco/domain/alerts/alert-kinds.ts';
import { formatReopen } from '@varco/domain/streams/reopen.ts';
import { parseInstantMs, toRomeDay } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { isAlertVisible, readNewestAlertSeq, readPublishedAlerts, type AlertRow } from './alert.repository.ts';
import type { AlertsDeps } from './alerts.deps.ts';
import { isAccountUsable } from '../../auth/current-user.ts';
import { readEndedSessions } from '../../auth/ended-session.repository.ts';
import { type PlantUser, findUsersByUuid } from '../../auth/plant-user.repository.ts';
import { toTimeScope } from '../../auth/plant-viewer.ts';
import { getOldestVisibleMs } from '../../policy/visible-window.ts';
import { readGates } from '../gates/gates.public.ts';
import { buildAlertScope, mayReadAlerts } from './alert-scope.ts';
import { toLiveAlert } from './alerts.view.ts';

// Limits from the security rules, part 9.
const STREAMS_PER_USER = 5;
const STREAMS_PER_PLANT = 500;
const MAX_UNSENT_CHARACTERS = 256 * 1024;
const PING_EVERY_MS = 15_000;
const CATCH_UP_PAGE_SIZE = 200;
/** Alerts written before the event loop gets control again, so that a burst alone does not make a reader look slow. */
const ALERTS_PER_WRITE = 50;
/** Older alerts are not sent again to a browser that reconnects. */
const MAX_RESUME_AGE_MS = 24 * 3_600_000;

/** What the client of a stream asked for. */
export interface StreamRequest {
  readonly user: PlantUser;
  /** Session of the token that opened it. */
  readonly session: string;
  readonly kinds: ReadonlySet<AlertKind>;
  /** Null: all gates that the user may see. */
  readonly gates: ReadonlySet<number> | null;
  /** Position to resume after; null: start now. */
  readonly after: bigint | null;
}

type UsersByUuid = ReadonlyMap<string, PlantUser>;
type GatesById = ReadonlyMap<number, Awaited<ReturnType<typeof readGates>>[number]>;
/** What a delivery needs to know, read once for all its streams. `sessions`: those that were signed out. */
interface DeliveryFacts {
  readonly users: UsersByUuid;
  readonly sessions: ReadonlySet<string>;
  readonly gates: GatesById;
  readonly nowMs: number;
}
type AlertStreamsDeps = Pick<AlertsDeps, 'store' | 'alerts' | 'now' | 'log'>;

/** One open stream with its queue of events not yet read by the client. */
class AlertStream {
  readonly request: StreamRequest;
  readonly sentAlertIds: string[] = [];
  private pending: string[] = [];
  private pendingLength = 0;
  private notifyReader: (() => void) | null = null;
  /** Sequence number of the last alert processed for this stream, sent or not. */
  lastSeq = 0n;
  isClosed = false;
  /** Alerts published during the catch-up; null once the catch-up has finished. */
  private heldRows: (readonly AlertRow[])[] | null = [];

  constructor(request: StreamRequest) {
    this.request = request;
  }

  matchesRequest(row: AlertRow): boolean {
    const { kinds, gates } = this.request;
    return kinds.has(row.kind) && (gates === null || gates.has(row.gate));
  }

  push(text: string): void {
    this.pending.push(text);
    this.pendingLength += text.length;
    // A reader that is too slow is disconnected; it reconnects with its last position and misses nothing.
    if (this.pendingLength > MAX_UNSENT_CHARACTERS) this.end();
    this.notifyReader?.();
  }

  end(): void {
    this.isClosed = true;
    this.notifyReader?.();
  }

  /** During the catch-up, holds back newly published rows and returns true; afterwards returns false. */
  holdDuringCatchUp(rows: readonly AlertRow[]): boolean {
    this.heldRows?.push(rows);
    return this.heldRows !== null;
  }
  endCatchUp(): readonly AlertRow[] {
    const stored = (this.heldRows ?? []).flat();
    this.heldRows = null;
    return stored;
  }

  advanceTo(row: AlertRow): boolean {
    const seq = BigInt(row.seq ?? 0);
    if (seq <= this.lastSeq) return false;
    this.lastSeq = seq;
    return true;
  }

  async *events(): AsyncGenerator<string> {
    for (;;) {
      const text = this.pending.join('');
      this.pending = [];
      this.pendingLength = 0;
      if (text !== '') yield text;
      if (this.isClosed && this.pending.length === 0) return;
      if (this.pending.length > 0) continue;
      await new Promise<void>((resolve) => {
        this.notifyReader = resolve;
      });
      this.notifyReader = null;
    }
  }
}

/** Open alert streams of this process. Sessions and rights are read again for every delivery. */
export class AlertStreams {
  private readonly streams = new Set<AlertStream>();
  private readonly deps: AlertStreamsDeps;
  private subscription: Promise<{ stop(): void }> | null = null;
  private deliveryQueue: Promise<void> = Promise.resolve();
  private pingTimer: ReturnType<typeof setInterval> | null = null;

  constructor(deps: AlertStreamsDeps) {
    this.deps = deps;
  }

  /**
   * Opens a stream. It ends when the signal aborts, when the user loses the right, or when the client reads too slowly.
   * `onEnd` receives the ids of the alerts sent. Throws `rate_limit_exceeded` when the user or the plant has too many
   * streams.
   */
  async open(
    wish: StreamRequest,
    signal: AbortSignal,
    onEnd: (sent: readonly string[]) => void,
  ): Promise<AsyncIterable<string>> {
    const own = [...this.streams].filter((stream) => stream.request.user.uuid === wish.user.uuid);
    if (own.length >= STREAMS_PER_USER || this.streams.size >= STREAMS_PER_PLANT)
      throw new AppError('rate_limit_exceeded', { retryAfterS: 5 });
    const stream = new AlertStream(wish);
    this.streams.add(stream);
    try {
      this.subscription ??= this.deps.alerts.subscribe((rows) => this.enqueueDelivery(rows));
      await this.subscription;
      // A position after the newest (from before a restore of the database) would wait for ever.
      const newest = await readNewestAlertSeq(this.deps.store.runner);
      stream.lastSeq = wish.after === null || wish.after > newest ? newest : wish.after;
      signal.addEventListener('abort', () => stream.end(), { once: true });
      if (signal.aborted) stream.end();
      this.pingTimer ??= setInterval(() => this.sendPings([...this.streams]), PING_EVERY_MS);
    } catch (error) {
      this.streams.delete(stream);
      this.subscription = null;
      throw error;
    }
    stream.push(`retry: ${ALERT_RECONNECT_MS}\n\n`);
    this.sendPings([stream]);
    void this.catchUp(stream);
    return this.iterateStream(stream, onEnd);
  }

  /** Ends every stream when the server stops. */
  async endAll(): Promise<void> {
    for (const stream of this.streams) {
      stream.push(formatReopen(Math.random));
      stream.end();
    }
    if (this.pingTimer !== null) clearInterval(this.pingTimer);
    (await this.subscription)?.stop();
    await this.deliveryQueue;
  }

  private async *iterateStream(stream: AlertStream, onEnd: (sent: readonly string[]) => void): AsyncGenerator<string> {
    try {
      yield* stream.events();
    } finally {
      stream.end();
      this.streams.delete(stream);
      onEnd(stream.sentAlertIds);
    }
  }

  private sendPings(streams: readonly AlertStream[]): void {
    const at = this.deps.now().toISOString();
    for (const stream of streams)
      stream.push(`event: ping\nid: ${stream.lastSeq}\ndata: ${JSON.stringify({ at })}\n\n`);
  }

  /** Sends the alerts published while the client was away, then those held back meanwhile. */
  private async catchUp(stream: AlertStream): Promise<void> {
    try {
      const sinceIso = new Date(this.deps.now().getTime() - MAX_RESUME_AGE_MS).toISOString();
      for (;;) {
        const rows = await readPublishedAlerts(this.deps.store.runner, stream.lastSeq, CATCH_UP_PAGE_SIZE);
        await this.sendAlerts(
          [stream],
          rows.filter((row) => row.raised_at >= sinceIso),
        );
        const last = rows.at(-1);
        if (last !== undefined) stream.advanceTo(last);
        if (rows.length < CATCH_UP_PAGE_SIZE || stream.isClosed) break;
      }
      await this.sendAlerts([stream], stream.endCatchUp());
    } catch (error) {
      this.deps.log.error('alert stream not resumed', { error });
      stream.end();
    }
  }

  /** Deliveries run one after the other, in publication order. */
  private enqueueDelivery(rows: readonly AlertRow[]): void {
    const ready = [...this.streams].filter((stream) => !stream.holdDuringCatchUp(rows));
    if (ready.length === 0) return;
    this.deliveryQueue = this.deliveryQueue
      .then(() => this.sendAlerts(ready, rows))
      .catch((error: unknown) => {
        // End the streams instead of leaving a gap: the clients reconnect and resume after their last position.
        this.deps.log.error('alerts not delivered', { error });
        for (const stream of ready) stream.end();
      });
  }

  private async sendAlerts(streams: readonly AlertStream[], rows: readonly AlertRow[]): Promise<void> {
    if (rows.length === 0 || streams.length === 0) return;
    const { store, now } = this.deps;
    const uuids = [...new Set(streams.map(({ request: wish }) => wish.user.uuid))];
    const users = new Map((await findUsersByUuid(store.runner, uuids)).map((user) => [user.uuid, user]));
    const sessions = await readEndedSessions(store.runner, [...new Set(streams.map(({ request }) => request.session))]);
    const gates = new Map((await readGates(store.runner)).map((gate) => [gate.id, gate]));
    if (rows.some((row) => !store.codes.has('brand', row.brand) || !store.codes.has('model', row.model)))
      await store.codes.load();
    const nowMs = now().getTime();
    for (let at = 0; at < rows.length; at += ALERTS_PER_WRITE) {
      if (at > 0) await nextTurn();
      this.writeAlerts(streams, rows.slice(at, at + ALERTS_PER_WRITE), { users, sessions, gates, nowMs });
    }
  }

  private writeAlerts(
    streams: readonly AlertStream[],
    rows: readonly AlertRow[],
    { users, sessions, gates, nowMs }: DeliveryFacts,
  ): void {
    const { codes } = this.deps.store;
    const today = toRomeDay(nowMs);
    // All clients receive the same event except for the flag "taken by me", so it is serialised once for everybody and once
    // for the owner.
    const events = new Map<string, string>();
    const serializeEvent = (row: AlertRow, uuid: string): string => {
      const key = `${row.id} ${row.owner === uuid ? uuid : ''}`;
      const cached = events.get(key);
      if (cached !== undefined) return cached;
      const alert = LiveAlert.parse(toLiveAlert(row, { codes, gates, uuid }));
      const text = `event: alert\nid: ${row.seq}\ndata: ${JSON.stringify(alert)}\n\n`;
      events.set(key, text);
      return text;
    };
    for (const stream of streams) {
      // A disconnected client resumes after its last position.
      if (stream.isClosed) continue;
      const user = users.get(stream.request.user.uuid);
      if (
        user === undefined ||
        sessions.has(stream.request.session) ||
        user.ver !== stream.request.user.ver ||
        !isAccountUsable(user, today) ||
        !mayReadAlerts(user)
      ) {
        stream.end();
        continue;
      }
      const scope = buildAlertScope(user);
      const oldestMs = getOldestVisibleMs(toTimeScope(user), nowMs);
      for (const row of rows) {
        if (!stream.advanceTo(row) || !stream.matchesRequest(row) || !isAlertVisible(scope, row)) continue;
        if (oldestMs !== null && parseInstantMs(row.ts) < oldestMs) continue;
        stream.push(serializeEvent(row, user.uuid));
        stream.sentAlertIds.push(row.id);
      }
    }
  }
}
