/** How long a stream stays open at least while others of its kind wait: silence after its first event, or time in all. */
const QUIET_MS = 1_000;
const MAX_HOLD_MS = 3_000;
const CHECK_MS = 250;

/** An open stream of a pool. */
export interface StreamSlot {
  /** Aborts when the stream must end because another one of its kind waits. */
  readonly ended: AbortSignal;
  /** Whether an event was received. */
  readonly isHeard: boolean;
  /** Tells that an event was received. */
  markHeard(): void;
  release(): void;
}

class Slot implements StreamSlot {
  readonly openedMs = performance.now();
  private heardMs: number | null = null;
  private readonly ending = new AbortController();
  private readonly onRelease: (slot: Slot) => void;

  constructor(onRelease: (slot: Slot) => void) {
    this.onRelease = onRelease;
  }

  get ended(): AbortSignal {
    return this.ending.signal;
  }
  get isHeard(): boolean {
    return this.heardMs !== null;
  }
  markHeard(): void {
    this.heardMs = performance.now();
  }
  release(): void {
    this.onRelease(this);
  }

  /** Ends the stream if it has said what it had to say, or was open long enough. Returns whether it ends. */
  endIfDone(nowMs: number): boolean {
    const isQuiet = this.heardMs !== null && nowMs - this.heardMs >= QUIET_MS;
    if (!isQuiet && nowMs - this.openedMs < MAX_HOLD_MS) return false;
    this.ending.abort();
    return true;
  }
}

/**
 * Limits how many streams of one kind are open. When more are wanted, the streams are open one after the other, each for a
 * few seconds, in the order in which they asked. Nothing is ended while nobody waits.
 */
export class StreamPool {
  private readonly maxOpen: number;
  /** In the order in which they were opened. */
  private readonly open = new Set<Slot>();
  private readonly waiting = new Set<(slot: Slot) => void>();
  private timer: ReturnType<typeof setInterval> | null = null;

  constructor(maxOpen: number) {
    this.maxOpen = maxOpen;
  }

  /** Resolves when a stream may be opened. Rejects with the reason of `signal`. */
  async acquire(signal: AbortSignal): Promise<StreamSlot> {
    signal.throwIfAborted();
    if (this.open.size < this.maxOpen && this.waiting.size === 0) return this.add();
    const { promise, resolve, reject } = Promise.withResolvers<StreamSlot>();
    const onAbort = (): void => {
      this.waiting.delete(resolve);
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError'));
    };
    this.waiting.add(resolve);
    signal.addEventListener('abort', onAbort, { once: true });
    this.timer ??= setInterval(() => this.endDone(), CHECK_MS);
    return promise.finally(() => signal.removeEventListener('abort', onAbort));
  }

  private add(): Slot {
    const slot = new Slot((ended) => this.remove(ended));
    this.open.add(slot);
    return slot;
  }

  private remove(slot: Slot): void {
    if (!this.open.delete(slot)) return;
    const [next] = this.waiting;
    if (next !== undefined) {
      this.waiting.delete(next);
      next(this.add());
    }
    this.stopUnlessWaiting();
  }

  private endDone(): void {
    this.stopUnlessWaiting();
    let needed = this.waiting.size;
    const nowMs = performance.now();
    for (const slot of this.open) {
      if (needed === 0) return;
      if (slot.endIfDone(nowMs)) needed -= 1;
    }
  }

  private stopUnlessWaiting(): void {
    if (this.waiting.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}

/**
 * Open streams of one tab, by endpoint. Chromium has 256 connections for all servers and tabs together, so that with four
 * streams to each of 64 plants no call would be sent any more. These leave room for a second window and for calls to plants
 * that do not answer.
 */
const MAX_OPEN_STREAMS: Readonly<Record<string, number>> = {
  receiveAlerts: 64,
  watchControlRoom: 40,
  watchNewTransits: 16,
  watchApprovals: 8,
};
const DEFAULT_MAX_OPEN = 4;

const pools = new Map<string, StreamPool>();

/** The pool of the streams of an endpoint. */
export function getStreamPool(endpointId: string): StreamPool {
  const pool = pools.get(endpointId) ?? new StreamPool(MAX_OPEN_STREAMS[endpointId] ?? DEFAULT_MAX_OPEN);
  pools.set(endpointId, pool);
  return pool;
}
