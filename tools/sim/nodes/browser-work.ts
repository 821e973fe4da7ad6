import { Rng } from '@varco/sim/random.ts';
import type { SimBrowser } from '../engine/browser-globals.ts';
import type { SimNode } from '../engine/scheduler.ts';
import type { Interval } from '../fault-plan.ts';
import type { AlertWatch } from '../invariants/alert-watch.ts';
import type { WebTab } from '../web/web-tab-types.ts';
import type { World } from '../world.ts';
import { drawListedPlate, drawPlate, type SimCamera } from './camera.ts';
import { SimOperator, toTabPlant } from './operator.ts';
import type { SimPlant } from './plant.ts';

const MINUTE_MS = 60_000;
const OPEN_MS = 20_000;
/** End of a period in which nobody searches any more, and alerts that were raised before must have arrived. */
const QUIET_MS = 4 * MINUTE_MS;
const ARRIVAL_MS = 2 * MINUTE_MS;
const MAX_LISTED_VEHICLES = 6;
const MAX_BUFFERS = 5;
const MAX_BUFFERED = 12;
const MAX_LATE_MS = 40 * MINUTE_MS;
const MAX_RELOAD_MS = 30_000;

export interface TabOfBrowser {
  readonly tab: WebTab;
  readonly node: SimNode;
}

/** Two people at one browser: they sign in, search in both tabs, close or reload one, and receive alerts. */
export class BrowserWork {
  readonly #world: World;
  readonly #browser: SimBrowser;
  readonly #tabs: readonly TabOfBrowser[];
  readonly #plants: readonly SimPlant[];
  readonly #cameras: readonly SimCamera[];
  readonly #alerts: AlertWatch;

  constructor(
    world: World,
    browser: SimBrowser,
    tabs: readonly TabOfBrowser[],
    roads: { readonly plants: readonly SimPlant[]; readonly cameras: readonly SimCamera[] },
    alerts: AlertWatch,
  ) {
    this.#world = world;
    this.#browser = browser;
    this.#tabs = tabs;
    this.#plants = roads.plants;
    this.#cameras = roads.cameras;
    this.#alerts = alerts;
  }

  /** One period of work: the tabs are opened, worked in, checked and closed again. */
  async work({ fromMs, toMs }: Interval): Promise<void> {
    const { scheduler, random: seed } = this.#world;
    const random = new Rng(seed.int(2 ** 31));
    await scheduler.runUntil(fromMs);
    await this.open();
    const operators = this.#tabs.map(
      ({ tab, node }) => new SimOperator(this.#world, node, tab, this.#plants, toMs - QUIET_MS),
    );
    for (const [i, one] of this.#tabs.entries()) this.#inTab(one, 1, () => operators[i]?.begin());
    this.#planVehicles(random, toMs - QUIET_MS - scheduler.nowMs);
    this.#planClosing(random, toMs - QUIET_MS - scheduler.nowMs);
    await scheduler.runUntil(toMs - ARRIVAL_MS);
    const raised = this.#alerts.listRaised();
    await scheduler.runUntil(toMs);
    this.#alerts.checkReceived(this.#tabs, raised, toMs - ARRIVAL_MS);
    for (const operator of operators) operator.stop();
    await this.close();
  }

  async open(): Promise<void> {
    const { scheduler } = this.#world;
    for (const one of this.#tabs)
      this.#inTab(one, 1, () => {
        void one.tab.signIn(this.#plants.map(toTabPlant)).then(() => one.tab.startAlerts());
      });
    await scheduler.runUntil(scheduler.nowMs + OPEN_MS);
  }

  async close(): Promise<void> {
    const { scheduler } = this.#world;
    for (const one of this.#tabs)
      this.#inTab(one, 1, () => {
        one.tab.stopAlerts();
        one.tab.signOut();
      });
    await scheduler.runUntil(scheduler.nowMs + 2 * MINUTE_MS);
    for (const { node } of this.#tabs) this.#browser.closeTab(node);
  }

  /** Vehicles on the lists pass while people work, so that there are alerts to receive, and cameras empty their buffers. */
  #planVehicles(random: Rng, lengthMs: number): void {
    for (let count = 1 + random.int(MAX_LISTED_VEHICLES); count > 0; count -= 1) {
      const [camera, plate] = [random.pick(this.#cameras), drawListedPlate(random)];
      this.#world.scheduler.after(random.int(lengthMs), camera.node, 'vehicle', () => camera.pass(plate));
    }
    for (let count = random.int(MAX_BUFFERS); count > 0; count -= 1) {
      const camera = random.pick(this.#cameras);
      const lates = Array.from({ length: 1 + random.int(MAX_BUFFERED) }, () => random.int(MAX_LATE_MS));
      this.#world.scheduler.after(random.int(lengthMs), camera.node, 'buffer', () => {
        for (const lateMs of lates) camera.pass(drawPlate(random), lateMs);
      });
    }
  }

  /** Often one of the tabs receives no alerts any more, or its page is loaded again. */
  #planClosing(random: Rng, lengthMs: number): void {
    if (random.chance(0.4)) return;
    const chosen = random.pick(this.#tabs);
    const delayMs = random.int(lengthMs / 2);
    this.#inTab(chosen, delayMs, () => chosen.tab.stopAlerts());
    if (random.chance(0.6))
      this.#inTab(chosen, delayMs + 1 + random.int(MAX_RELOAD_MS), () => chosen.tab.startAlerts());
  }

  /** Does something in a tab, as an event of its node. */
  #inTab({ node }: TabOfBrowser, delayMs: number, action: () => void): void {
    this.#world.scheduler.after(delayMs, node, 'person', action);
  }
}
