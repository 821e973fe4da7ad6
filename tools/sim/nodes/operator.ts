import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { Rng } from '@varco/sim/random.ts';
import type { SimNode } from '../engine/scheduler.ts';
import { SearchWatch } from '../invariants/search-watch.ts';
import type { TabAction, TabPlant, TabSearch, WebTab } from '../web/web-tab-types.ts';
import type { World } from '../world.ts';
import type { SimPlant } from './plant.ts';

const MINUTE_MS = 60_000;
/** Longest time the person waits between two things they do. */
const MAX_PAUSE_MS = 20_000;
/** Share of the searches that are sent with the button, and of these that are sent by a double click. */
const SUBMITTED_SHARE = 0.4;
const TWICE_SHARE = 0.5;
const MAX_DOUBLE_CLICK_MS = 250;

export const toTabPlant = ({ peerId, uuid, host, password }: SimPlant): TabPlant => ({
  ...{ credentialId: `c${peerId}`, peerId, uuid, url: `https://${host}`, password },
});

/** A person who signs in, searches and pages through results in one tab, until the stretch of work is over. */
export class SimOperator {
  readonly #world: World;
  readonly #node: SimNode;
  readonly #tab: WebTab;
  readonly #plants: readonly SimPlant[];
  readonly #random: Rng;
  readonly #watch: SearchWatch;
  readonly #untilMs: number;
  #last: TabSearch | null = null;
  /** How often the person did something. */
  #acts = 0;

  constructor(world: World, node: SimNode, tab: WebTab, plants: readonly SimPlant[], untilMs: number) {
    this.#world = world;
    this.#node = node;
    this.#tab = tab;
    this.#plants = plants;
    this.#untilMs = untilMs;
    this.#random = new Rng(world.random.int(2 ** 31));
    this.#watch = new SearchWatch(world, node, tab, plants);
  }

  /** Ends the checks: the person has left. */
  stop(): void {
    this.#watch.stop();
  }

  /** Begins to work, in the node of the tab. */
  begin(): void {
    this.#next();
  }

  #next(): void {
    const { scheduler } = this.#world;
    const pause = this.#random.chance(0.3) ? this.#random.int(700) : this.#random.int(MAX_PAUSE_MS);
    if (scheduler.nowMs + pause > this.#untilMs) return;
    scheduler.after(pause, this.#node, 'person', () => {
      this.#acts += 1;
      this.#doSomething();
      this.#next();
    });
  }

  #doSomething(): void {
    const random = this.#random;
    if (this.#last === null || random.chance(0.22)) return this.#search();
    const peerId = random.pick(this.#plants).peerId;
    const actions: readonly TabAction[] = [
      ...Array.from({ length: 5 }, () => ({ kind: 'next-page' as const })),
      ...[{ kind: 'first-page' as const }, { kind: 'freeze' as const }, { kind: 'accept' as const }],
      ...[{ kind: 'abort' as const }, { kind: 'sort' as const }],
      ...[
        { kind: 'retry' as const, peerId },
        { kind: 'retry' as const, peerId },
      ],
      ...[
        { kind: 'pick' as const, peerId },
        { kind: 'pick' as const, peerId: null },
      ],
      ...[
        { kind: 'refresh' as const, wish: this.#last },
        { kind: 'refresh' as const, wish: this.#last },
      ],
    ];
    const action = random.pick(actions);
    this.#watch.around(action, () => this.#tab.act(action));
  }

  #search(): void {
    const random = this.#random;
    const nowMs = this.#node.clock.wallMs(this.#world.scheduler.nowMs);
    const endMs = random.chance(0.5) ? nowMs + 5 * MINUTE_MS : nowMs - random.int(600) * MINUTE_MS;
    const startMs = endMs - (10 + random.int(1_400)) * MINUTE_MS;
    const signedIn = this.#tab.signedIn();
    // Now and then plants are asked that the person is not signed in to, or a few only.
    const peerIds = random.chance(0.3) ? signedIn.slice(0, 2) : this.#plants.map(({ peerId }) => peerId);
    const gateId = random.chance(0.3) ? 1 + random.int(2) : null;
    this.#last = { start: toIsoInstant(startMs), end: toIsoInstant(endMs), gateId, peerIds };
    this.#watch.begin(this.#last);
    if (random.chance(SUBMITTED_SHARE)) this.#submit(this.#last);
    else this.#tab.search(this.#last);
  }

  #submit(wish: TabSearch): void {
    this.#tab.submit(wish);
    if (!this.#random.chance(TWICE_SHARE)) return;
    const [pressMs, acts] = [this.#random.int(MAX_DOUBLE_CLICK_MS), this.#acts];
    this.#world.scheduler.after(pressMs, this.#node, 'person', () => {
      // What is over already, or was changed, is not sent again by the same double click.
      if (this.#acts === acts && this.#tab.observe().status === 'searching')
        this.#watch.around({ kind: 'submit-again', wish }, () => this.#tab.act({ kind: 'submit-again', wish }));
    });
  }
}
