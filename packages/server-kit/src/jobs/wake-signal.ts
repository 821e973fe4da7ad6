import { setTimeout as wait } from 'node:timers/promises';

/** Wakes one waiting loop. A signal given before the wait is not lost. */
export class WakeSignal {
  private wake: (() => void) | null = null;
  private isSignalled = false;

  notify(): void {
    this.isSignalled = true;
    this.wake?.();
  }

  /** Resolves at the next `notify`, after `ms`, or when the signal aborts. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.isSignalled && !signal.aborted) {
      const ending = new AbortController();
      const notified = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      const until = AbortSignal.any([signal, ending.signal]);
      await Promise.race([notified, wait(ms, undefined, { signal: until, ref: false }).catch(() => {})]);
      ending.abort();
    }
    this.wake = null;
    this.isSignalled = false;
  }
}
