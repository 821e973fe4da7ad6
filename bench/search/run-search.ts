import { Rng, createWeightedDraw } from '@varco/sim/random.ts';
import type { BenchOptions } from '../options.ts';
import { runPlantQuery, sendReads } from '../plant/plant-client.ts';
import { CallParts, type MeanParts } from '../plant/call-parts.ts';
import { LiveReads } from '../plant/live-reads.ts';
import { type PacedResult, runAtRate } from '../plant/paced.ts';
import type { Session } from '../plant/session.ts';
import { CLASSES, type QueryClass } from './classes.ts';
import type { SearchInputs } from './query-inputs.ts';
import { measureQueries, type Measured, buildQueries } from './measure.ts';

/** A class of search and its measurements on the plant. */
export interface ClassResult {
  readonly query: QueryClass;
  readonly measured: Measured;
  /** Where the time of the calls went. */
  readonly parts: MeanParts;
}

const BUDGET_MS = 8_000;

export const selectClasses = ({ only }: BenchOptions): readonly QueryClass[] =>
  CLASSES.filter((query) => only.length === 0 || only.includes(query.id));

/** Measures every class with one user at a time; users alternate because rate limits apply per user. */
export async function measurePlant(
  session: Session,
  classes: readonly QueryClass[],
  facts: SearchInputs,
  onResult: (result: ClassResult) => void,
): Promise<readonly ClassResult[]> {
  const results: ClassResult[] = [];
  let run = 0;
  for (const query of classes) {
    const parts = new CallParts();
    const ask = (question: Parameters<typeof runPlantQuery>[1]): Promise<number | null> =>
      runPlantQuery(session.users[run++ % session.users.length] ?? {}, question, parts);
    const measured = await measureQueries(buildQueries(query, facts), ask, BUDGET_MS);
    const result = { query, measured, parts: parts.means() };
    results.push(result);
    onResult(result);
  }
  return results;
}

/** Mix of query classes of people at work, by share. */
const WORK_MIX = createWeightedDraw([
  ['history', 30],
  ['prefix', 15],
  ['contains', 10],
  ['combination', 5],
  ['misreads', 5],
  ['edits-1', 5],
  ['gates', 10],
  ['distinct', 5],
  ['more-than', 5],
  ['newest', 10],
] as const);

const THINK_MS = 500;
const READS_PER_SECOND = 500;
const READS_PER_CALL = 50;

export interface UsersResult {
  readonly users: number;
  readonly searches: PacedResult;
  readonly reads: PacedResult;
  readonly readsPerSecond: number;
}

/** Twenty users, each searching again half a second after the last response, while cameras send 500 reads a second. */
export async function measureConcurrentUsers(
  session: Session,
  answered: ReadonlySet<string>,
  facts: SearchInputs,
  seconds: number,
): Promise<UsersResult> {
  const live = new LiveReads(facts.known, facts.gates);
  const rng = new Rng(20);
  const searches = Promise.all(
    session.users.map((user) => runUser(seconds, async () => runPlantQuery(user, drawQuery(rng, answered, facts)))),
  );
  const reads = await runAtRate({ perSecond: READS_PER_SECOND / READS_PER_CALL, inFlight: 4, seconds }, async () =>
    sendReads(live.take(READS_PER_CALL)),
  );
  const all = await searches;
  return {
    users: session.users.length,
    searches: {
      ms: all.flatMap((one) => one.ms),
      errors: all.reduce((sum, one) => sum + one.errors, 0),
      lastError: all.find((one) => one.lastError !== null)?.lastError ?? null,
      seconds,
    },
    reads,
    readsPerSecond: (reads.ms.length * READS_PER_CALL) / reads.seconds,
  };
}

/** Draws a query of the mix; classes the plant cannot run are skipped. */
export function drawQuery(rng: Rng, answered: ReadonlySet<string>, facts: SearchInputs): ReturnType<QueryClass['ask']> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const id = WORK_MIX(rng.next());
    const query = CLASSES.find((one) => one.id === id);
    if (query !== undefined && answered.has(id)) return query.ask(rng, facts);
  }
  throw new Error('the plant answers none of the questions of the mix');
}

async function runUser(seconds: number, ask: () => Promise<unknown>): Promise<PacedResult> {
  const endsAt = performance.now() + seconds * 1000;
  const ms: number[] = [];
  let errors = 0;
  let lastError: string | null = null;
  // Users start at random times.
  await pause(Math.random() * THINK_MS);
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    try {
      await ask();
      ms.push(performance.now() - startedAt);
    } catch (error) {
      errors += 1;
      lastError = error instanceof Error ? error.message : String(error);
    }
    await pause(THINK_MS);
  }
  return { ms, errors, lastError, seconds };
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
