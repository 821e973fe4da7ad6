import { formatReopen } from '@varco/domain/streams/reopen.ts';
import { toRomeDay } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { checkTransitRights, isAccountUsable } from '../auth/current-user.ts';
import { readEndedSessions } from '../auth/ended-session.repository.ts';
import { type PlantUser, findUsersByUuid } from '../auth/plant-user.repository.ts';
import type { PlantServices } from '../context/plant-services.ts';
import { LatestMessageStream, type StreamOwner } from './latest-message-stream.ts';

export type StreamSetDeps = Pick<PlantServices, 'store'>;

export interface StreamSetOptions<Request> {
  /** Limits from the security rules, part 9. Each kind of stream has its own, so that none takes the place of another. */
  readonly perUser: number;
  readonly perPlant: number;
  /** Shortest time between two rounds. */
  readonly everyMs: number;
  /** Called when a round failed; its streams are ended then. */
  readonly onFailure: (error: unknown) => void;
  /** One round: makes and offers the messages of the open streams. */
  readonly serve: (streams: readonly LatestMessageStream<Request>[]) => Promise<void>;
}

/** A stream with its user as the database has them now. */
export interface ServedStream<Request> {
  readonly stream: LatestMessageStream<Request>;
  readonly user: PlantUser;
}

/** Open streams of one kind in this process, served in rounds. Nothing is done while nobody watches. */
export class StreamSet<Request> {
  private readonly deps: StreamSetDeps;
  private readonly options: StreamSetOptions<Request>;
  private readonly streams = new Set<LatestMessageStream<Request>>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private round: Promise<void> | null = null;
  private isStopped = false;

  constructor(deps: StreamSetDeps, options: StreamSetOptions<Request>) {
    this.deps = deps;
    this.options = options;
  }

  /**
   * Opens a stream, which ends when the signal aborts. It is served at once. Throws `rate_limit_exceeded` when the user
   * or the plant has too many.
   */
  open(owner: StreamOwner, request: Request, signal: AbortSignal): AsyncIterable<string> {
    const own = [...this.streams].filter((stream) => stream.owner.user.uuid === owner.user.uuid);
    if (own.length >= this.options.perUser || this.streams.size >= this.options.perPlant)
      throw new AppError('rate_limit_exceeded', { retryAfterS: 5 });
    const stream = new LatestMessageStream(owner, request);
    this.streams.add(stream);
    signal.addEventListener('abort', () => this.remove(stream), { once: true });
    if (signal.aborted) this.remove(stream);
    else if (this.isStopped) this.remove(stream, formatReopen(Math.random));
    this.schedule(0);
    return this.iterateStream(stream);
  }

  /** Ends one stream. `lastEvent`: still sent. */
  remove(stream: LatestMessageStream<Request>, lastEvent = ''): void {
    stream.end(lastEvent);
    this.streams.delete(stream);
  }

  /** Ends every stream when the server stops. */
  async endAll(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    for (const stream of this.streams) this.remove(stream, formatReopen(Math.random));
    await this.round;
  }

  /**
   * The streams whose account is as it was when they were opened and may still read transits; the others are ended. Users,
   * rights and sessions are read again in every round.
   */
  async keepEntitled(
    streams: readonly LatestMessageStream<Request>[],
    nowMs: number,
  ): Promise<readonly ServedStream<Request>[]> {
    const { runner } = this.deps.store;
    const uuids = [...new Set(streams.map(({ owner }) => owner.user.uuid))];
    const users = new Map((await findUsersByUuid(runner, uuids)).map((user) => [user.uuid, user]));
    const ended = await readEndedSessions(runner, [...new Set(streams.map(({ owner }) => owner.session))]);
    const today = toRomeDay(nowMs);
    return streams.flatMap((stream) => {
      const user = users.get(stream.owner.user.uuid);
      const isEntitled =
        user !== undefined &&
        user.ver === stream.owner.user.ver &&
        !ended.has(stream.owner.session) &&
        isAccountUsable(user, today) &&
        checkTransitRights(user) === null;
      if (isEntitled) return [{ stream, user }];
      this.remove(stream);
      return [];
    });
  }

  private async *iterateStream(stream: LatestMessageStream<Request>): AsyncGenerator<string> {
    try {
      yield* stream.events();
    } finally {
      this.remove(stream);
    }
  }

  private schedule(inMs: number): void {
    if (this.isStopped || this.round !== null) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.round = this.serveOnce().finally(() => {
        this.round = null;
        if (this.streams.size > 0) this.schedule(this.options.everyMs);
      });
    }, inMs);
  }

  private async serveOnce(): Promise<void> {
    const streams = [...this.streams];
    if (streams.length === 0) return;
    try {
      await this.options.serve(streams);
    } catch (error) {
      // Ended streams reopen; a stream that stays silent would show old figures as if they were of now.
      this.options.onFailure(error);
      for (const stream of streams) this.remove(stream);
    }
  }
}
