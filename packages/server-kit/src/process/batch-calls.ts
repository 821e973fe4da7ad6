import { setImmediate as nextTurn } from 'node:timers/promises';

export interface BatchOptions {
  /** Batches that may run concurrently. */
  readonly maxConcurrent: number;
  /** Maximum number of calls in one batch. */
  readonly maxBatchSize: number;
}

interface PendingCall<In, Out> {
  readonly asked: In;
  readonly resolve: (answer: Out) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Combines concurrent calls into batches: calls that arrive while a batch is running form the next one. No call is
 * delayed to wait for others, and a burst makes batches larger, not more numerous. A batch never starts before its
 * calls were made. `work` returns results in the order of its input; when it throws, all calls of the batch reject.
 */
export function batchCalls<In, Out>(
  { maxConcurrent: atOnce, maxBatchSize: most }: BatchOptions,
  work: (all: readonly In[]) => Promise<readonly Out[]>,
): (requested: In) => Promise<Out> {
  const waiting: PendingCall<In, Out>[] = [];
  let running = 0;
  const run = async (): Promise<void> => {
    running += 1;
    // Calls of the same iteration of the event loop join the batch.
    await nextTurn();
    while (waiting.length > 0) await runBatch(waiting.splice(0, most), work);
    running -= 1;
  };
  return (requested) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked: requested, resolve, reject });
      if (running < atOnce) void run();
    });
}

async function runBatch<In, Out>(
  askers: readonly PendingCall<In, Out>[],
  work: (all: readonly In[]) => Promise<readonly Out[]>,
): Promise<void> {
  try {
    const answers = await work(askers.map(({ asked: requested }) => requested));
    if (answers.length !== askers.length) throw new Error('not as many answers as were asked for');
    // A cast, because a result may itself be undefined.
    askers.forEach(({ resolve }, at) => resolve(answers[at] as Out));
  } catch (error) {
    for (const { reject } of askers) reject(error);
  }
}
