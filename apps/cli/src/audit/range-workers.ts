import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { LogRange, VerifiedRange } from './verify-range.repository.ts';

/** More threads than this wait for the database. */
const MAX_WORKERS = 8;
/** Ranges given to each verifier before the first of them is used, so that none waits for another. */
const RANGES_AHEAD = 2;

/** Reply of a thread to a range. */
export type RangeWorkerReply =
  | { readonly type: 'verified'; readonly verified: VerifiedRange }
  | { readonly type: 'failed'; readonly message: string; readonly code: string | null };

/** Verifies ranges in the order it is called; rejects with the error of the database. */
type VerifyRange = (range: LogRange) => Promise<VerifiedRange>;

/** Verifies ranges in threads, one per processor, and yields them in order up to the first with a flaw. */
export async function* verifyInThreads(
  databaseUrl: string,
  ranges: readonly LogRange[],
): AsyncGenerator<VerifiedRange> {
  const count = Math.min(MAX_WORKERS, availableParallelism(), ranges.length);
  const workers = Array.from({ length: count }, () => startRangeWorker(databaseUrl));
  try {
    yield* verifyInOrder(
      workers.map(({ verify }) => verify),
      ranges,
    );
  } finally {
    await Promise.all(workers.map(({ stop }) => stop()));
  }
}

/** Gives ranges to verifiers by turns, some ahead, and yields the results in order up to the first with a flaw. */
async function* verifyInOrder(
  verifiers: readonly VerifyRange[],
  ranges: readonly LogRange[],
): AsyncGenerator<VerifiedRange> {
  const ahead: Promise<VerifiedRange>[] = [];
  const begin = (index: number): void => {
    const [verify, range] = [verifiers[index % verifiers.length], ranges[index]];
    if (verify === undefined || range === undefined) return;
    const verified = verify(range);
    // Awaited later, in order; until then a failure is not an unhandled one.
    verified.catch(() => {});
    ahead.push(verified);
  };
  const limit = verifiers.length * RANGES_AHEAD;
  for (let index = 0; index < limit; index += 1) begin(index);
  for (let next = ahead.shift(), index = limit; next !== undefined; next = ahead.shift(), index += 1) {
    begin(index);
    const verified = await next;
    yield verified;
    if (verified.result.broken !== null) return;
  }
}

interface RangeWorker {
  readonly verify: VerifyRange;
  readonly stop: () => Promise<void>;
}

function startRangeWorker(databaseUrl: string): RangeWorker {
  const worker = new Worker(new URL('./range-worker.ts', import.meta.url), { workerData: databaseUrl });
  const pending: PromiseWithResolvers<VerifiedRange>[] = [];
  worker.on('message', (reply: RangeWorkerReply) => {
    const next = pending.shift();
    if (reply.type === 'verified') next?.resolve(reply.verified);
    else next?.reject(Object.assign(new Error(reply.message), reply.code === null ? {} : { code: reply.code }));
  });
  let failure: Error | null = null;
  const fail = (error: Error): void => {
    failure ??= error;
    for (const next of pending.splice(0)) next.reject(failure);
  };
  worker.on('error', fail);
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  void ended.then(() => fail(new Error('the thread has ended')));
  return {
    verify(range) {
      if (failure !== null) return Promise.reject(failure);
      const next = Promise.withResolvers<VerifiedRange>();
      pending.push(next);
      worker.postMessage(range);
      return next.promise;
    },
    async stop() {
      worker.postMessage(null);
      await ended;
    },
  };
}
