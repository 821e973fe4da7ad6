import { listChangesSince, loadListEntries, readFigureheadVehicles } from '../lists/lists.public.ts';
import type { Runner } from '../../database/statement.ts';
import { ListMatcher } from './list-matcher.ts';

/**
 * The lists in memory, as new as the database. Whoever matches asks for `current()` first: it holds every change committed
 * before the call, on every process and after any break, because the number of the newest change is read each time.
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

  /** Plates and patterns held. */
  get size(): number {
    return this.matcher.size;
  }

  /** Calls share a look at the database, but never one that began before them. Rejects when it cannot be read. */
  current(): Promise<ListMatcher> {
    this.next ??= this.lookAfter(this.looking);
    return this.next;
  }

  private async lookAfter(before: Promise<unknown>): Promise<ListMatcher> {
    await before;
    this.next = null;
    const look = this.look();
    this.looking = look.catch(() => {});
    return look;
  }

  private async look(): Promise<ListMatcher> {
    if (this.no === null) return this.load();
    if ((await newestNo(this.runner)) === this.no) return this.matcher;
    for (;;) {
      const found = await listChangesSince(this.runner, this.no);
      if (found === null) return this.load();
      const heads = found.changes.filter(({ list }) => list === 'figurehead').map(({ id }) => id);
      const vehicles = await readFigureheadVehicles(this.runner, heads);
      for (const change of found.changes) this.matcher.apply(change);
      for (const id of heads) this.matcher.putVehicles(id, vehicles.get(id) ?? []);
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
