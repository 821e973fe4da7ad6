import { setImmediate as nextTurn } from 'node:timers/promises';

export interface GatherOptions {
  /** Pieces of work that may be under way at the same moment. */
  readonly atOnce: number;
  /** Askers one piece of work is for, at most. */
  readonly most: number;
}

interface Asker<In, Out> {
  readonly asked: In;
  readonly resolve: (answer: Out) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Does for many at once what they ask for at the same time: who asks while a piece of work is under way goes along with the next one, so
 * nobody waits for company and a storm makes the pieces larger, not more. Work never began before it was asked for. `work` answers in the
 * order it was asked; when it throws, everybody it was for gets that error.
 */
export function gather<In, Out>(
  { atOnce, most }: GatherOptions,
  work: (all: readonly In[]) => Promise<readonly Out[]>,
): (asked: In) => Promise<Out> {
  const waiting: Asker<In, Out>[] = [];
  let running = 0;
  const run = async (): Promise<void> => {
    running += 1;
    // What the same turn of the event loop brings goes along.
    await nextTurn();
    while (waiting.length > 0) await workFor(waiting.splice(0, most), work);
    running -= 1;
  };
  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (running < atOnce) void run();
    });
}

async function workFor<In, Out>(
  askers: readonly Asker<In, Out>[],
  work: (all: readonly In[]) => Promise<readonly Out[]>,
): Promise<void> {
  try {
    const answers = await work(askers.map(({ asked }) => asked));
    if (answers.length !== askers.length) throw new Error('not as many answers as were asked for');
    // A cast, because an answer may itself be undefined.
    askers.forEach(({ resolve }, at) => resolve(answers[at] as Out));
  } catch (error) {
    for (const { reject } of askers) reject(error);
  }
}
