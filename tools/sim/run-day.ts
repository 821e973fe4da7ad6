import { createHash } from 'node:crypto';
import { mixHash, Rng } from '@varco/sim/random.ts';
import { setBrowser, SimBrowser } from './engine/browser-globals.ts';
import { setCurrentDay } from './engine/current-day.ts';
import { Network } from './engine/network.ts';
import { NodeClock } from './engine/node-clock.ts';
import { Scheduler, SimNode } from './engine/scheduler.ts';
import { drawClockFault, FaultPlan } from './fault-plan.ts';
import { AlertWatch } from './invariants/alert-watch.ts';
import { ExportWatch } from './invariants/exports.ts';
import { LogWatch } from './invariants/log-watch.ts';
import { checkLookUps } from './invariants/look-ups.ts';
import { checkReads } from './invariants/reads.ts';
import { Judge, type Violation } from './judge.ts';
import { BrowserWork } from './nodes/browser-work.ts';
import { SimCamera } from './nodes/camera.ts';
import { planExports } from './nodes/export-person.ts';
import { LogServer } from './nodes/log-server.ts';
import { LookUpPerson } from './nodes/look-up-person.ts';
import { fillLists } from './nodes/list-entries.ts';
import { SimPlant } from './nodes/plant.ts';
import { SimPortal } from './nodes/portal.ts';
import { SimRegistry } from './nodes/registry.ts';
import { planWorkPeriods } from './nodes/work-periods.ts';
import type { WebTab } from './web/web-tab-types.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** First day of the simulation: 2026-11-02. */
const EPOCH_MS = 1_793_577_600_000;
/** Time after the last fault in which everything must come right again. */
const CALM_MS = 150 * MINUTE_MS;

type SimServer = SimPlant | LogServer | SimPortal;

export interface DayResult {
  readonly day: number;
  readonly violations: readonly Violation[];
  readonly events: number;
  /** SHA-256 of everything that happened, in its order. */
  readonly digest: string;
  readonly checks: ReadonlyMap<string, number>;
}

/**
 * Runs one day. It depends on nothing but seed and number, so that any day can be run again alone.
 * @param random generator behind `Math.random`; it is set to the day
 * @param tabs the tabs of the web app, signed out
 */
export async function runDay(seed: number, day: number, random: Rng, tabs: readonly WebTab[]): Promise<DayResult> {
  random.reseed(mixHash(seed, day, 1));
  return new DaySimulation(mixHash(seed, day), day).run(tabs);
}

class DaySimulation {
  readonly scheduler: Scheduler;
  readonly #day: number;
  readonly #trace: string[] = [];
  #events = 0;
  readonly #world: World;
  readonly #nodes = new Map<string, SimNode>();
  readonly #servers: readonly string[];

  constructor(seed: number, day: number) {
    const random = new Rng(seed);
    const startMs = EPOCH_MS + day * DAY_MS;
    const endMs = startMs + DAY_MS;
    this.#day = day;
    const person = new SimNode('world', new NodeClock(startMs));
    this.scheduler = new Scheduler(startMs, person, (label, node, atMs) => {
      this.#events += 1;
      this.#trace.push(`${atMs} ${node} ${label}`);
    });
    const nowMs = (): number => this.scheduler.nowMs;
    const plants = Array.from({ length: 2 + random.int(3) }, (_, i) => `plant${i + 1}`);
    const logs = ['log1', 'log2', 'log3'];
    this.#servers = [...plants, ...logs, 'portal'];
    const links = [
      ...plants.flatMap((plant) =>
        [`${plant}-cam1`, `${plant}-cam2`, 'tab1', 'tab2', 'person', 'registry', 'portal'].map(
          (other) => [plant, other] as const,
        ),
      ),
      ...[['log1', 'log2'] as const, ['log1', 'log3'] as const, ['log2', 'log3'] as const],
    ];
    const faults = new FaultPlan(random, { servers: this.#servers, links }, { fromMs: startMs, toMs: endMs }, nowMs);
    const network = new Network(this.scheduler, new Rng(random.int(2 ** 31)), (a, b) => faults.linkOf(a, b));
    setCurrentDay({ scheduler: this.scheduler, network });
    this.#world = { scheduler: this.scheduler, network, random, faults, judge: new Judge(nowMs), startMs, endMs };
  }

  async run(tabs: readonly WebTab[]): Promise<DayResult> {
    const { network, random, startMs, endMs, judge } = this.#world;
    const browser = new SimBrowser(this.scheduler, network);
    setBrowser(browser);
    const plants = this.#servers
      .filter((name) => name.startsWith('plant'))
      .map((name, i) => new SimPlant(this.#world, this.#node(name), i + 1));
    for (const { database } of plants) fillLists(database, startMs);
    const cameras = plants.flatMap((plant) =>
      [1, 2].map((gate) => new SimCamera(this.#world, this.#node(`${plant.node.name}-cam${gate}`), plant, gate)),
    );
    const registry = new SimRegistry(this.#world, this.#node('registry'));
    const person = new LookUpPerson(this.#world, this.#node('person'), plants, registry);
    const portal = new SimPortal(this.#world, this.#node('portal'), this.#node('world'), plants);
    const exportWatch = new ExportWatch(portal, plants);
    planExports(portal, plants);
    const logWatch = new LogWatch(this.#world);
    const logs = ['log1', 'log2', 'log3'].map((name) => new LogServer(this.#world, this.#node(name), logWatch));
    for (const log of logs) log.setWitnesses(logs.filter((one) => one !== log));
    if (random.chance(0.3))
      this.scheduler.after(random.int(DAY_MS), this.#node('world'), 'backup', () => random.pick(logs).restoreBackup());
    this.#planOutages(new Map<string, SimServer>([...plants, ...logs, portal].map((one) => [one.node.name, one])));
    const alertWatch = this.#watchAlerts(browser, plants);
    const openTabs = tabs.map((tab, i) => ({ tab, node: this.#node(`tab${i + 1}`) }));
    for (const tab of tabs) tab.onAlerts(() => alertWatch.changed(tab));
    const work = new BrowserWork(this.#world, browser, openTabs, { plants, cameras }, alertWatch);
    const names = [openTabs, plants].map((all) => all.map(({ node }) => node.name));
    for (const period of planWorkPeriods(this.#world, names[0] ?? [], names[1] ?? [])) await work.work(period);
    await this.scheduler.runUntil(endMs + CALM_MS);
    await work.open();
    // Alerts that must come by themselves, because nothing is wrong any more.
    for (const plate of ['AB001CD', 'AB012CD']) {
      await this.scheduler.runUntil(this.scheduler.nowMs + MINUTE_MS);
      for (const camera of cameras) camera.pass(plate);
    }
    await this.scheduler.runUntil(this.scheduler.nowMs + 2 * MINUTE_MS);
    alertWatch.checkShown(openTabs);
    await work.close();
    for (const plant of plants) checkReads(this.#world, plant);
    exportWatch.checkEnd();
    checkLookUps(this.#world, person.requested, registry.charges);
    logWatch.checkEnd(logs);
    return {
      day: this.#day,
      violations: judge.violations,
      events: this.#events,
      digest: createHash('sha256').update(this.#trace.join('\n')).digest('hex'),
      checks: judge.checks,
    };
  }

  #node(name: string): SimNode {
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const { random, startMs, endMs } = this.#world;
    const { offsetMs, ppm, jumps } = drawClockFault(random, { fromMs: startMs, toMs: endMs });
    const node = new SimNode(name, new NodeClock(startMs, offsetMs, ppm));
    this.#nodes.set(name, node);
    for (const { atMs, byMs } of jumps) {
      const world = this.#nodes.get('world') ?? this.#node('world');
      this.scheduler.after(atMs - startMs, world, 'clock set', () => node.clock.jump(byMs));
    }
    return node;
  }

  #planOutages(servers: ReadonlyMap<string, SimServer>): void {
    const { faults, startMs } = this.#world;
    const world = this.#node('world');
    for (const { node, fromMs, toMs } of faults.outages) {
      const server = servers.get(node);
      this.scheduler.after(fromMs - startMs, world, 'crash', () => server?.crash());
      this.scheduler.after(toMs - startMs, world, 'repair', () => {
        if (server?.node.isUp === false && !faults.isOff(node)) server.boot();
      });
    }
    for (const { node, fromMs } of faults.listenerDrops)
      this.scheduler.after(fromMs - startMs, world, 'listeners drop', () =>
        servers.get(node)?.database.dropListeners(),
      );
  }

  #watchAlerts(browser: SimBrowser, plants: readonly SimPlant[]): AlertWatch {
    const watch = new AlertWatch(this.#world, plants);
    browser.onFetch = (node, url, { path, body }) => {
      if (path === '/api/notifications/receive') watch.opened(node, url.host, body);
    };
    browser.onNotification = (node, tag) => watch.announced(node, tag);
    return watch;
  }
}
