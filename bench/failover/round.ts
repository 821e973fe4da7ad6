import { setTimeout as delay } from 'node:timers/promises';
import { insertBlacklist } from '@varco/contract/plant/blacklist.ts';
import { type Answer, Caller, type Headers, IMPATIENT_MS } from '../drill/caller.ts';
import type { Loss } from '../drill/compare.ts';
import { type Acknowledged, countAcknowledged, createLedger, type Ledger } from '../drill/ledger.ts';
import { buildEntryBody } from '../drill/list-load.ts';
import { formatListedPattern, startLoad } from '../drill/load.ts';
import { formatTag, repeatWork, settle, signInPeople } from '../drill/round.ts';
import type { RollingWorld } from '../rolling/world.ts';
import type { Cluster } from './cluster.ts';
import type { FailoverPlan } from './faults.ts';
import { injectFailover } from './inject.ts';
import { findOutage } from './outage.ts';
import { startProbe } from './probe.ts';

const BACK_LIMIT_MS = 90_000;
const FORGET_RATES_MS = 3_000;

/** One round: how long nothing was acknowledged, and what of the acknowledged is not there, or twice. */
export interface FailoverRound {
  readonly plan: FailoverPlan;
  readonly ledger: Ledger;
  readonly acknowledged: Acknowledged;
  /** Seconds: the longest time without an acknowledged write, from the fault to the end of the load. */
  readonly outages: { readonly plant: number; readonly portal: number };
  /** Seconds from the end of the fault until a synchronous standby was there again. */
  readonly wholeIn: number;
  readonly losses: readonly Loss[];
  /** Answers that no caller should get. */
  readonly odd: readonly string[];
  readonly unanswered: number;
}

export interface FailoverWork {
  readonly world: RollingWorld;
  readonly cluster: Cluster;
  readonly plan: FailoverPlan;
  /** Number of the round in this run, from 0. */
  readonly number: number;
}

/** A caller behind the proxy, which says 502 or 504 where it lost the server: nobody knows whether the call was done. */
class ProxiedCaller extends Caller {
  constructor(url: string, odd: string[], timeoutMs?: number) {
    super(url, (text) => void (/^\S+ \S+ 50[24] /.test(text) || odd.push(text)), timeoutMs);
  }

  override async call(method: string, path: string, headers: Headers, body?: unknown): Promise<Answer> {
    const answer = await super.call(method, path, headers, body);
    return answer.status === 502 || answer.status === 504 ? { ...answer, status: 0 } : answer;
  }
}

/** Runs a round: load, fault, recovery under load, comparison. */
export async function runFailoverRound({ world, cluster, plan, number }: FailoverWork): Promise<FailoverRound> {
  await cluster.waitUntilWhole();
  await world.forgetRates();
  const odd: string[] = [];
  const patient = new ProxiedCaller(world.plantUrl, odd);
  const ledger = createLedger(formatTag(number), new Date(Date.now() - 500).toISOString());
  const people = await signInPeople(patient);
  const pattern = buildEntryBody(formatListedPattern(ledger.tag), 'listed');
  await patient.insist('POST', insertBlacklist.path, people.lister, pattern);

  const worker = new ProxiedCaller(world.plantUrl, odd, IMPATIENT_MS);
  const probe = startProbe(world, `ZZ${ledger.tag}`);
  const forgetting = forgetRatesAgain(world);
  const load = startLoad(worker, people, ledger);
  try {
    if (!(await probe.waitUntilCalm(BACK_LIMIT_MS))) throw new Error('nothing is acknowledged before the fault');
    await delay(plan.atMs);
    const faultMs = performance.now();
    const heal = await injectFailover(world, cluster, plan);
    await delay(plan.forMs);
    const isBack = await probe.waitUntilCalm(BACK_LIMIT_MS);
    await heal();
    if (!isBack) throw new Error(`nothing was acknowledged within ${BACK_LIMIT_MS / 1_000} s of ${plan.kind}`);
    const wholeIn = await cluster.waitUntilWhole();
    if (!(await probe.waitUntilCalm(BACK_LIMIT_MS))) throw new Error('nothing is acknowledged after the fault');
    const endMs = performance.now();
    await load.stop();
    const acknowledged = countAcknowledged(ledger);
    const losses = await compareAll(patient, people, ledger);
    const outages = {
      plant: findOutage(probe.plant, faultMs, endMs),
      portal: findOutage(probe.portal, faultMs, endMs),
    };
    const all = [...odd, ...probe.odd];
    return { plan, ledger, acknowledged, outages, wholeIn, losses, odd: all, unanswered: worker.unanswered };
  } finally {
    await Promise.all([load.stop(), probe.stop(), forgetting.stop()]);
  }
}

/** Before and after everything that got no answer was sent again, as in the drill. */
async function compareAll(
  caller: Caller,
  people: Awaited<ReturnType<typeof signInPeople>>,
  ledger: Ledger,
): Promise<readonly Loss[]> {
  const before = await settle(caller, people.searcher, ledger);
  const repeated = await repeatWork(caller, people, ledger);
  const after = await settle(caller, people.searcher, ledger);
  return [...before.losses, ...repeated, ...after.losses];
}

/** Rates are made for people, and for days: what they counted is forgotten while the database is there. */
function forgetRatesAgain(world: RollingWorld): { stop(): Promise<void> } {
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      await world.forgetRates().catch(() => undefined);
      await delay(FORGET_RATES_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await work;
    },
  };
}
