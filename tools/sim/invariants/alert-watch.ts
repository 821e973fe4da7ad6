import type { SimNode } from '../engine/scheduler.ts';
import type { SimPlant } from '../nodes/plant.ts';
import type { WebTab } from '../web/web-tab-types.ts';
import type { World } from '../world.ts';

const SHOWN = 11;
const DAY_MS = 86_400_000;

/** What the tabs of one browser were told of alerts, against what the plants raised. */
export class AlertWatch {
  readonly #world: World;
  readonly #plants: readonly SimPlant[];
  /** Position after which the browser asked each plant for the first time: from there on it must miss nothing. */
  readonly #since = new Map<number, bigint>();
  /** How often each alert was announced by sound or notification, by plant and alert. */
  readonly #announced = new Map<string, number>();
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
    if (plant === undefined || lastId === undefined) return;
    const after = BigInt(lastId);
    if (!this.#since.has(plant.peerId)) this.#since.set(plant.peerId, after);
    const before = this.#asked.get(plant.peerId) ?? 0n;
    this.#world.judge.check('the position in a stream never goes back', node.name, after >= before, () => [
      `at least ${before}`,
      String(after),
    ]);
    this.#asked.set(plant.peerId, after);
  }

  announced(node: SimNode, alertId: string): void {
    const count = (this.#announced.get(alertId) ?? 0) + 1;
    this.#announced.set(alertId, count);
    // Plants number their alerts alike, so an id may stand for one of each plant.
    this.#world.judge.check('an alert is announced once', node.name, count <= this.#plants.length, () => [
      `at most ${this.#plants.length} announcements of ${alertId}`,
      String(count),
    ]);
  }

  /** To be called when nothing has been wrong for some minutes and tabs receive alerts. */
  checkShown(tabs: readonly { readonly node: SimNode; readonly tab: WebTab }[]): void {
    const { judge } = this.#world;
    for (const { node, tab } of tabs) {
      const { ids, links } = tab.alerts();
      judge.check('an alert is shown once', node.name, new Set(ids).size === ids.length, () => [
        'each once',
        ids.join(', '),
      ]);
      const open = links.filter(([, state]) => state === 'open').length;
      judge.check('streams are open again', node.name, open === this.#plants.length, () => [
        `${this.#plants.length} open`,
        JSON.stringify(links),
      ]);
      const shown = new Map(this.#listAlerts().map((one) => [one.id, one]));
      const shownAt = ids.map((id) => shown.get(id)?.at ?? '');
      judge.check(
        'alerts are shown newest first',
        node.name,
        shownAt.every((at, i) => i === 0 || at <= (shownAt[i - 1] ?? at)),
        () => ['newest first', shownAt.join(' ')],
      );
      const oldest = ids.length < SHOWN ? '' : (shownAt.at(-1) ?? '');
      const missing = this.#listAlerts().find(
        ({ id, at, seq, peerId, raisedMs }) =>
          seq > (this.#since.get(peerId) ?? seq) && raisedMs > this.#oldestDueMs() && at > oldest && !ids.includes(id),
      );
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

  /** Every alert that was missed by nobody was also announced. */
  #checkAnnounced(): void {
    const due = new Map<string, number>();
    for (const { alertId, seq, peerId, raisedMs } of this.#listAlerts())
      if (seq > (this.#since.get(peerId) ?? seq) && raisedMs > this.#oldestDueMs())
        due.set(alertId, (due.get(alertId) ?? 0) + 1);
    const silent = [...due].find(([alertId, count]) => (this.#announced.get(alertId) ?? 0) < count);
    this.#world.judge.check('every alert is announced', 'tabs', silent === undefined, () => [
      `${silent?.[1]} announcements of ${silent?.[0]}`,
      String(this.#announced.get(silent?.[0] ?? '') ?? 0),
    ]);
  }

  /** Older alerts are not sent again to a browser that comes back (24 hours); clocks differ by some minutes. */
  #oldestDueMs(): number {
    return this.#world.scheduler.nowMs - DAY_MS + 10 * 60_000;
  }

  #listAlerts() {
    return this.#plants.flatMap(({ peerId, database }) =>
      [...database.tables.alerts.values()].map(({ id, ts, seq, raised_at: raisedAt }) => ({
        ...{
          id: `${peerId} ${id}`,
          alertId: id,
          at: ts,
          peerId,
          seq: BigInt(seq ?? 0),
          raisedMs: Date.parse(raisedAt),
        },
      })),
    );
  }
}
