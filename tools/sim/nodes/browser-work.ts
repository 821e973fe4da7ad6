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
/** Pause between two checks of what is shown of the streams. */
const CHECK_MS = 20_000;
/** End of a period in which nobody searches any more, and alerts that were raised before must have arrived. */
const QUIET_MS = 4 * MINUTE_MS;
const ARRIVAL_MS = 2 * MINUTE_MS;
const MAX_LISTED_VEHICLES = 6;
const MAX_BUFFERS = 5;
const MAX_BUFFERED = 12;
const MAX_LATE_MS = 40 * MINUTE_MS;
const MAX_RELOAD_MS = 30_000;
/** Share of the periods in which terms of reads end meanwhile, of a few at a time. */
const FORGET_SHARE = 0.35;
const FORGET_EVERY_MS = 15_000;
const MAX_FORGOTTEN = 4;
/** Share of the periods in which the tabs are only left open for alerts. */
const WATCHED_SHARE = 0.25;
/** Share of the periods in which the whole browser is closed and opened again, just after an alert. */
const RESTART_SHARE = 0.25;
const MAX_RESTART_DELAY_MS = 14_000;

export interface TabOfBrowser {
  readonly tab: WebTab;
  readonly node: SimNode;
}

/** Two people at one browser: they sign in, search in both tabs or only watch, close or reload tabs, and receive alerts. */
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
    const isWatched = random.chance(WATCHED_SHARE);
    for (const [i, one] of this.#tabs.entries()) if (!isWatched) this.#inTab(one, 1, () => operators[i]?.begin());
    this.#planVehicles(random, toMs - QUIET_MS - scheduler.nowMs);
    this.#planClosing(random, toMs - QUIET_MS - scheduler.nowMs);
    if (random.chance(FORGET_SHARE)) this.#planRetention(random, toMs - QUIET_MS - scheduler.nowMs);
    const [first] = this.#tabs;
    for (let ms = CHECK_MS; first !== undefined && scheduler.nowMs + ms < toMs; ms += CHECK_MS)
      this.#inTab(first, ms, () => this.#alerts.checkLinks(this.#tabs));
    await scheduler.runUntil(toMs - ARRIVAL_MS);
    const raised = this.#alerts.listRaised();
    await scheduler.runUntil(toMs);
    this.#alerts.checkReceived(this.#tabs, raised, toMs - ARRIVAL_MS);
    for (const operator of operators) operator.stop();
    await this.close();
  }

  async open(): Promise<void> {
    const { scheduler, judge } = this.#world;
    for (const one of this.#tabs)
      this.#inTab(one, 1, () => {
        // People arrange their plants as they like.
        void one.tab.signIn(this.#plants.toReversed().map(toTabPlant)).then(() => one.tab.startAlerts());
      });
    await scheduler.runUntil(scheduler.nowMs + OPEN_MS);
    for (const { tab, node } of this.#tabs) {
      const waiting = tab.signingIn();
      judge.check('every sign-in ends', node.name, waiting.length === 0, () => ['none waiting', waiting.join(' ')]);
    }
  }

  async close(): Promise<void> {
    const { scheduler } = this.#world;
    for (const one of this.#tabs)
      this.#inTab(one, 1, () => {
        this.#stopAlerts(one);
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

  /** Often one of the tabs receives no alerts any more, or its page is loaded again; now and then all are. */
  #planClosing(random: Rng, lengthMs: number): void {
    if (random.chance(RESTART_SHARE)) return this.#planRestart(random, random.int(lengthMs / 2));
    if (random.chance(0.4)) return;
    const chosen = random.pick(this.#tabs);
    const delayMs = random.int(lengthMs / 2);
    this.#inTab(chosen, delayMs, () => this.#stopAlerts(chosen));
    if (random.chance(0.6))
      this.#inTab(chosen, delayMs + 1 + random.int(MAX_RELOAD_MS), () => chosen.tab.startAlerts());
  }

  #planRetention(random: Rng, lengthMs: number): void {
    for (let ms = FORGET_EVERY_MS; ms < lengthMs; ms += FORGET_EVERY_MS) {
      const [plant, count] = [random.pick(this.#plants), 1 + random.int(MAX_FORGOTTEN)];
      this.#world.scheduler.after(ms, plant.node, 'retention', () => plant.forget(count));
    }
  }

  #planRestart(random: Rng, delayMs: number): void {
    const [camera, plate] = [random.pick(this.#cameras), drawListedPlate(random)];
    this.#world.scheduler.after(delayMs, camera.node, 'vehicle', () => camera.pass(plate));
    const closedMs = delayMs + random.int(MAX_RESTART_DELAY_MS);
    const openedMs = closedMs + 1 + random.int(MAX_RELOAD_MS);
    for (const one of this.#tabs) {
      this.#inTab(one, closedMs, () => this.#stopAlerts(one));
      this.#inTab(one, openedMs, () => one.tab.startAlerts());
    }
  }

  #stopAlerts({ tab }: TabOfBrowser): void {
    if (tab.isReceiving()) this.#alerts.left();
    tab.stopAlerts();
  }

  /** Does something in a tab, as an event of its node. */
  #inTab({ node }: TabOfBrowser, delayMs: number, action: () => void): void {
    this.#world.scheduler.after(delayMs, node, 'person', action);
  }
}
