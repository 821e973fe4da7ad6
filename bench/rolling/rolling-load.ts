import { setTimeout as delay } from 'node:timers/promises';
import { insertBlacklist } from '@varco/contract/plant/blacklist.ts';
import { LiveAlert, receiveAlerts } from '@varco/contract/plant/alerts.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { watchExports } from '@varco/contract/portal/exports.ts';
import { USERS } from '../data/plant.ts';
import type { Loss } from '../drill/compare.ts';
import { checkExport, type ExportSource, startExport } from '../drill/export-check.ts';
import { createLedger, type Ledger } from '../drill/ledger.ts';
import { buildEntryBody } from '../drill/list-load.ts';
import { formatListedPattern, noteResults, sendReads, startLoad } from '../drill/load.ts';
import type { People } from '../drill/load-context.ts';
import { signInPeople } from '../drill/round.ts';
import { PortalPerson } from './portal-person.ts';
import { CountedCaller, Tally } from './tally.ts';
import { type StreamCounts, watchStream } from './watch-stream.ts';
import type { RollingWorld } from './world.ts';

const FORGET_RATES_MS = 2_000;
const SIGN_IN_MS = 1_500;
const RENEW_MS = 400;
const EXPORTED_READS = 120;
/** Plates of the run and of what is exported; two characters each. */
const TAG = 'AC';
const EXPORTED_TAG = 'AD';

/** Everything that goes on while processes are restarted. */
export interface RollingLoad {
  readonly tally: Tally;
  readonly ledger: Ledger;
  readonly people: People;
  readonly caller: CountedCaller;
  /** Ends it and waits for the last calls. */
  stop(): Promise<LoadEnd>;
}

export interface LoadEnd {
  readonly streams: StreamCounts;
  /** Ids of the alerts that each stream of alerts heard. */
  readonly heard: readonly ReadonlySet<string>[];
  readonly exports: { readonly done: number; readonly losses: readonly Loss[] };
}

/** Starts cameras, people, sessions, streams and exports, all through the proxy. */
export async function startRollingLoad(world: RollingWorld, folder: string): Promise<RollingLoad> {
  const tally = new Tally();
  const caller = new CountedCaller(world.plantUrl, tally);
  await world.forgetRates();
  const people = await signInPeople(caller);
  const ledger = createLedger(TAG, new Date(Date.now() - 500).toISOString());
  const pattern = buildEntryBody(formatListedPattern(TAG), 'listed');
  await caller.insist('POST', insertBlacklist.path, people.lister, pattern);
  const source = await sendExported(caller);
  const ending = new AbortController();
  const { signal } = ending;
  const repeat = async (everyMs: number, work: () => Promise<unknown>): Promise<void> => {
    while (!signal.aborted) {
      // What never succeeded was counted call by call; the others go on.
      await work().catch((error: unknown) => tally.failures.push({ atMs: performance.now(), text: String(error) }));
      await delay(everyMs);
    }
  };
  const heard = [new Set<string>(), new Set<string>()];
  const portalPeople = world.accounts.map((account) => new PortalPerson(world.portalUrl, account, tally));
  await Promise.all(portalPeople.map((person) => person.signIn()));
  const [watcher] = portalPeople;
  const opened = heard.map(() => Promise.withResolvers<void>());
  const streams = [
    ...heard.map((ids, i) =>
      watchAlerts({ url: world.plantUrl, people, heard: ids, tally, signal, onOpened: () => opened[i]?.resolve() }),
    ),
    watchStream(
      {
        ...{ url: world.portalUrl, path: watchExports.path, headers: () => watcher?.headers() ?? {} },
        ...{ buildBody: () => ({}), onEvent: () => undefined },
      },
      tally,
      signal,
    ),
  ];
  // An alert from before a stream was opened is not for it.
  await Promise.all(opened.map(({ promise }) => promise));
  const load = startLoad(caller, people, ledger);
  const exporting = exportAgain({ caller, people, source, folder, signal });
  const work = [
    repeat(FORGET_RATES_MS, () => world.forgetRates()),
    repeat(SIGN_IN_MS, () => signInAndSearch(caller)),
    ...portalPeople.map((person) => repeat(RENEW_MS, () => person.renew())),
  ];
  return {
    ...{ tally, ledger, people, caller },
    async stop() {
      await load.stop();
      // The last alerts are published behind the answers.
      await delay(3_000);
      ending.abort();
      await Promise.all(work);
      return { streams: sumCounts(await Promise.all(streams)), heard, exports: await exporting };
    },
  };
}

/** Reads that exports select; they do not change any more. */
async function sendExported(caller: CountedCaller): Promise<ExportSource> {
  const ledger = createLedger(EXPORTED_TAG, new Date().toISOString());
  const reads = Array.from({ length: EXPORTED_READS }, (_, n) => ({
    ...{ plate: `${EXPORTED_TAG}${String(n).padStart(4, '0')}N`, alert: 'never' as const, hasPicture: false, id: null },
    at: ledger.begunAt,
  }));
  if (!noteResults(reads, await sendReads(caller, reads))) throw new Error('the reads of the exports were not taken');
  return { tag: EXPORTED_TAG, transits: reads.length };
}

interface AlertWatch {
  readonly url: string;
  readonly people: People;
  readonly heard: Set<string>;
  readonly tally: Tally;
  readonly signal: AbortSignal;
  readonly onOpened: () => void;
}

const watchAlerts = ({ url, people, heard, tally, signal, onOpened }: AlertWatch): Promise<StreamCounts> =>
  watchStream(
    {
      ...{ url, path: receiveAlerts.path, headers: () => people.searcher },
      buildBody: (lastId) => ({ alerts: ['blacklist'], ...(lastId === null ? {} : { last_id: lastId }) }),
      onEvent(name, data) {
        if (name === 'ping') onOpened();
        if (name === 'alert') heard.add(LiveAlert.parse(JSON.parse(data)).id);
      },
    },
    tally,
    signal,
  );

/** A person who signs in to the plant with one process may search with the other. */
async function signInAndSearch(caller: CountedCaller): Promise<void> {
  const person = await caller.signIn(USERS[5] ?? '');
  await caller.post(searchTransits.path, person, { f_targa: `${TAG}*`, page_size: 10 });
}

interface ExportWork {
  readonly caller: CountedCaller;
  readonly people: People;
  readonly source: ExportSource;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** One export after the other, each verified: all transits, each once. */
async function exportAgain({ caller, people, source, folder, signal }: ExportWork): Promise<LoadEnd['exports']> {
  const ledger = createLedger(EXPORTED_TAG, new Date().toISOString());
  const losses: Loss[] = [];
  while (!signal.aborted) {
    try {
      const push = await startExport(caller, people.writer, source, ledger);
      await push();
      const sent = ledger.exports.at(-1);
      if (sent !== undefined) losses.push(...(await checkExport(caller, sent, folder)));
    } catch (error) {
      losses.push({ what: 'export', how: 'lost', detail: String(error) });
    }
    await delay(500);
  }
  return { done: ledger.exports.filter(({ isAcknowledged }) => isAcknowledged).length, losses };
}

const sumCounts = (all: readonly StreamCounts[]): StreamCounts => ({
  opened: all.reduce((sum, { opened }) => sum + opened, 0),
  announced: all.reduce((sum, { announced }) => sum + announced, 0),
  broken: all.reduce((sum, { broken }) => sum + broken, 0),
});
