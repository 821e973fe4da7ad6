/** What is done for a person who goes, by a part of the portal that is here only once somebody has signed in. */
export interface Farewell {
  /** Before the sign-out, while plants can still be asked. */
  readonly leaving: () => Promise<void>;
  /** Once nobody is signed in any more, however that came. */
  readonly gone: () => Promise<void>;
}

// Its code is here when it is needed: fetching it then would fail with the portal away, just when a session ends for that reason.
let farewell: Farewell | null = null;

export function bindFarewell(next: Farewell): void {
  farewell = next;
}

/** Failures are nobody's business any more: signing out goes on. */
export const takeLeave = async (): Promise<void> => farewell?.leaving().catch(() => undefined);

export function beGone(): void {
  void farewell?.gone().catch(() => undefined);
}
