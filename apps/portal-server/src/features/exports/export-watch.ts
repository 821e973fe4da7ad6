import { formatReopen } from '@varco/domain/streams/reopen.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { listen } from '@varco/server-kit/database/listen.ts';
import type { Pool } from 'pg';

/** Notification channel of migration 0042. */
const EXPORT_CHANGE_CHANNEL = 'export_change';
// Security rules, part 9.
const MAX_WATCHES_PER_USER = 5;
const MAX_WATCHES = 500;
const PING_INTERVAL_MS = 15_000;
/** Shorter than the life of a token, so that a person who lost access soon stops receiving events. */
const MAX_WATCH_MS = 10 * 60_000;
const RETRY_MS = 5_000;
/** Changes within this time are combined into one event. */
const COALESCE_MS = 300;

/** One open stream. Its state is two flags, so a slow reader needs no queue. */
interface Watch {
  readonly userId: number;
  isChanged: boolean;
  isOver: boolean;
  wake: () => void;
}

/** Open export streams of this process. The database notifies all processes of each change. */
export class ExportWatch {
  private readonly watches = new Set<Watch>();
  private readonly pool: Pool;
  private readonly ending = new AbortController();
  private listening: Promise<void> | null = null;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  /**
   * Opens a stream for this person; it ends with the signal. @throws AppError `rate_limit_exceeded` beyond five
   * streams of a person, or 500 in all
   */
  open(userId: number, signal: AbortSignal): AsyncIterable<string> {
    const own = [...this.watches].filter((watch) => watch.userId === userId);
    if (own.length >= MAX_WATCHES_PER_USER || this.watches.size >= MAX_WATCHES)
      throw new AppError('rate_limit_exceeded', { retryAfterS: RETRY_MS / 1_000 });
    const watch: Watch = { userId, isChanged: false, isOver: false, wake: () => undefined };
    this.watches.add(watch);
    // Also when nothing was read from the stream yet.
    const leave = (): void => {
      endWatch(watch);
      this.watches.delete(watch);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    this.listening ??= listen(this.pool, EXPORT_CHANGE_CHANNEL, (word) => this.markChanged(word), this.ending.signal);
    return this.run(watch);
  }

  /** Ends every stream when the server stops. */
  async endAll(): Promise<void> {
    this.ending.abort();
    for (const watch of this.watches) endWatch(watch);
    await this.listening;
  }

  private markChanged(word: string | null): void {
    for (const watch of this.watches)
      if (word === null || word === String(watch.userId)) {
        watch.isChanged = true;
        watch.wake();
      }
  }

  private async *run(watch: Watch): AsyncGenerator<string> {
    const lifetime = setTimeout(() => endWatch(watch), MAX_WATCH_MS);
    try {
      yield `retry: ${RETRY_MS}\n\n${PING}`;
      while (!watch.isOver) {
        await waitForChange(watch, PING_INTERVAL_MS);
        if (!watch.isChanged) {
          if (!watch.isOver) yield PING;
          continue;
        }
        await new Promise((resolve) => setTimeout(resolve, COALESCE_MS));
        watch.isChanged = false;
        yield CHANGED;
      }
      if (this.ending.signal.aborted) yield formatReopen(Math.random);
    } finally {
      clearTimeout(lifetime);
      this.watches.delete(watch);
    }
  }
}

const PING = 'event: ping\ndata: {}\n\n';
const CHANGED = 'event: changed\ndata: {}\n\n';

function endWatch(watch: Watch): void {
  watch.isOver = true;
  watch.wake();
}

/** Resolves at the next change, at the end of the stream, or after `mostMs`. */
function waitForChange(watch: Watch, mostMs: number): Promise<void> {
  if (watch.isChanged || watch.isOver) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, mostMs);
    watch.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
