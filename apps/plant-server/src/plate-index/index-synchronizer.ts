import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { poolRunner } from '../database/pg-runner.ts';
import { readPlateChanges } from './plate-changes.repository.ts';
import type { IndexPhase } from './index-messages.ts';
import { IndexTooBigError, loadIndex, type LoadedIndex } from './load-index.repository.ts';
import type { PlateIndex } from './plate-index.ts';

const POLL_INTERVAL_MS = 1000;
const RETRY_MS = 2000;

export interface SynchronizerOptions {
  readonly pool: Pool;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Called when the phase changes or the size of the index changes. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** Loads the index, keeps it in step with the database, and loads it again when the changes are no longer complete. */
export class IndexSynchronizer {
  phase: IndexPhase = 'loading';
  loadMs = 0;
  private loaded: LoadedIndex | null = null;
  /**
   * Resolves when the poll that is running ends. `nextPoll` is the one that starts after it, once a caller needs it.
   */
  private currentPoll: Promise<void> = Promise.resolve();
  private nextPoll: Promise<void> | null = null;
  private readonly options: SynchronizerOptions;

  constructor(options: SynchronizerOptions) {
    this.options = options;
  }

  get index(): PlateIndex | null {
    return this.loaded?.index ?? null;
  }

  /** Runs until the signal aborts or the index is too big. */
  async run(): Promise<void> {
    const { signal } = this.options;
    while (!signal.aborted && this.phase !== 'too_big') {
      try {
        if (this.loaded === null || this.loaded.index.needsReload) await this.load();
        else await this.getCurrent();
        await wait(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {});
      } catch (error) {
        if (signal.aborted) return;
        this.fail(error);
        await wait(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  /**
   * The index with everything that was committed before this call; null when there is none now. Concurrent calls share
   * a poll of the database, but never one that started before them.
   */
  async getCurrent(): Promise<PlateIndex | null> {
    if (this.loaded === null) return null;
    this.nextPoll ??= this.pollAfter(this.currentPoll);
    await this.nextPoll;
    return this.index;
  }

  /** Polls run one after the other: a change read by two of them would be counted twice. */
  private async pollAfter(before: Promise<void>): Promise<void> {
    await before;
    this.nextPoll = null;
    const poll = this.catchUp();
    this.currentPoll = poll.catch(() => {});
    await poll;
  }

  private async catchUp(): Promise<void> {
    const { loaded } = this;
    if (loaded === null) return;
    const found = await readPlateChanges(poolRunner(this.options.pool), loaded.state);
    if (this.loaded !== loaded) return;
    if (found === null) {
      this.drop();
      return;
    }
    // Removed while the changes are applied: if applying fails halfway, a half-changed index must not be used.
    this.loaded = null;
    loaded.index.apply(found.changes);
    this.loaded = { index: loaded.index, state: found.state };
    if (loaded.index.bytes > this.options.maxBytes) this.fail(new IndexTooBigError('plate index outgrew its memory'));
  }

  private async load(): Promise<void> {
    const started = performance.now();
    const { pool, maxBytes, signal } = this.options;
    this.drop();
    this.loaded = await loadIndex(pool, { maxBytes, signal });
    this.loadMs = Math.round(performance.now() - started);
    this.phase = 'ready';
    this.options.onChange();
  }

  private drop(): void {
    this.loaded = null;
    this.phase = 'loading';
    this.options.onChange();
  }

  private fail(error: unknown): void {
    if (error instanceof IndexTooBigError) {
      this.loaded = null;
      this.phase = 'too_big';
      this.options.onChange();
    }
    this.options.onError(error);
  }
}
