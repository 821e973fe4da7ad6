import { type PacedResult, runAtRate } from '../plant/paced.ts';
import { type Times, summarizeTimes } from '../stats.ts';
import { CALLERS } from './callers.ts';
import { type CookieJar, createEmptyJar, deriveProof, refreshCaller, signInCaller } from './portal-client.ts';

/** Calls per second that the portal serves, and the duration of each. */
export interface LoadRow {
  readonly id: 'login' | 'refresh';
  readonly label: string;
  readonly target: number;
  readonly perSecond: number;
  readonly times: Times | null;
  readonly errors: number;
  readonly lastError: string | null;
}

const LOGINS_AT_ONCE = 8;
const REFRESHES_AT_ONCE = 16;

interface Caller {
  readonly username: string;
  readonly proof: string;
  readonly jar: CookieJar;
}

/** Signs in as fast as the portal responds, then refreshes the opened sessions in the same way. */
export async function loadPortal(
  origin: string,
  seconds: number,
  say: (text: string) => void,
): Promise<readonly LoadRow[]> {
  say('deriving the proofs of the callers');
  const callers: Caller[] = [];
  for (const username of CALLERS)
    callers.push({ username, proof: await deriveProof(origin, username), jar: createEmptyJar() });
  // Warm-up: afterwards the device is known and connections and caches are ready.
  for (const { username, proof, jar } of callers) await signInCaller(origin, username, proof, jar);
  say('measuring sign-ins per second');
  const logins = await runWithCallers(callers, LOGINS_AT_ONCE, seconds, async ({ username, proof, jar }) => {
    await signInCaller(origin, username, proof, jar);
  });
  say('measuring refreshes per second');
  const refreshes = await runWithCallers(callers, REFRESHES_AT_ONCE, seconds, async ({ jar }) => {
    await refreshCaller(origin, jar);
  });
  return [
    buildLoadRow('login', 'sign-ins (KDF block and proof, slow hash on the server)', 20, logins),
    buildLoadRow('refresh', 'refreshes (rotating token, record of the person)', 500, refreshes),
  ];
}

/** Each caller makes one call at a time; the one idle for longest is next. */
function runWithCallers(
  callers: readonly Caller[],
  inFlight: number,
  seconds: number,
  work: (caller: Caller) => Promise<void>,
): Promise<PacedResult> {
  const free = [...callers];
  return runAtRate({ perSecond: null, inFlight, seconds }, async () => {
    const caller = free.shift();
    if (caller === undefined) throw new Error('more calls at once than callers');
    try {
      await work(caller);
    } finally {
      free.push(caller);
    }
  });
}

const buildLoadRow = (id: LoadRow['id'], label: string, target: number, paced: PacedResult): LoadRow => ({
  id,
  label,
  target,
  perSecond: Math.round((paced.ms.length / paced.seconds) * 10) / 10,
  times: summarizeTimes(paced.ms),
  errors: paced.errors,
  lastError: paced.lastError,
});
