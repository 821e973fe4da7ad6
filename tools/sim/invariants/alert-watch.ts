import type { SimNode } from '../engine/scheduler.ts';
import type { SimPlant } from '../nodes/plant.ts';
import type { WebTab } from '../web/web-tab-types.ts';
import type { World } from '../world.ts';

const SHOWN = 11;
const DAY_MS = 86_400_000;
/** A browser notices a dead line after 40 s, and signs in again every 60 s. */
const RECOVERY_MS = 3 * 60_000;
/** Time in which a browser notices a dead line. */
const NOTICED_MS = 60_000;
/** Time in which a tab stores what it has received. */
const STORING_MS = 1_000;

interface OpenTab {
  readonly node: SimNode;
  readonly tab: WebTab;
}

/** An alert as the database of its plant has it. */
interface RaisedAlert {
  /** As the web app names it. */
  readonly id: string;
  readonly at: string;
  readonly peerId: number;
  readonly seq: bigint;
  readonly raisedMs: number;
}

/** What the tabs of one browser were told of alerts, against what the plants raised. */
export class AlertWatch {
  readonly #world: World;
  readonly #plants: readonly SimPlant[];
  /** Newest position of each plant when a tab first showed that its alerts arrive: from there on nothing may be missed. */
  readonly #since = new Map<number, bigint>();
  /** When each alert was announced, by plant and alert, milliseconds since 1970. */
  readonly #announced = new Map<string, readonly number[]>();
  /** When a tab stopped receiving, milliseconds since 1970. */
  readonly #left: number[] = [];
  /** Positions asked for, which never go back. */
  readonly #asked = new Map<number, bigint>();

  constructor(world: World, plants: readonly SimPlant[]) {
    this.#world = world;
    this.#plants = plants;
  }

  /** A tab opens the stream of a plant. */
  opened(node: SimNode, host: string, body: string): void {
    const plant = this.#plants.find((one) => one.host === host);
    const { last_id: lastId } = JSON.parse(body) as { readonly last_id?: string };
    if (plant === undefined) return;
    const { judge } = this.#world;
    const hasBegun = this.#since.has(plant.peerId);
    judge.check('a stream goes on where it stopped', node.name, !hasBegun || lastId !== undefined, () => [
      `a position after ${this.#since.get(plant.peerId)}`,
      'none',
    ]);
    if (lastId === undefined) return;
    const after = BigInt(lastId);
    const before = this.#asked.get(plant.peerId) ?? 0n;
    judge.check('the position in a stream never goes back', node.name, after >= before, () => [
      `at least ${before}`,
      String(after),
    ]);
    this.#asked.set(plant.peerId, after);
  }

  /** A tab shows other alerts or links than before. */
  changed(tab: WebTab): void {
    for (const [peerId, state] of tab.alerts().links) {
      const plant = this.#plants.find((one) => one.peerId === peerId);
      if (state !== 'open' || plant === undefined || this.#since.has(peerId)) continue;
      const seqs = [...plant.database.tables.alerts.values()].map(({ seq }) => BigInt(seq ?? 0));
      this.#since.set(
        peerId,
        seqs.reduce((newest, seq) => (seq > newest ? seq : newest), 0n),
      );
    }
  }

  /** A tab stops receiving: its page is closed or loaded again. */
  left(): void {
    this.#left.push(this.#world.scheduler.nowMs);
  }

  announced(node: SimNode, id: string): void {
    const before = this.#announced.get(id) ?? [];
    const { nowMs } = this.#world.scheduler;
    this.#announced.set(id, [...before, nowMs]);
    // A tab that closes before it has stored what it announced leaves it to the next one.
    const isTwice = before.some((at) => !this.#left.some((leftMs) => leftMs >= at && leftMs - at < STORING_MS));
    this.#world.judge.check('an alert is announced once', node.name, !isTwice, () => [
      `one announcement of ${id}`,
      `announced ${new Date(before[0] ?? 0).toISOString()} and ${new Date(nowMs).toISOString()}`,
    ]);
  }

  /**
   * To be called while people work: what each tab receives of the plants with which nothing has been wrong for some minutes.
   * @param tabs all tabs of the browser, because one of them receives for the others
   * @param raised alerts that the plants had raised at `raisedMs`, milliseconds since 1970
   */
  checkReceived(tabs: readonly OpenTab[], raised: readonly RaisedAlert[], raisedMs: number): void {
    const { faults, scheduler } = this.#world;
    const fromMs = Math.min(raisedMs, scheduler.nowMs - RECOVERY_MS);
    const calm = this.#plants.filter((plant) =>
      tabs.every(({ node }) => faults.isCalm(plant.node.name, node.name, fromMs, scheduler.nowMs)),
    );
    for (const one of tabs) if (one.tab.isReceiving()) this.#checkTab(one, calm, raised);
  }

  /** A plant that has been away for a while is not shown as connected. */
  checkLinks(tabs: readonly OpenTab[]): void {
    const { faults, scheduler, judge } = this.#world;
    const fromMs = scheduler.nowMs - NOTICED_MS;
    for (const { peerId, node } of this.#plants) {
      if (!tabs.every((one) => faults.isAway(node.name, one.node.name, fromMs, scheduler.nowMs))) continue;
      const shown = tabs.find(({ tab }) => tab.alerts().links.some(([id, state]) => id === peerId && state === 'open'));
      judge.check('a dead stream is not shown as open', shown?.node.name ?? 'tabs', shown === undefined, () => [
        `plant ${peerId} closed`,
        'open',
      ]);
    }
  }

  #checkTab({ node, tab }: OpenTab, calm: readonly SimPlant[], raised: readonly RaisedAlert[]): void {
    const { judge } = this.#world;
    const { ids, links } = tab.alerts();
    this.#checkList(node, ids);
    const [away, open] = [new Set(tab.away()), new Map(links)];
    for (const { peerId } of calm) {
      judge.check('a plant that answers again is signed in to', node.name, !away.has(peerId), () => [
        `plant ${peerId} signed in`,
        'away',
      ]);
      if (!tab.signedIn().includes(peerId)) continue;
      judge.check('a broken stream is opened again', node.name, open.get(peerId) === 'open', () => [
        `plant ${peerId} open`,
        JSON.stringify(links),
      ]);
      const missing = this.#findMissing(
        ids,
        raised.filter((one) => one.peerId === peerId),
      );
      judge.check('an alert arrives soon', node.name, missing === undefined, () => [
        `alert ${missing?.id} of ${missing?.at}`,
        ids.join(', '),
      ]);
    }
  }

  /** To be called when nothing has been wrong for some minutes and tabs receive alerts. */
  checkShown(tabs: readonly OpenTab[]): void {
    const { judge } = this.#world;
    for (const { node, tab } of tabs) {
      const { ids, links } = tab.alerts();
      this.#checkList(node, ids);
      const open = links.filter(([, state]) => state === 'open').length;
      judge.check('streams are open again', node.name, open === this.#plants.length, () => [
        `${this.#plants.length} open`,
        JSON.stringify(links),
      ]);
      const missing = this.#findMissing(ids, this.listRaised());
      judge.check('no alert is missed', node.name, missing === undefined, () => [
        `alert ${missing?.id} of ${missing?.at}, position ${missing?.seq} after ${this.#since.get(missing?.peerId ?? 0)}`,
        ids.join(', '),
      ]);
    }
    this.#checkAnnounced();
    const [first, ...others] = tabs.map(({ tab }) => tab.alerts().ids.join(', '));
    judge.check(
      'all tabs show the same alerts',
      'tabs',
      others.every((one) => one === first),
      () => [String(first), others.join(' | ')],
    );
  }

  #checkList(node: SimNode, ids: readonly string[]): void {
    const { judge } = this.#world;
    judge.check('an alert is shown once', node.name, new Set(ids).size === ids.length, () => [
      'each once',
      ids.join(', '),
    ]);
    const shownAt = this.#listTimes(ids);
    judge.check(
      'alerts are shown newest first',
      node.name,
      shownAt.every((at, i) => i === 0 || at <= (shownAt[i - 1] ?? at)),
      () => ['newest first', shownAt.join(' ')],
    );
  }

  /** Times of passage of the alerts that are shown. */
  #listTimes(ids: readonly string[]): readonly string[] {
    const known = new Map(this.listRaised().map((one) => [one.id, one]));
    return ids.map((id) => known.get(id)?.at ?? '');
  }

  /** An alert that should be among those shown, which are the newest ones only. */
  #findMissing(ids: readonly string[], raised: readonly RaisedAlert[]): RaisedAlert | undefined {
    const oldest = ids.length < SHOWN ? '' : (this.#listTimes(ids).at(-1) ?? '');
    return raised.find(
      ({ id, at, seq, peerId, raisedMs }) =>
        seq > (this.#since.get(peerId) ?? seq) && raisedMs > this.#oldestDueMs() && at > oldest && !ids.includes(id),
    );
  }

  /** Every alert that was missed by nobody was also announced. */
  #checkAnnounced(): void {
    const silent = this.listRaised().find(
      ({ id, seq, peerId, raisedMs }) =>
        seq > (this.#since.get(peerId) ?? seq) && raisedMs > this.#oldestDueMs() && !this.#announced.has(id),
    );
    this.#world.judge.check('every alert is announced', 'tabs', silent === undefined, () => [
      `an announcement of ${silent?.id}`,
      'none',
    ]);
  }

  /** Older alerts are not sent again to a browser that comes back (24 hours); clocks differ by some minutes. */
  #oldestDueMs(): number {
    return this.#world.scheduler.nowMs - DAY_MS + 10 * 60_000;
  }

  /** All alerts the plants have raised so far. */
  listRaised(): readonly RaisedAlert[] {
    return this.#plants.flatMap(({ peerId, database }) =>
      [...database.tables.alerts.values()].map(({ id, ts, seq, raised_at: raisedAt }) => ({
        ...{ id: `${peerId} ${id}`, at: ts, peerId, seq: BigInt(seq ?? 0), raisedMs: Date.parse(raisedAt) },
      })),
    );
  }
}
