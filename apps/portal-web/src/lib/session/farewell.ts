/** Session teardown steps, provided by code that is loaded only after sign-in. */
export interface Farewell {
  /** Runs before the sign-out, while plants can still be called. */
  readonly leaving: () => Promise<void>;
  /** Runs after the session has ended, for whatever reason. */
  readonly gone: () => Promise<void>;
}

// The code is registered in advance: loading it at teardown would fail when the session ends because the portal is
// unreachable.
let farewell: Farewell | null = null;

export function bindFarewell(next: Farewell): void {
  farewell = next;
}

/** Failures are ignored, so that sign-out always continues. */
export const takeLeave = async (): Promise<void> => farewell?.leaving().catch(() => undefined);

export function beGone(): void {
  void farewell?.gone().catch(() => undefined);
}
