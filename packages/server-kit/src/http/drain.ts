import { setTimeout as delay } from 'node:timers/promises';

/** Time for running calls to finish where nobody else answers meanwhile: the server should soon be back. */
const ALONE_MS = 5_000;
/** The same where another process answers: a download or a part of an export may end in peace. */
const REPLACED_MS = 30_000;

/** How a server stops: first it says so and still answers, then it finishes what runs (ADR 0046). */
export interface Drain {
  /** True from the beginning of the stop: `/ready` answers 503. */
  isDraining(): boolean;
  /** Time in ms that running calls have once no new ones are taken. */
  readonly graceMs: number;
  /** Begins the stop. Resolves when the proxy has had the time to notice; until then every call is answered as before. */
  begin(): Promise<void>;
}

/** @param seconds how long a proxy needs to notice; 0: there is no second process, so waiting would help nobody */
export function createDrain(seconds: number): Drain {
  let hasBegun = false;
  return {
    isDraining: () => hasBegun,
    graceMs: seconds > 0 ? REPLACED_MS : ALONE_MS,
    async begin() {
      hasBegun = true;
      if (seconds > 0) await delay(seconds * 1_000);
    },
  };
}
