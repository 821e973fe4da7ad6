import type { PlantSession } from '../plants/plant-store.ts';

/** Session teardown steps, provided by code that is loaded only after sign-in. */
export interface SessionTeardown {
  /** Runs before the sign-out, while plants can still be called. */
  readonly beforeSignOut: () => Promise<void>;
  /** Ends the sessions at these plants. Reads the tokens at once; never rejects and waits a few seconds at most. */
  readonly endPlantSessions: (plants: Iterable<PlantSession>) => Promise<void>;
  /** Runs after the session has ended, for whatever reason. */
  readonly afterSignOut: () => Promise<void>;
}

// The code is registered in advance: loading it at teardown would fail when the session ends because the portal is
// unreachable.
let teardown: SessionTeardown | null = null;
let plantsEnded: Promise<void> | undefined;

export function bindSessionTeardown(next: SessionTeardown): void {
  teardown = next;
}

/** Failures are ignored, so that sign-out always continues. */
export const beforeSignOut = async (): Promise<void> => teardown?.beforeSignOut().catch(() => undefined);

/** Starts to end the sessions at these plants, before the store forgets their tokens. */
export function endPlantSessions(plants: Iterable<PlantSession>): void {
  plantsEnded = teardown?.endPlantSessions(plants);
}

/** Resolves when the sessions at the plants have ended or were given up: the document may be left then. */
export const whenPlantsEnded = async (): Promise<void> => plantsEnded;

export function afterSignOut(): void {
  void teardown?.afterSignOut().catch(() => undefined);
}
