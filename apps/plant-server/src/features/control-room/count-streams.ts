import { ControlRoomCounts } from '@varco/contract/plant/control-room.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import { buildTransitScope } from '../../auth/plant-viewer.ts';
import type { LatestMessageStream, StreamOwner } from '../../streams/latest-message-stream.ts';
import { StreamSet } from '../../streams/stream-set.ts';
import { buildCounts, type CountScope, type PlantCounts } from './build-counts.ts';
import type { ControlRoomDeps } from './control-room.deps.ts';
import { PlantCounter } from './plant-counter.ts';

const PING_EVERY_MS = 15_000;
/** Shortest time between two counts, and so between two messages. */
const COUNT_EVERY_MS = 1_000;

/** What was sent to a stream. */
interface SentCounts {
  /** Text of the last counts, without their time: equal counts are not sent again. */
  text: string;
  atMs: number;
}

/** Open streams of the control room in this process. */
export class CountStreams {
  private readonly counter: PlantCounter;
  private readonly streams: StreamSet<SentCounts>;
  /** The last counts and when they were made, on a clock that only goes forward. */
  private last: { readonly counts: PlantCounts; readonly atMs: number } | null = null;

  constructor(deps: ControlRoomDeps) {
    this.counter = new PlantCounter(deps);
    this.streams = new StreamSet(deps, {
      perUser: 5,
      perPlant: 200,
      everyMs: COUNT_EVERY_MS,
      onFailure: (error) => deps.log.error('control room not counted', { error }),
      serve: (streams) => this.serve(streams),
    });
  }

  /** Opens a stream; see `StreamSet.open`. */
  open(owner: StreamOwner, signal: AbortSignal): AsyncIterable<string> {
    return this.streams.open(owner, { text: '', atMs: 0 }, signal);
  }

  /** Ends every stream when the server stops. */
  endAll(): Promise<void> {
    return this.streams.endAll();
  }

  private async serve(streams: readonly LatestMessageStream<SentCounts>[]): Promise<void> {
    const counts = await this.readCounts();
    const texts = new Map<string, string>();
    for (const { stream, user } of await this.streams.keepEntitled(streams, counts.nowMs))
      sendCounts(stream, serializeOnce(texts, counts, toCountScope(user)), counts.nowMs);
  }

  /** Counts again after a second at the earliest, however many streams are opened meanwhile. */
  private async readCounts(): Promise<PlantCounts> {
    if (this.last !== null && performance.now() - this.last.atMs < COUNT_EVERY_MS) return this.last.counts;
    const counts = await this.counter.count();
    this.last = { counts, atMs: performance.now() };
    return counts;
  }
}

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

function sendCounts(stream: LatestMessageStream<SentCounts>, text: string, nowMs: number): void {
  const at = toIsoInstant(nowMs);
  const sent = stream.request;
  if (text !== sent.text) {
    stream.offer(`event: conteggi\ndata: {"ora":"${at}",${text.slice(1)}\n\n`);
    sent.text = text;
  } else if (nowMs - sent.atMs >= PING_EVERY_MS || nowMs < sent.atMs) {
    stream.offerPing(`event: ping\ndata: ${JSON.stringify({ at })}\n\n`);
  } else return;
  sent.atMs = nowMs;
}
