import { setTimeout as delay } from 'node:timers/promises';
import { insertBlacklist } from '@varco/contract/plant/blacklist.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { USERS } from '../data/plant.ts';
import { CAMERA, Caller, type Headers, IMPATIENT_MS, isDone } from './caller.ts';
import { compareRound, type Loss, type Observed } from './compare.ts';
import type { DrillPlant } from './drill-plant.ts';
import { checkExport, type ExportSource, startExport } from './export-check.ts';
import { type FaultPlan, KILLED_SERVER_KINDS } from './faults.ts';
import { injectFault } from './inject.ts';
import { type Acknowledged, countAcknowledged, createLedger, type Ledger } from './ledger.ts';
import { buildEntryBody } from './list-load.ts';
import { formatListedPattern, noteResults, readDecision, sendDecision, sendReads, startLoad } from './load.ts';
import type { People } from './load-context.ts';
import { observeRound } from './observe.ts';

/** Load that goes on after all is well again. */
const AFTER_MS = 500;
const PROBE_MS = 50;
const RECOVERY_LIMIT_MS = 300_000;
/** What is done behind the answer, such as the publication of an alert, may take so long. */
const SETTLE_MS = 6_000;
const RESEND_LIMIT_MS = 30_000;

/** One round: what was acknowledged, what was lost, and how long it took until all was well. */
export interface RoundResult {
  readonly plan: FaultPlan;
  readonly ledger: Ledger;
  readonly acknowledged: Acknowledged;
  /** Transits of the round in the end, also those whose picture was sent without an answer. */
  readonly transits: number;
  readonly losses: readonly Loss[];
  /** Seconds from the end of the fault to the first read, and to the first search, that succeeded. */
  readonly recovery: { readonly ingest: number; readonly search: number };
  /** The server ended although nobody killed it. */
  readonly ownExits: number;
  /** Calls of the load without an answer: whether the fault met any work. */
  readonly unanswered: number;
  /** Answers that no caller should get. */
  readonly odd: readonly string[];
}

export interface RoundWork {
  readonly plant: DrillPlant;
  readonly plan: FaultPlan;
  /** Number of the round in this run, from 0: it gives the plates their first characters. */
  readonly number: number;
  /** What the export of the round selects; null: nothing is there yet. */
  readonly source: ExportSource | null;
  /** Folder for files that are verified, outside the plant. */
  readonly folder: string;
}

/** Letters that neither people nor cameras confuse with digits. */
const LETTERS = 'ACDEFHKLMNPRTVWXY';

/** The first two characters of every plate of a round. */
export const formatTag = (number: number): string =>
  `${LETTERS.charAt(Math.floor(number / LETTERS.length) % LETTERS.length)}${LETTERS.charAt(number % LETTERS.length)}`;

/** Runs a round: load, fault, recovery, check. */
export async function runRound({ plant, plan, number, source, folder }: RoundWork): Promise<RoundResult> {
  await plant.start(plan.kind === 'cut-database' ? 'external' : 'embedded');
  // Rates are made for people.
  await plant.query('delete from rate_counter');
  const odd: string[] = [];
  const direct = new Caller(plant.directUrl, (text) => odd.push(text));
  const ledger = createLedger(formatTag(number), new Date(Date.now() - 500).toISOString());
  const people = await signInPeople(direct);
  const pattern = buildEntryBody(formatListedPattern(ledger.tag), 'listed');
  await direct.insist('POST', insertBlacklist.path, people.lister, pattern);
  const begin = source === null ? null : await startExport(direct, people.writer, source, ledger);

  const exitsBefore = plant.ownExits.length;
  const worker = new Caller(plant.url, (text) => odd.push(text), IMPATIENT_MS);
  const load = startLoad(worker, people, ledger);
  const exporting = begin?.();
  await delay(plan.atMs);
  await injectFault(plant, plan);
  const endedAt = performance.now();
  const recovery = await recover(plant, plan, people.searcher, endedAt);
  await delay(AFTER_MS);
  await load.stop();
  await exporting;

  const acknowledged = countAcknowledged(ledger);
  const before = await settle(direct, people.searcher, ledger);
  const repeated = await repeatWork(direct, people, ledger);
  const { losses: after, seen } = await settle(direct, people.searcher, ledger);
  const losses = [...before.losses, ...repeated, ...after];
  for (const one of ledger.exports) losses.push(...(await checkExport(direct, one, folder)));
  if ((await plant.verifyLog()) !== 0)
    losses.push({ what: 'log', how: 'lost', detail: 'varco audit verify found a fault' });
  const ownExits = plant.ownExits.length - exitsBefore;
  return {
    plan,
    ledger,
    acknowledged,
    losses,
    recovery,
    ownExits,
    odd,
    transits: seen.reads.length,
    unanswered: worker.unanswered,
  };
}

/** Signs in one person for each kind of work. */
export async function signInPeople(caller: Caller): Promise<People> {
  const [searcher, lister, decider, writer] = await Promise.all([0, 1, 2, 3].map((i) => caller.signIn(USERS[i] ?? '')));
  if (!searcher || !lister || !decider || !writer) throw new Error('nobody signed in');
  return { searcher, lister, decider, writer };
}

/**
 * Starts what was killed, as a supervisor does, and waits for the first read and the first search. A server that ended by
 * itself is started too, and counted.
 */
async function recover(
  plant: DrillPlant,
  { kind }: FaultPlan,
  person: Headers,
  endedAt: number,
): Promise<RoundResult['recovery']> {
  const mode = kind === 'cut-database' ? 'external' : 'embedded';
  if (KILLED_SERVER_KINDS.includes(kind)) await plant.start(mode);
  const caller = new Caller(plant.url, () => {}, IMPATIENT_MS);
  const probe = async (path: string, headers: Headers, body: unknown): Promise<number> => {
    for (;;) {
      if (isDone(await caller.post(path, headers, body))) return (performance.now() - endedAt) / 1_000;
      if (!plant.isRunning()) await plant.start(mode);
      if (performance.now() - endedAt > RECOVERY_LIMIT_MS) throw new Error(`${path} does not succeed again`);
      await delay(PROBE_MS);
    }
  };
  const read = { varco_id: 2, targa: 'ZZ000ZZ', data: new Date().toISOString() };
  const [ingest, search] = await Promise.all([
    probe('/api/ingest/reads', CAMERA, { reads: [read] }),
    probe(searchTransits.path, person, { f_targa: 'ZZ000ZZ' }),
  ]);
  return { ingest, search };
}

/** Compares until nothing is missing, for a few seconds at most: what is lost stays lost. */
export async function settle(
  caller: Caller,
  person: Headers,
  ledger: Ledger,
): Promise<{ readonly losses: readonly Loss[]; readonly seen: Observed }> {
  const deadline = performance.now() + SETTLE_MS;
  for (;;) {
    const seen = await observeRound(caller, person, ledger);
    const losses = compareRound(ledger, seen);
    if (losses.length === 0 || performance.now() > deadline) return { losses, seen };
    await delay(500);
  }
}

/** Sends again what got no answer, as cameras and browsers do, and one decision that got one: it must not count twice. */
export async function repeatWork(caller: Caller, people: People, ledger: Ledger): Promise<readonly Loss[]> {
  const losses: Loss[] = [];
  const open = [...ledger.reads.values()].filter(({ id, hasPicture }) => id === null && !hasPicture);
  const deadline = performance.now() + RESEND_LIMIT_MS;
  while (open.length > 0 && !noteResults(open.slice(0, 400), await sendReads(caller, open.slice(0, 400)))) {
    if (performance.now() > deadline) throw new Error('reads are not taken again');
    await delay(200);
  }
  for (const decision of ledger.decisions) {
    const answer = await sendDecision(caller, people.decider, decision);
    if (!isDone(answer)) continue;
    const repeated = readDecision(decision, answer);
    if (decision.answer !== null && JSON.stringify(repeated) !== JSON.stringify(decision.answer)) {
      const detail = `${decision.kind} of alert ${decision.alert}: ${JSON.stringify([decision.answer, repeated])}`;
      losses.push({ what: 'decision', how: 'doubled', detail });
    }
    decision.answer = repeated;
  }
  return losses;
}
