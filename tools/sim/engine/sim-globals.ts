import type { Rng } from '@varco/sim/random.ts';
import type { Planned, Scheduler } from './scheduler.ts';

const RealDate = Date;
/** One for all: most time limits end long after their call, and making one costs more than the event. */
const TIMED_OUT = new DOMException('The operation timed out', 'TimeoutError');

/** A timer as Node returns it; `ref` and `unref` mean nothing in simulated time. */
class SimTimer {
  planned: Planned | null = null;
  ref = (): this => this;
  unref = (): this => this;
  hasRef = (): boolean => true;
}

/**
 * Replaces everything through which code reads time or chance: timers, `Date`, `performance.now`, `AbortSignal.timeout`,
 * `Math.random` and `crypto.randomUUID`. They belong to the node whose code runs. Never undone: the program ends.
 */
export function installSimGlobals(getScheduler: () => Scheduler, random: Rng): void {
  const wallMs = (): number => {
    const scheduler = getScheduler();
    return scheduler.current.clock.wallMs(scheduler.nowMs);
  };
  class SimDate extends RealDate {
    constructor(...args: [] | [number | string | Date]) {
      const [first] = args;
      super(first ?? wallMs());
    }
    static override now(): number {
      return wallMs();
    }
  }
  const plan = (timer: SimTimer, ms: number, action: () => void): void => {
    const scheduler = getScheduler();
    timer.planned = scheduler.after(Math.max(1, ms), scheduler.current, 'timer', action);
  };
  const setSimTimeout = (action: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): SimTimer => {
    const timer = new SimTimer();
    plan(timer, ms, () => action(...args));
    return timer;
  };
  const setSimInterval = (action: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): SimTimer => {
    const timer = new SimTimer();
    const again = (): void => {
      plan(timer, ms, again);
      action(...args);
    };
    plan(timer, ms, again);
    return timer;
  };
  const clear = (timer: unknown): void => {
    if (timer instanceof SimTimer) timer.planned?.cancel();
  };
  const timeout = (ms: number): AbortSignal => {
    const controller = new AbortController();
    setSimTimeout(() => controller.abort(TIMED_OUT), ms);
    return controller.signal;
  };
  Object.assign(globalThis, {
    ...{ Date: SimDate, setTimeout: setSimTimeout, setInterval: setSimInterval },
    ...{ clearTimeout: clear, clearInterval: clear, setImmediate: (action: () => void) => setSimTimeout(action, 0) },
  });
  const monotonicMs = (): number => {
    const scheduler = getScheduler();
    return scheduler.current.clock.monotonicMs(scheduler.nowMs);
  };
  performance.now = monotonicMs;
  Object.assign(AbortSignal, { timeout });
  Math.random = () => random.next();
  Object.assign(crypto, { randomUUID: () => makeUuid(random) });
}

/** A version 4 uuid from a generator. */
export function makeUuid(random: Rng): ReturnType<typeof crypto.randomUUID> {
  const hex = (digits: number): string => Array.from({ length: digits }, () => random.int(16).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}
