import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What the time of a call is spent on, in order of priority: when two parts run at once, the moment belongs to the
 * first. So the parts and `code`, which is all the rest, add up to the time of the call. `rights` and `log` include
 * their own statements.
 */
export const CALL_PARTS = ['rights', 'log', 'pictures', 'index', 'database', 'queue', 'json'] as const;
export type CallPart = (typeof CALL_PARTS)[number];

/** The part of moments in which nothing else runs: the code of the handler. */
const REST = 'code';

/** Where the time of one call goes. */
export class CallTimings {
  private readonly running = CALL_PARTS.map(() => 0);
  private readonly spentMs = [...CALL_PARTS, REST].map(() => 0);
  private readonly startedAt = performance.now();
  private since = this.startedAt;

  begin(part: CallPart): void {
    this.change(part, 1);
  }

  end(part: CallPart): void {
    this.change(part, -1);
  }

  /** `Server-Timing` of the call so far, milliseconds; parts that took no time are left out. */
  format(): string {
    this.attribute();
    const parts = [...CALL_PARTS, REST].flatMap((name, i) => {
      const ms = this.spentMs[i] ?? 0;
      return ms < 0.005 ? [] : [formatMetric(name, ms)];
    });
    return [...parts, formatMetric('total', this.since - this.startedAt)].join(', ');
  }

  private change(part: CallPart, by: number): void {
    this.attribute();
    const index = CALL_PARTS.indexOf(part);
    this.running[index] = (this.running[index] ?? 0) + by;
  }

  /** Gives the time since the last change to the part that was running. */
  private attribute(): void {
    const now = performance.now();
    const found = this.running.findIndex((count) => count > 0);
    const index = found === -1 ? CALL_PARTS.length : found;
    this.spentMs[index] = (this.spentMs[index] ?? 0) + now - this.since;
    this.since = now;
  }
}

const formatMetric = (name: string, ms: number): string => `${name};dur=${ms.toFixed(2)}`;

const current = new AsyncLocalStorage<CallTimings>();

/** Runs work whose parts count for these timings. */
export const withTimings = <T>(timings: CallTimings, work: () => T): T => current.run(timings, work);

/** Runs work as a part of the current call. Outside a call it only runs it. */
export async function timePart<T>(part: CallPart, work: () => Promise<T>): Promise<T> {
  const timings = current.getStore();
  if (timings === undefined) return work();
  timings.begin(part);
  try {
    return await work();
  } finally {
    timings.end(part);
  }
}

/** The same for work that does not wait. */
export function timePartSync<T>(part: CallPart, work: () => T): T {
  const timings = current.getStore();
  timings?.begin(part);
  try {
    return work();
  } finally {
    timings?.end(part);
  }
}
