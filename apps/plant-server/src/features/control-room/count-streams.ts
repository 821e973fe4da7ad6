import { ControlRoomCounts } from '@varco/contract/plant/control-room.ts';
import { toIsoInstant, toRomeDay } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { checkTransitRights, isAccountUsable } from '../../auth/current-user.ts';
import { readEndedSessions } from '../../auth/ended-session.repository.ts';
import { type PlantUser, findUsersByUuid } from '../../auth/plant-user.repository.ts';
import { buildTransitScope } from '../../auth/plant-viewer.ts';
import { buildCounts, type CountScope, type PlantCounts } from './build-counts.ts';
import type { ControlRoomDeps } from './control-room.deps.ts';
import { PlantCounter } from './plant-counter.ts';

// Limits from the security rules, part 9; apart from those of the alert streams, so that neither takes the other's place.
const STREAMS_PER_USER = 5;
const STREAMS_PER_PLANT = 200;
const PING_EVERY_MS = 15_000;
/** Shortest time between two counts, and so between two messages. */
const COUNT_EVERY_MS = 1_000;
/** Suggested to clients that reconnect by themselves. */
const RECONNECT_MS = 5_000;

/** Who opened a stream, with which token. */
export interface CountWatcher {
  readonly user: PlantUser;
  readonly session: string;
}

/**
 * One open stream. It holds at most the newest message: a count replaces one that the client has not read yet, so a slow
 * reader costs one message of memory and always continues with the present.
 */
class CountStream {
  readonly watcher: CountWatcher;
  private next: string | null = null;
  private notifyReader: (() => void) | null = null;
  /** Text of the last counts, without their time: equal counts are not sent again. */
  sentCounts = '';
  lastSentMs = 0;
  isClosed = false;

  constructor(watcher: CountWatcher) {
    this.watcher = watcher;
  }

  offer(text: string): void {
    this.next = text;
    this.notifyReader?.();
  }

  /** A ping never replaces a count that waits. */
  offerPing(text: string): void {
    if (this.next === null) this.offer(text);
  }

  end(): void {
    this.isClosed = true;
    this.notifyReader?.();
  }

  async *events(): AsyncGenerator<string> {
    yield `retry: ${RECONNECT_MS}\n\n`;
    while (!this.isClosed) {
      const text = this.next;
      this.next = null;
      if (text !== null) {
        yield text;
        continue;
      }
      await new Promise<void>((resolve) => {
        this.notifyReader = resolve;
      });
      this.notifyReader = null;
    }
  }
}

/** Open streams of the control room in this process. Nothing is counted while nobody watches. */
export class CountStreams {
  private readonly deps: ControlRoomDeps;
  private readonly counter: PlantCounter;
  private readonly streams = new Set<CountStream>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private counting: Promise<void> | null = null;
  private isStopped = false;
  /** The last counts and when they were made, on a clock that only goes forward. */
  private last: { readonly counts: PlantCounts; readonly atMs: number } | null = null;

  constructor(deps: ControlRoomDeps) {
    this.deps = deps;
    this.counter = new PlantCounter(deps);
  }

  /**
   * Opens a stream, which ends when the signal aborts or the user loses the right. Throws `rate_limit_exceeded` when the user or the
   * plant has too many streams.
   */
  open(watcher: CountWatcher, signal: AbortSignal): AsyncIterable<string> {
    const own = [...this.streams].filter((stream) => stream.watcher.user.uuid === watcher.user.uuid);
    if (own.length >= STREAMS_PER_USER || this.streams.size >= STREAMS_PER_PLANT)
      throw new AppError('rate_limit_exceeded', { retryAfterS: 5 });
    const stream = new CountStream(watcher);
    this.streams.add(stream);
    signal.addEventListener('abort', () => this.remove(stream), { once: true });
    if (signal.aborted || this.isStopped) this.remove(stream);
    // A new stream is served at once, with counts of the last second if there are any.
    this.schedule(0);
    return this.iterateStream(stream);
  }

  /** Ends every stream when the server stops. */
  async endAll(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    for (const stream of this.streams) this.remove(stream);
    await this.counting;
  }

  private async *iterateStream(stream: CountStream): AsyncGenerator<string> {
    try {
      yield* stream.events();
    } finally {
      this.remove(stream);
    }
  }

  private remove(stream: CountStream): void {
    stream.end();
    this.streams.delete(stream);
  }

  private schedule(inMs: number): void {
    if (this.isStopped || this.counting !== null) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.counting = this.countOnce().finally(() => {
        this.counting = null;
        if (this.streams.size > 0) this.schedule(COUNT_EVERY_MS);
        else this.last = null;
      });
    }, inMs);
  }

  private async countOnce(): Promise<void> {
    const streams = [...this.streams];
    if (streams.length === 0) return;
    try {
      await this.deliver(streams, await this.readCounts());
    } catch (error) {
      // Ended streams reopen; a stream that stays silent would show old figures as if they were of now.
      this.deps.log.error('control room not counted', { error });
      for (const stream of streams) this.remove(stream);
    }
  }

  /** Counts again after a second at the earliest, however many streams are opened meanwhile. */
  private async readCounts(): Promise<PlantCounts> {
    if (this.last !== null && performance.now() - this.last.atMs < COUNT_EVERY_MS) return this.last.counts;
    const counts = await this.counter.count();
    this.last = { counts, atMs: performance.now() };
    return counts;
  }

  /** Sends the counts; users, rights and sessions are read again for every delivery. */
  private async deliver(streams: readonly CountStream[], counts: PlantCounts): Promise<void> {
    const { runner } = this.deps.store;
    const uuids = [...new Set(streams.map(({ watcher }) => watcher.user.uuid))];
    const users = new Map((await findUsersByUuid(runner, uuids)).map((user) => [user.uuid, user]));
    const ended = await readEndedSessions(runner, [...new Set(streams.map(({ watcher }) => watcher.session))]);
    const texts = new Map<string, string>();
    for (const stream of streams) {
      const user = users.get(stream.watcher.user.uuid);
      if (user === undefined || ended.has(stream.watcher.session) || !mayWatch(user, stream.watcher, counts.nowMs)) {
        this.remove(stream);
        continue;
      }
      sendCounts(stream, serializeOnce(texts, counts, toCountScope(user)), counts.nowMs);
    }
  }
}

/** Whether the account is as it was when the stream was opened, and may still read transits. */
const mayWatch = (user: PlantUser, { user: before }: CountWatcher, nowMs: number): boolean =>
  user.ver === before.ver && isAccountUsable(user, toRomeDay(nowMs)) && checkTransitRights(user) === null;

const toCountScope = (user: PlantUser): CountScope => ({
  ...buildTransitScope({ user }),
  seesStolen: user.notifica_rubati,
});

/** The text of the counts for a scope: people with the same rights share it. */
function serializeOnce(texts: Map<string, string>, counts: PlantCounts, scope: CountScope): string {
  const key = JSON.stringify(scope);
  const known = texts.get(key);
  if (known !== undefined) return known;
  const { ora: _at, ...body } = ControlRoomCounts.parse({
    ora: toIsoInstant(counts.nowMs),
    ...buildCounts(counts, scope),
  });
  const text = JSON.stringify(body);
  texts.set(key, text);
  return text;
}

function sendCounts(stream: CountStream, text: string, nowMs: number): void {
  const at = toIsoInstant(nowMs);
  if (text !== stream.sentCounts) {
    stream.offer(`event: conteggi\ndata: {"ora":"${at}",${text.slice(1)}\n\n`);
    stream.sentCounts = text;
  } else if (nowMs - stream.lastSentMs >= PING_EVERY_MS || nowMs < stream.lastSentMs) {
    stream.offerPing(`event: ping\ndata: ${JSON.stringify({ at })}\n\n`);
  } else return;
  stream.lastSentMs = nowMs;
}
