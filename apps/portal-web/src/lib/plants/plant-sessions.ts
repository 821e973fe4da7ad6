import type { CallInput, CallOutput, Endpoint } from '@varco/contract/endpoint.ts';
import { type PlantLoginResponse, plantLogin } from '@varco/contract/plant/auth.ts';
import {
  type PlantLoginFailure,
  toLoginFailure,
  toLoginFailureFromNumber,
  isPlantEnabled,
} from '@varco/domain/plants/login-state.ts';
import { ApiError } from '../api/api-error.ts';
import { type CallOptions, type CallTarget, call } from '../api/call.ts';
import { requestReason, getReasonHeader, waitForReason } from '../case/reason.ts';
import { createLimiter } from '../limiter.ts';
import { limitPlantCalls } from './limit-plant-calls.ts';
import { type PlantSession, getActiveFlag, isAway, isSameSignIn, patchPlant, usePlants } from './plant-store.ts';
import { withVaultProof } from './vault-proof.ts';

/** Maximum time for a plant sign-in (decisions). */
export const PLANT_LOGIN_MS = 15_000;
/** PLOGIN-15: triggers within this time cause one run. */
export const VERIFY_DEBOUNCE_MS = 400;
/** PLOGIN-18: an unreachable plant is retried after this time. */
export const CHECK_RETRY_MS = 60_000;
/** Shortest wait before a sign-in that a plant slowed down is tried again, whatever the plant says. */
export const LIMIT_RETRY_MIN_MS = 5_000;

/** More at once only wait in the browser, while the time for the sign-in passes. */
const MAX_PARALLEL_SIGN_INS = 96;
const limitSignIns = createLimiter(MAX_PARALLEL_SIGN_INS);

const running = new Map<string, Promise<string | null>>();
let debounce: ReturnType<typeof setTimeout> | undefined;
let retry: ReturnType<typeof setTimeout> | null = null;
/** Next attempt of each plant that slows sign-ins down: every plant says its own time. */
const limitRetries = new Map<string, ReturnType<typeof setTimeout>>();
let pendingVerifications: (() => void)[] = [];

const findPlantByCredential = (id: string): PlantSession | undefined => usePlants.getState().plants.get(id);

/** Finds a plant by its registry id. */
export function findPlantByPeer(peerId: number): PlantSession | undefined {
  return [...usePlants.getState().plants.values()].find((plant) => plant.peerId === peerId);
}

/**
 * Signs in to one plant with the password from the vault, at the address from the vault. Parallel callers share one
 * call.
 * @param options.isQuiet background renewal: the shown state does not change until the response, so that no screen
 * closes
 * @param options.limitMs timeout, PLANT_LOGIN_MS by default
 * @returns the token, or null; state and reason are in the store. Never throws for a failure of the plant.
 */
export function signInPlant(
  credentialId: string,
  options: { readonly isQuiet?: boolean; readonly limitMs?: number } = {},
): Promise<string | null> {
  const known = running.get(credentialId);
  if (known !== undefined) return known;
  const started = trySignIn(credentialId, options).finally(() => running.delete(credentialId));
  running.set(credentialId, started);
  return started;
}

async function trySignIn(
  credentialId: string,
  { isQuiet = false, limitMs = PLANT_LOGIN_MS }: { readonly isQuiet?: boolean; readonly limitMs?: number },
): Promise<string | null> {
  const plant = findPlantByCredential(credentialId);
  if (plant === undefined) return null;
  const { username, password, uuid } = plant.credential;
  if (password === '') {
    patchPlant(credentialId, { state: 'empty', token: null });
    return null;
  }
  if (plant.origin === null) return applySignInFailure(plant, { state: 'bad', reason: 'not_configured' });
  if (!isQuiet) patchPlant(credentialId, { state: 'verifying', reason: null });
  const target = { origin: plant.origin, host: new URL(plant.origin).host, token: () => null };
  try {
    const answer = await withVaultProof(plant.origin, username, (proof) =>
      limitSignIns(() => call(target, plantLogin, { body: { username, password, ...proof } }, { timeMs: limitMs })),
    );
    // The plant was changed or signed out meanwhile, so the response is discarded.
    if (!isUnchanged(plant)) return null;
    if (uuid !== null && answer.parameters.plant_uuid !== uuid)
      return applySignInFailure(plant, { state: 'bad', reason: 'other_plant' });
    return applySignIn(credentialId, answer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return applySignInFailure(plant, toPlantLoginFailure(error), error.facts.retryAfterSeconds);
  }
}

function isUnchanged(plant: PlantSession): boolean {
  const present = findPlantByCredential(plant.credentialId);
  return present !== undefined && isSameSignIn(present.credential, plant.credential);
}

function applySignIn(credentialId: string, login: PlantLoginResponse): string {
  patchPlant(credentialId, { state: 'ok', reason: null, wasVerified: true, token: login.token, login });
  return login.token;
}

function applySignInFailure(
  plant: PlantSession,
  failure: PlantLoginFailure,
  retryAfterS: number | null | undefined = null,
): null {
  if (!isUnchanged(plant)) return null;
  patchPlant(plant.credentialId, { ...failure, wasVerified: true, token: null });
  if (isRetried(plant.credentialId)) scheduleRetry();
  if (failure.reason === 'rate_limited') scheduleAfterLimit(plant.credentialId, retryAfterS);
  return null;
}

/** Maps a sign-in error to state and reason (P 4, readings B-16, B-17). */
export function toPlantLoginFailure(error: ApiError): PlantLoginFailure {
  const { code, subCode, errorCode, status } = error.facts;
  if (subCode === 'network') return { state: 'bad', reason: 'unreachable' };
  if (subCode === 'timeout') return { state: 'bad', reason: 'timeout' };
  if (status >= 500) return { state: 'bad', reason: 'server_error' };
  if (code === 'unavailable' && subCode !== undefined) return { state: 'bad', reason: 'bad_answer' };
  if (status === 400 && typeof errorCode === 'number') return toLoginFailureFromNumber(errorCode);
  return toLoginFailure(code);
}

/** Signs out of a plant: its state becomes `unknown`, and token and password are removed from this store (PLOGIN-10). */
export function signOutPlant(credentialId: string): void {
  const plant = findPlantByCredential(credentialId);
  if (plant === undefined) return;
  patchPlant(credentialId, {
    state: 'unknown',
    reason: null,
    token: null,
    login: null,
    credential: { ...plant.credential, password: '' },
  });
}

/** Signs in to every enabled plant, 400 ms after the last call. Resolves when that run has ended. */
export function verifyAll(): Promise<void> {
  clearTimeout(debounce);
  return new Promise((resolve) => {
    pendingVerifications.push(resolve);
    debounce = setTimeout(() => void runVerification(), VERIFY_DEBOUNCE_MS);
  });
}

async function runVerification(): Promise<void> {
  const sent = pendingVerifications;
  pendingVerifications = [];
  const enabled = [...usePlants.getState().plants.values()].filter((plant) =>
    isPlantEnabled(plant.credential.enabled, getActiveFlag(plant)),
  );
  const signIns = enabled.map((plant) => signInPlant(plant.credentialId));
  usePlants.setState({ hasRun: true });
  await Promise.allSettled(signIns);
  for (const resolve of sent) resolve();
}

/** Signs in to the enabled plants not tried yet, after a change of the vault. Existing sessions stay. */
export async function verifyNew(): Promise<void> {
  const untried = [...usePlants.getState().plants.values()].filter(
    (plant) => plant.state === 'new' && isPlantEnabled(plant.credential.enabled, getActiveFlag(plant)),
  );
  await Promise.allSettled(untried.map((plant) => signInPlant(plant.credentialId)));
}

/**
 * Whether a failed sign-in is tried again by itself: the plant could not be reached or failed. One that refuses the account is
 * not asked again, because repeated wrong passwords would lock the account.
 */
function isRetried(credentialId: string): boolean {
  const plant = findPlantByCredential(credentialId);
  return plant?.credential.enabled === true && isAway(plant.reason);
}

/** Plans the next attempt. A renewal of a token may fail hours after the sign-in, so every failure calls this. */
function scheduleRetry(): void {
  retry ??= setTimeout(() => {
    retry = null;
    for (const id of usePlants.getState().plants.keys()) if (isRetried(id)) void signInPlant(id, { isQuiet: true });
  }, CHECK_RETRY_MS);
}

/**
 * Plans the next attempt at a plant that slows sign-ins down, at the time it named. It has not judged the password, so
 * nothing speaks against another attempt; a password it then refuses is not tried again.
 */
function scheduleAfterLimit(credentialId: string, retryAfterS: number | null | undefined): void {
  clearTimeout(limitRetries.get(credentialId));
  const waitMs = typeof retryAfterS === 'number' ? Math.max(retryAfterS * 1000, LIMIT_RETRY_MIN_MS) : CHECK_RETRY_MS;
  const attempt = (): void => {
    limitRetries.delete(credentialId);
    const plant = findPlantByCredential(credentialId);
    // Signed out, switched off or signed in meanwhile.
    if (plant?.credential.enabled !== true || plant.reason !== 'rate_limited') return;
    void signInPlant(credentialId, { isQuiet: true });
  };
  limitRetries.set(credentialId, setTimeout(attempt, waitMs));
}

/** Stops the timers; called at sign-out. */
export function stopVerifying(): void {
  clearTimeout(debounce);
  if (retry !== null) clearTimeout(retry);
  retry = null;
  for (const timer of limitRetries.values()) clearTimeout(timer);
  limitRetries.clear();
}

/** Address and token for calls to a plant. @throws ApiError `not_configured` without a usable address */
export function getPlantTarget(credentialId: string): CallTarget {
  const plant = findPlantByCredential(credentialId);
  const origin = plant?.origin ?? null;
  if (plant === undefined || origin === null) {
    throw new ApiError({ code: 'not_configured', status: 0, host: plant?.credential.label ?? credentialId });
  }
  return {
    origin,
    host: new URL(origin).host,
    token: () => findPlantByCredential(credentialId)?.token ?? null,
    renew: (refused: string) => renewPlantToken(credentialId, refused),
  };
}

/**
 * Calls one plant at its own address with its own token (NET-05). After a 401 the plant is signed in again once and the
 * call repeated (SESS-10). Sends the stated reason; if the plant requires one and it is missing, the case bar opens and
 * the call continues once it is stated.
 * @throws ApiError; AbortError when cancelled
 */
export async function callPlant<E extends Endpoint>(
  credentialId: string,
  endpoint: E,
  input: CallInput<E>,
  options: Omit<CallOptions, 'reason'> = {},
): Promise<CallOutput<E>> {
  const target = getPlantTarget(credentialId);
  for (;;) {
    try {
      return await limitPlantCalls(credentialId, () =>
        call(target, endpoint, input, { ...options, reason: getReasonHeader() }),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'reason_required') throw error;
      requestReason();
      if (options.isPolling === true || !(await waitForReason(options.signal))) throw error;
    }
  }
}

/** Like `callPlant`, by registry id. */
export function callPeer<E extends Endpoint>(
  peerId: number,
  endpoint: E,
  input: CallInput<E>,
  options?: Omit<CallOptions, 'reason'>,
): Promise<CallOutput<E>> {
  const plant = findPlantByPeer(peerId);
  if (plant === undefined)
    return Promise.reject(new ApiError({ code: 'not_configured', status: 0, host: String(peerId) }));
  return callPlant(plant.credentialId, endpoint, input, options);
}

function renewPlantToken(credentialId: string, refused: string): Promise<string | null> {
  const stored = findPlantByCredential(credentialId)?.token ?? null;
  return stored !== null && stored !== refused ? Promise.resolve(stored) : signInPlant(credentialId, { isQuiet: true });
}
