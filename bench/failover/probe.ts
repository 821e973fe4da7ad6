import { setTimeout as delay } from 'node:timers/promises';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { login, refresh } from '@varco/contract/portal/auth.ts';
import { type Answer, CAMERA, Caller, isDone } from '../drill/caller.ts';
import { PortalPerson } from '../rolling/portal-person.ts';
import { Tally } from '../rolling/tally.ts';
import type { RollingWorld } from '../rolling/world.ts';

/** Three at a time, each given up soon: one that hangs does not hide that others succeed. */
const PROBES = 3;
const PROBE_MS = 200;
const GIVE_UP_MS = 2_000;
/** A sign-in computes a hash, which takes seconds on a busy machine. */
const RENEW_MS = 400;
const SIGN_IN_GIVE_UP_MS = 6_000;
const CALM_MS = 2_000;
/** What a proxy or a server says that cannot work now, a session that ended, and rates: none of them is wrong. */
const RIGHT_REFUSALS: ReadonlySet<number> = new Set([0, 401, 409, 429, 502, 503, 504]);

/** Writes to plant and portal all the time, and notes when each was acknowledged. */
export interface WriteProbe {
  /** Instants of acknowledgements (`performance.now`), ascending. */
  readonly plant: readonly number[];
  readonly portal: readonly number[];
  /** Answers of the portal that nobody should get. */
  readonly odd: readonly string[];
  /** Waits until both have acknowledged writes for two seconds; false: not within `limitMs`. */
  waitUntilCalm(limitMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** Notes acknowledged sign-ins and renewals of sessions, which both write. */
class SessionTally extends Tally {
  readonly acknowledged: number[] = [];
  readonly odd: string[] = [];

  override note(call: string, path: string, answer: Answer, ms: number): void {
    super.note(call, path, answer, ms);
    if (isDone(answer) && (path === refresh.path || path === login.path)) this.acknowledged.push(performance.now());
    if (!isDone(answer) && !RIGHT_REFUSALS.has(answer.status)) {
      this.odd.push(`${call} ${path} ${answer.status} ${JSON.stringify(answer.body).slice(0, 160)}`);
    }
  }
}

/** Starts the probes. @param mark begins the plates of this round; four characters */
export function startProbe(world: RollingWorld, mark: string): WriteProbe {
  const ending = new AbortController();
  const { signal } = ending;
  const plant: number[] = [];
  const sessions = new SessionTally();
  const camera = new Caller(world.plantUrl, () => {}, GIVE_UP_MS);
  const sendReads = async (number: number): Promise<void> => {
    for (let n = number; !signal.aborted; n += PROBES) {
      const read = { varco_id: 2, targa: `${mark}${n}`, data: new Date().toISOString() };
      if (isDone(await camera.post(ingestReads.path, CAMERA, { reads: [read] }))) plant.push(performance.now());
      await delay(PROBE_MS);
    }
  };
  const renew = async (person: PortalPerson): Promise<void> => {
    while (!signal.aborted) {
      await person.renew().catch((error: unknown) => sessions.odd.push(String(error)));
      await delay(RENEW_MS);
    }
  };
  const people = world.accounts.map(
    (account) => new PortalPerson(world.portalUrl, account, sessions, SIGN_IN_GIVE_UP_MS),
  );
  const work = [...Array.from({ length: PROBES }, (_, n) => sendReads(n)), ...people.map(renew)];
  return {
    plant,
    portal: sessions.acknowledged,
    odd: sessions.odd,
    async waitUntilCalm(limitMs) {
      const deadline = performance.now() + limitMs;
      while (performance.now() < deadline) {
        if (isCalm(plant) && isCalm(sessions.acknowledged)) return true;
        await delay(50);
      }
      return false;
    },
    async stop() {
      ending.abort();
      await Promise.all(work);
    },
  };
}

/** Acknowledged in the last second, and in the one before. */
function isCalm(acknowledged: readonly number[]): boolean {
  const now = performance.now();
  const isWithin = (fromMs: number, toMs: number): boolean =>
    acknowledged.some((ms) => ms > now - fromMs && ms <= now - toMs);
  return isWithin(CALM_MS / 2, 0) && isWithin(CALM_MS, CALM_MS / 2);
}
