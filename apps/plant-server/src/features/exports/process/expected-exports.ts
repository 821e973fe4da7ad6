import { WakeSignal } from '@varco/server-kit/jobs/wake-signal.ts';

/** Remembers that an estimate was requested, so that the export process is started before the export itself is ordered. */
export class ExportStartHint {
  /** Wakes the loop that starts the process. */
  readonly wake = new WakeSignal();
  private isExpected = false;

  expect(): void {
    this.isExpected = true;
    this.wake.notify();
  }

  /** True when an export was announced since the last call. */
  consume(): boolean {
    const was = this.isExpected;
    this.isExpected = false;
    return was;
  }
}
