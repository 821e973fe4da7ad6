import { setImmediate as nextTurn } from 'node:timers/promises';
import { LiveAlert } from '@varco/contract/plant/alerts.ts';
import { type AlertKind, RECONNECT_MS } from '@varco/domain/alerts/alert-kinds.ts';
import { romeDayOf } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { mayBeTold, newestSeq, readTold, type AlertRow } from './alert.queries.ts';
import type { AlertsDeps } from './alerts.deps.ts';
import { isUsable } from '../../auth/plant-authenticator.ts';
import { type PlantUser, usersByUuid } from '../../auth/plant-user.queries.ts';
import { readGates } from '../gates/gates.public.ts';
import { alertScopeOf, mayReadAlerts } from './alert-scope.ts';
import { toLiveAlert } from './alerts.view.ts';

// Limits from the security rules, part 9.
const STREAMS_PER_USER = 5;
const STREAMS_PER_PLANT = 500;
const MOST_UNSENT = 256 * 1024;
const PING_EVERY_MS = 15_000;
const PAGE = 200;
/** Alerts written before the event loop gets control again, so that a burst alone does not make a reader look slow. */
const AT_ONCE = 50;
/** Older alerts are not sent again to a browser that reconnects. */
const RESUME_MS = 24 * 3_600_000;

/** What the client of a stream asked for. */
export interface StreamWish {
  readonly user: PlantUser;
  readonly kinds: ReadonlySet<AlertKind>;
  /** Null: all gates that the user may see. */
  readonly gates: ReadonlySet<number> | null;
  /** Position to resume after; null: start now. */
  readonly after: bigint | null;
}

type Users = ReadonlyMap<string, PlantUser>;
type Gates = ReadonlyMap<number, Awaited<ReturnType<typeof readGates>>[number]>;
type Needs = Pick<AlertsDeps, 'store' | 'alerts' | 'now' | 'log'>;

/** One open stream with its queue of events not yet read by the client. */
class Stream {
  readonly wish: StreamWish;
  readonly sent: string[] = [];
  private waiting: string[] = [];
  private unsent = 0;
  private wake: (() => void) | null = null;
  /** Sequence number of the last alert processed for this stream, sent or not. */
  at = 0n;
  isOver = false;
  /** Alerts published during the catch-up; null once the catch-up has finished. */
  private early: (readonly AlertRow[])[] | null = [];

  constructor(wish: StreamWish) {
    this.wish = wish;
  }

  isWanted(row: AlertRow): boolean {
    const { kinds, gates } = this.wish;
    return kinds.has(row.kind) && (gates === null || gates.has(row.gate));
  }

  push(text: string): void {
    this.waiting.push(text);
    this.unsent += text.length;
    // A reader that is too slow is disconnected; it reconnects with its last position and misses nothing.
    if (this.unsent > MOST_UNSENT) this.end();
    this.wake?.();
  }

  end(): void {
    this.isOver = true;
    this.wake?.();
  }

  /** During the catch-up, holds back newly published rows and returns true; afterwards returns false. */
  hold(rows: readonly AlertRow[]): boolean {
    this.early?.push(rows);
    return this.early !== null;
  }
  release(): readonly AlertRow[] {
    const held = (this.early ?? []).flat();
    this.early = null;
    return held;
  }

  isNew(row: AlertRow): boolean {
    const seq = BigInt(row.seq ?? 0);
    if (seq <= this.at) return false;
    this.at = seq;
    return true;
  }

  async *events(): AsyncGenerator<string> {
    for (;;) {
      const text = this.waiting.join('');
      this.waiting = [];
      this.unsent = 0;
      if (text !== '') yield text;
      if (this.isOver && this.waiting.length === 0) return;
      if (this.waiting.length > 0) continue;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = null;
    }
  }
}

/** Open alert streams of this process. The users' rights are read again for every delivery. */
export class AlertStreams {
  private readonly streams = new Set<Stream>();
  private readonly needs: Needs;
  private subscription: Promise<{ stop(): void }> | null = null;
  private delivering: Promise<void> = Promise.resolve();
  private pings: ReturnType<typeof setInterval> | null = null;

  constructor(needs: Needs) {
    this.needs = needs;
  }

  /**
   * Opens a stream. It ends when the signal aborts, when the user loses the right, or when the client reads too slowly.
   * `onEnd` receives the ids of the alerts sent. Throws `rate_limit_exceeded` when the user or the plant has too many
   * streams.
   */
  async open(
    wish: StreamWish,
    signal: AbortSignal,
    onEnd: (sent: readonly string[]) => void,
  ): Promise<AsyncIterable<string>> {
    const own = [...this.streams].filter((stream) => stream.wish.user.uuid === wish.user.uuid);
    if (own.length >= STREAMS_PER_USER || this.streams.size >= STREAMS_PER_PLANT)
      throw new AppError('rate_limit_exceeded', { retryAfterS: 5 });
    const stream = new Stream(wish);
    this.streams.add(stream);
    try {
      this.subscription ??= this.needs.alerts.subscribe((rows) => this.deliver(rows));
      await this.subscription;
      // A position after the newest (from before a restore of the database) would wait for ever.
      const newest = await newestSeq(this.needs.store.runner);
      stream.at = wish.after === null || wish.after > newest ? newest : wish.after;
      signal.addEventListener('abort', () => stream.end(), { once: true });
      if (signal.aborted) stream.end();
      this.pings ??= setInterval(() => this.ping([...this.streams]), PING_EVERY_MS);
    } catch (error) {
      this.streams.delete(stream);
      this.subscription = null;
      throw error;
    }
    stream.push(`retry: ${RECONNECT_MS}\n\n`);
    this.ping([stream]);
    void this.catchUp(stream);
    return this.runs(stream, onEnd);
  }

  /** Ends every stream when the server stops. */
  async endAll(): Promise<void> {
    for (const stream of this.streams) stream.end();
    if (this.pings !== null) clearInterval(this.pings);
    (await this.subscription)?.stop();
    await this.delivering;
  }

  private async *runs(stream: Stream, onEnd: (sent: readonly string[]) => void): AsyncGenerator<string> {
    try {
      yield* stream.events();
    } finally {
      stream.end();
      this.streams.delete(stream);
      onEnd(stream.sent);
    }
  }

  private ping(streams: readonly Stream[]): void {
    const at = this.needs.now().toISOString();
    for (const stream of streams) stream.push(`event: ping\nid: ${stream.at}\ndata: ${JSON.stringify({ at })}\n\n`);
  }

  /** Sends the alerts published while the client was away, then those held back meanwhile. */
  private async catchUp(stream: Stream): Promise<void> {
    try {
      const sinceIso = new Date(this.needs.now().getTime() - RESUME_MS).toISOString();
      for (;;) {
        const rows = await readTold(this.needs.store.runner, stream.at, PAGE);
        await this.send(
          [stream],
          rows.filter((row) => row.raised_at >= sinceIso),
        );
        const last = rows.at(-1);
        if (last !== undefined) stream.isNew(last);
        if (rows.length < PAGE || stream.isOver) break;
      }
      await this.send([stream], stream.release());
    } catch (error) {
      this.needs.log.error('alert stream not resumed', { error });
      stream.end();
    }
  }

  /** Deliveries run one after the other, in publication order. */
  private deliver(rows: readonly AlertRow[]): void {
    const ready = [...this.streams].filter((stream) => !stream.hold(rows));
    if (ready.length === 0) return;
    this.delivering = this.delivering
      .then(() => this.send(ready, rows))
      .catch((error: unknown) => {
        // End the streams instead of leaving a gap: the clients reconnect and resume after their last position.
        this.needs.log.error('alerts not delivered', { error });
        for (const stream of ready) stream.end();
      });
  }

  private async send(streams: readonly Stream[], rows: readonly AlertRow[]): Promise<void> {
    if (rows.length === 0 || streams.length === 0) return;
    const { store, now } = this.needs;
    const uuids = [...new Set(streams.map(({ wish }) => wish.user.uuid))];
    const users = new Map((await usersByUuid(store.runner, uuids)).map((user) => [user.uuid, user]));
    const gates = new Map((await readGates(store.runner)).map((gate) => [gate.id, gate]));
    if (rows.some((row) => !store.codes.has('brand', row.brand) || !store.codes.has('model', row.model)))
      await store.codes.load();
    const today = romeDayOf(now().getTime());
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      if (at > 0) await nextTurn();
      this.write(streams, rows.slice(at, at + AT_ONCE), { users, gates, today });
    }
  }

  private write(
    streams: readonly Stream[],
    rows: readonly AlertRow[],
    { users, gates, today }: { users: Users; gates: Gates; today: string },
  ): void {
    const { codes } = this.needs.store;
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
      if (stream.isOver) continue;
      const user = users.get(stream.wish.user.uuid);
      if (user === undefined || user.ver !== stream.wish.user.ver || !isUsable(user, today) || !mayReadAlerts(user)) {
        stream.end();
        continue;
      }
      const scope = alertScopeOf(user);
      for (const row of rows) {
        if (!stream.isNew(row) || !stream.isWanted(row) || !mayBeTold(scope, row)) continue;
        stream.push(serializeEvent(row, user.uuid));
        stream.sent.push(row.id);
      }
    }
  }
}
