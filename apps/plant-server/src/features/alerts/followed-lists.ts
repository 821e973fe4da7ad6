import { listChangesSince, loadListEntries, readFigureheadVehicles } from '../lists/lists.public.ts';
import type { Runner } from '../../database/statement.ts';
import { ListMatcher } from './list-matcher.ts';

/**
 * In-memory replica of the alert lists. `current()` reads the number of the newest committed change on every call, so the
 * result contains every change committed before the call by any process, also after lost notifications.
 */
export class FollowedLists {
  private matcher = new ListMatcher();
  private no: bigint | null = null;
  private looking: Promise<unknown> = Promise.resolve();
  private next: Promise<ListMatcher> | null = null;
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
    this.next ??= this.lookAfter(this.looking);
    return this.next;
  }

  private async lookAfter(before: Promise<unknown>): Promise<ListMatcher> {
    await before;
    this.next = null;
    const running = this.look();
    this.looking = running.catch(() => {});
    return running;
  }

  private async look(): Promise<ListMatcher> {
    if (this.no === null) return this.load();
    if ((await newestNo(this.runner)) === this.no) return this.matcher;
    for (;;) {
      const found = await listChangesSince(this.runner, this.no);
      if (found === null) return this.load();
      const figureheadIds = found.changes.filter(({ list }) => list === 'figurehead').map(({ id }) => id);
      const vehicles = await readFigureheadVehicles(this.runner, figureheadIds);
      for (const change of found.changes) this.matcher.apply(change);
      for (const id of figureheadIds) this.matcher.putVehicles(id, vehicles.get(id) ?? []);
      this.no = found.no;
      if (!found.more) return this.matcher;
    }
  }

  private async load(): Promise<ListMatcher> {
    const fresh = new ListMatcher();
    const no = await loadListEntries(this.runner, (rows) => {
      for (const row of rows) fresh.put(row);
    });
    for (const [id, plates] of await readFigureheadVehicles(this.runner, null)) fresh.putVehicles(id, plates);
    this.matcher = fresh;
    this.no = no;
    return fresh;
  }
}

async function newestNo(runner: Runner): Promise<bigint> {
  const text = 'select last_no::text as no from list_feed';
  const [row] = await runner.run<{ no: string }>({ name: 'newest-list-change', text, values: [] });
  return BigInt(row?.no ?? 0);
}
