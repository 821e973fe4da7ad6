import { afterEach, expect, test, vi } from 'vitest';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { createCredential } from '../../../test/plant-sessions.ts';
import { type RespondTo, type TestServer, sendError, sendJson, startTestServer } from '../../../test/test-server.ts';
import {
  CHECK_RETRY_MS,
  getPlantTarget,
  LIMIT_RETRY_MIN_MS,
  signOutPlant,
  stopVerifying,
  VERIFY_DEBOUNCE_MS,
  verifyAll,
} from './plant-sessions.ts';
import { clearPlants, setPlants, usePlants } from './plant-store.ts';

const UUID = '0c6f2b52-9d3c-4a1e-8c0c-0a3f5a1b2c3d';

const servers: TestServer[] = [];
afterEach(async () => {
  vi.useRealTimers();
  stopVerifying();
  clearPlants();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const signIn: RespondTo = (_request, response) => sendJson(response, buildPlantLoginResponse('p1', UUID));

/** Signs in to plants that answer as given, on timers that the test advances. Credentials are `c0`, `c1` and so on. */
async function signInTo(...answers: readonly RespondTo[]): Promise<readonly TestServer[]> {
  const started = await Promise.all(answers.map((answer) => startTestServer(answer)));
  servers.push(...started);
  setPlants(new Map(started.map(({ origin }, i) => [`c${i}`, createCredential({ url: origin })])), []);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const verified = verifyAll();
  await vi.advanceTimersByTimeAsync(VERIFY_DEBOUNCE_MS);
  await verified;
  return started;
}

const stateOf = (id: string) => {
  const found = usePlants.getState().plants.get(id);
  return [found?.state, found?.reason];
};

test('PLOGIN-18 a plant that did not answer is tried again after 60 s, one that refused is not', async () => {
  expect(CHECK_RETRY_MS).toBe(60_000);
  let isAway = true;
  const [away, refusing] = await signInTo(
    (request, response) => (isAway ? response.destroy() : signIn(request, response)),
    (_request, response) => sendError(response, 401, 'bad_credentials'),
  );
  expect(stateOf('c0')).toEqual(['bad', 'unreachable']);
  isAway = false;
  await vi.advanceTimersByTimeAsync(CHECK_RETRY_MS - 1);
  expect([away, refusing].map((server) => server?.seen.length)).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await expect.poll(() => stateOf('c0')).toEqual(['ok', null]);
  expect([away, refusing].map((server) => server?.seen.length)).toEqual([2, 1]);
});

test('a plant that stops answering hours after the sign-in is signed in to again', async () => {
  let isAway = false;
  await signInTo((request, response) => (isAway ? response.destroy() : signIn(request, response)));
  await vi.advanceTimersByTimeAsync(60 * CHECK_RETRY_MS);
  isAway = true;
  expect(await getPlantTarget('c0').renew?.('p1', new AbortController().signal)).toBeNull();
  expect(stateOf('c0')).toEqual(['bad', 'unreachable']);
  isAway = false;
  await vi.advanceTimersByTimeAsync(CHECK_RETRY_MS);
  vi.useRealTimers();
  await expect.poll(() => stateOf('c0')).toEqual(['ok', null]);
});

test('a plant that fails while it restarts is tried again until it answers', async () => {
  let failures = 2;
  const [plant] = await signInTo((request, response) => {
    failures -= 1;
    if (failures >= 0) sendError(response, 503, 'unavailable');
    else signIn(request, response);
  });
  expect(stateOf('c0')).toEqual(['bad', 'server_error']);
  await vi.advanceTimersByTimeAsync(CHECK_RETRY_MS);
  await expect.poll(() => plant?.seen.length).toBe(2);
  await expect.poll(() => stateOf('c0')).toEqual(['bad', 'server_error']);
  await vi.advanceTimersByTimeAsync(CHECK_RETRY_MS);
  vi.useRealTimers();
  await expect.poll(() => stateOf('c0')).toEqual(['ok', null]);
});

/** Slows sign-ins down as long as `isLimited` says so. */
const slowDown =
  (isLimited: () => boolean, retryAfter?: string): RespondTo =>
  (request, response) => {
    if (!isLimited()) return signIn(request, response);
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    return sendError(response, 429, 'rate_limit_exceeded');
  };

test('a plant that slows sign-ins down is tried again at the time it named, each plant at its own', async () => {
  let isLimited = true;
  const plants = await signInTo(
    slowDown(() => isLimited, '90'),
    slowDown(() => isLimited, '1'),
    slowDown(() => isLimited),
  );
  const seen = () => plants.map((server) => server.seen.length);
  for (const id of ['c0', 'c1', 'c2']) expect(stateOf(id)).toEqual(['bad', 'rate_limited']);
  isLimited = false;
  await vi.advanceTimersByTimeAsync(LIMIT_RETRY_MIN_MS - 1);
  expect(seen()).toEqual([1, 1, 1]);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => stateOf('c1')).toEqual(['ok', null]);
  await vi.advanceTimersByTimeAsync(CHECK_RETRY_MS - LIMIT_RETRY_MIN_MS);
  await expect.poll(() => stateOf('c2')).toEqual(['ok', null]);
  expect(seen()).toEqual([1, 2, 2]);
  await vi.advanceTimersByTimeAsync(30_000 - 1);
  expect(seen()).toEqual([1, 2, 2]);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await expect.poll(() => stateOf('c0')).toEqual(['ok', null]);
  expect(seen()).toEqual([2, 2, 2]);
});

test('a plant that refuses the password after it slowed down is left alone, and one that was signed out of as well', async () => {
  let isLimited = true;
  const refuse: RespondTo = (_request, response) => sendError(response, 401, 'bad_credentials');
  const limit = slowDown(() => isLimited, '10');
  const plants = await signInTo((request, response) => (isLimited ? limit : refuse)(request, response), limit);
  isLimited = false;
  signOutPlant('c1');
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(() => stateOf('c0')).toEqual(['bad', 'credentials']);
  await vi.advanceTimersByTimeAsync(3 * CHECK_RETRY_MS);
  vi.useRealTimers();
  expect(stateOf('c1')).toEqual(['unknown', null]);
  expect(plants.map((server) => server.seen.length)).toEqual([2, 1]);
});

test('nobody who has signed out is signed in again', async () => {
  const [plant] = await signInTo((_request, response) => response.destroy());
  stopVerifying();
  clearPlants();
  await vi.advanceTimersByTimeAsync(3 * CHECK_RETRY_MS);
  expect(plant?.seen).toHaveLength(1);
});
