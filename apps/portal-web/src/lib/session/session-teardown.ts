/** Session teardown steps, provided by code that is loaded only after sign-in. */
export interface SessionTeardown {
  /** Runs before the sign-out, while plants can still be called. */
  readonly beforeSignOut: () => Promise<void>;
  /** Runs after the session has ended, for whatever reason. */
  readonly afterSignOut: () => Promise<void>;
}

// The code is registered in advance: loading it at teardown would fail when the session ends because the portal is
// unreachable.
let teardown: SessionTeardown | null = null;

export function bindSessionTeardown(next: SessionTeardown): void {
  teardown = next;
}

/** Failures are ignored, so that sign-out always continues. */
export const beforeSignOut = async (): Promise<void> => teardown?.beforeSignOut().catch(() => undefined);

export function afterSignOut(): void {
  void teardown?.afterSignOut().catch(() => undefined);
}
