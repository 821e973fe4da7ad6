import { MAX_NEW_TRANSITS, type NewTransits, type TransitFilter } from '@varco/contract/plant/transits.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { firstTransitIdAt } from '@varco/domain/transits/transit-id.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { buildTransitScope } from '../../../auth/plant-viewer.ts';
import { type PlantSettings, readPlantSettings } from '../../../settings/plant-settings.repository.ts';
import type { LatestMessageStream, StreamOwner } from '../../../streams/latest-message-stream.ts';
import { type ServedStream, StreamSet } from '../../../streams/stream-set.ts';
import { openTransitQuery } from '../open-transit-query.ts';
import type { TransitsDeps } from '../transits.deps.ts';
import { readArrivals } from './arrivals.repository.ts';
import { findNewTransits } from './find-new-transits.repository.ts';

const PING_EVERY_MS = 15_000;
/** Shortest time between two looks at what arrived, and so between two messages. */
const LOOK_EVERY_MS = 2_000;
/** Reads that arrive later than this after they were made are not at the top of a list, and so not announced. */
const MAX_LATE_MS = 3_600_000;

/** A watched search, and what is known of it. */
interface WatchedSearch {
  readonly filter: TransitFilter;
  /** Name of the database snapshot up to which arrivals were looked at. */
  seen: string;
  /** Ids of the new transits. */
  readonly found: Set<string>;
  /** The number sent last; null: none yet. */
  sent: number | null;
  sentAtMs: number;
}

type StreamsDeps = Pick<TransitsDeps, 'store' | 'confusions' | 'now' | 'log'>;

/** Open streams of searches in this process. A round looks only at what arrived since the one before. */
export class NewTransitStreams {
  private readonly deps: StreamsDeps;
  private readonly streams: StreamSet<WatchedSearch>;

  constructor(deps: StreamsDeps) {
    this.deps = deps;
    this.streams = new StreamSet(deps, {
      perUser: 5,
      perPlant: 500,
      everyMs: LOOK_EVERY_MS,
      onFailure: (error) => deps.log.error('new transits not counted', { error }),
      serve: (streams) => this.serve(streams),
    });
  }

  /**
   * Opens a stream; see `StreamSet.open`.
   * @param seen name of the snapshot after which transits are new
   */
  open(owner: StreamOwner, filter: TransitFilter, seen: string, signal: AbortSignal): AsyncIterable<string> {
    return this.streams.open(owner, { filter, seen, found: new Set(), sent: null, sentAtMs: 0 }, signal);
  }

  /** Ends every stream when the server stops. */
  endAll(): Promise<void> {
    return this.streams.endAll();
  }

  private async serve(streams: readonly LatestMessageStream<WatchedSearch>[]): Promise<void> {
    const { runner } = this.deps.store;
    const nowMs = this.deps.now().getTime();
    const served = await this.streams.keepEntitled(streams, nowMs);
    if (served.length === 0) return;
    const seen = [...new Set(served.map(({ stream }) => stream.request.seen))];
    const arrivals = await readArrivals(runner, seen, firstTransitIdAt(nowMs - MAX_LATE_MS));
    const settings = await readPlantSettings(runner);
    for (const one of served) {
      const search = one.stream.request;
      const ids = arrivals.ids.get(search.seen) ?? [];
      search.seen = arrivals.seen;
      if (ids.length > 0 && search.found.size < MAX_NEW_TRANSITS) await this.addMatches(one, ids, settings, nowMs);
      sendCount(one.stream, nowMs);
    }
  }

  private async addMatches(
    { stream, user }: ServedStream<WatchedSearch>,
    ids: readonly string[],
    settings: PlantSettings,
    nowMs: number,
  ): Promise<void> {
    const { filter, found } = stream.request;
    try {
      // The window ends with the present, and the rights may have changed.
      const query = await openTransitQuery(
        this.deps.confusions,
        filter,
        buildTransitScope({ user }),
        settings.retention_days,
        toIsoInstant(nowMs),
      );
      for (const id of await findNewTransits(this.deps.store, query, settings.municipality, ids)) found.add(id);
    } catch (error) {
      // The search of one user must not end those of the others.
      if (!(error instanceof AppError)) this.deps.log.error('new transits not counted', { error });
      this.streams.remove(stream);
    }
  }
}

function sendCount(stream: LatestMessageStream<WatchedSearch>, nowMs: number): void {
  const search = stream.request;
  const count = Math.min(search.found.size, MAX_NEW_TRANSITS);
  if (count !== search.sent) {
    const message: NewTransits = { nuovi: count };
    stream.offer(`event: nuovi\ndata: ${JSON.stringify(message)}\n\n`);
    search.sent = count;
  } else if (nowMs - search.sentAtMs >= PING_EVERY_MS || nowMs < search.sentAtMs) {
    stream.offerPing(`event: ping\ndata: ${JSON.stringify({ at: toIsoInstant(nowMs) })}\n\n`);
  } else return;
  search.sentAtMs = nowMs;
}
