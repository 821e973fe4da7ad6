import { readListChanges, readNewestChangeNo, loadListEntries, readFigureheadVehicles } from '../lists/lists.public.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { ListMatcher } from './list-matcher.ts';

/**
 * In-memory replica of the alert lists. `current()` reads the number of the newest committed change on every call, so the
 * result contains every change committed before the call by any process, also after lost notifications.
 */
export class ListReplica {
  private matcher = new ListMatcher();
  private lastChangeNo: bigint | null = null;
  private currentRefresh: Promise<unknown> = Promise.resolve();
  private queuedRefresh: Promise<ListMatcher> | null = null;
  private readonly runner: Runner;

  constructor(runner: Runner) {
    this.runner = runner;
  }

  /** Number of plates and patterns in the replica. */
  get size(): number {
    return this.matcher.size;
  }

  /**
   * Returns the up-to-date matcher. Concurrent calls share one refresh, but never one that began before the call. Rejects
   * when the database cannot be read.
   */
  current(): Promise<ListMatcher> {
    this.queuedRefresh ??= this.refreshAfter(this.currentRefresh);
    return this.queuedRefresh;
  }

  private async refreshAfter(before: Promise<unknown>): Promise<ListMatcher> {
    await before;
    this.queuedRefresh = null;
    const running = this.refresh();
    this.currentRefresh = running.catch(() => {});
    return running;
  }

  private async refresh(): Promise<ListMatcher> {
    if (this.lastChangeNo === null) return this.load();
    if ((await readNewestChangeNo(this.runner)) === this.lastChangeNo) return this.matcher;
    for (;;) {
      const found = await readListChanges(this.runner, this.lastChangeNo);
      if (found === null) return this.load();
      const figureheadIds = found.changes.filter(({ list }) => list === 'figurehead').map(({ id }) => id);
      const vehicles = await readFigureheadVehicles(this.runner, figureheadIds);
      for (const change of found.changes) this.matcher.apply(change);
      for (const id of figureheadIds) this.matcher.putVehicles(id, vehicles.get(id) ?? []);
      this.lastChangeNo = found.no;
      if (!found.more) return this.matcher;
    }
  }

  private async load(): Promise<ListMatcher> {
    const fresh = new ListMatcher();
    const lastChangeNo = await loadListEntries(this.runner, (rows) => {
      for (const row of rows) fresh.put(row);
    });
    for (const [id, plates] of await readFigureheadVehicles(this.runner, null)) fresh.putVehicles(id, plates);
    this.matcher = fresh;
    this.lastChangeNo = lastChangeNo;
    return fresh;
  }
}
