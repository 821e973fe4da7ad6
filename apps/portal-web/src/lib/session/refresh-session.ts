import type { SessionResponse } from '@varco/contract/portal/auth.ts';
import { refresh } from '@varco/contract/portal/auth.ts';
import { ApiError, isConnectionFault } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { nowMs, nowSeconds } from '../clock.ts';
import { upgradeLoginResponse } from './login-response.ts';
import { acceptSession, currentSession, clearSession } from './session-store.ts';

/** Minimum time between two refreshes, unless a call was refused with 401 (SESS-05, readings B-11). */
export const MIN_REFRESH_INTERVAL_MS = 60_000;
/** A token with less remaining lifetime than this is renewed ahead of time. */
const RENEW_BEFORE_SECONDS = 120;
/** How long a tab that waited for another tab's refresh waits for its result before it refreshes itself. */
const TOKEN_HANDOVER_WAIT_MS = 300;
const REFRESH_LOCK = 'varco-session-refresh';
const CHANNEL_NAME = 'varco-session';

type Message =
  | { readonly kind: 'session'; readonly answer: SessionResponse; readonly at: number }
  | { readonly kind: 'ended' };

export const PORTAL_ORIGIN = '';
export const portalHost = (): string => location.host;

let channel: BroadcastChannel | null = null;

/**
 * Follows the other tabs of this browser: all take over a refreshed token, and all sign out together. Returns the
 * function that stops it.
 */
export function followOtherTabs(onEnded: () => void): () => void {
  const opened = new BroadcastChannel(CHANNEL_NAME);
  channel = opened;
  opened.onmessage = (event: MessageEvent<Message>) => {
    const message = event.data;
    const { sessionId, status } = currentSession();
    if (status !== 'signed-in') return;
    if (message.kind === 'ended') onEnded();
    else if (message.answer.session_id === sessionId) acceptSession(message.answer, message.at);
  };
  return () => {
    opened.close();
    channel = null;
  };
}

/** Sends a message to the other tabs. */
export function notifyOtherTabs(message: Message): void {
  channel?.postMessage(message);
}

/** The plain refresh call: validates the session on the server and returns token, share and user (SESS-11). */
export async function callRefresh(): Promise<SessionResponse> {
  const target = { origin: PORTAL_ORIGIN, host: portalHost(), token: () => null };
  return call(target, refresh, {}, { upgrade: (raw) => upgradeLoginResponse(raw, nowSeconds()) });
}

let runningRefresh: Promise<string | null> | null = null;

/**
 * Gets a new token after `refused` caused a 401, with one request for all parallel callers and tabs (SESS-07). Null
 * when the server ended the session, which is then cleared everywhere (SESS-08).
 * @throws ApiError when the portal could not be reached: the session is kept
 */
export function renewToken(refused: string): Promise<string | null> {
  const { token } = currentSession();
  if (token !== null && token !== refused) return Promise.resolve(token);
  runningRefresh ??= renewUnderLock(refused).finally(() => {
    runningRefresh = null;
  });
  return runningRefresh;
}

/**
 * Refreshes before the token expires, at most once a minute. Called by a timer. Failures are silent; the next 401
 * handles them.
 */
export async function renewAheadOfExpiry(): Promise<void> {
  const { token, expires, last_refresh_token_at: last } = currentSession();
  if (token === null || expires - nowSeconds() > RENEW_BEFORE_SECONDS || nowMs() - last < MIN_REFRESH_INTERVAL_MS)
    return;
  try {
    await renewToken(token);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

async function renewUnderLock(refused: string): Promise<string | null> {
  const isContended = (await navigator.locks.query()).held?.some((lock) => lock.name === REFRESH_LOCK) === true;
  return navigator.locks.request(REFRESH_LOCK, async () => {
    if (isContended) await waitForSharedToken(refused);
    const { token, status } = currentSession();
    if (status !== 'signed-in') return null;
    if (token !== null && token !== refused) return token;
    return refreshNow();
  });
}

async function refreshNow(): Promise<string | null> {
  try {
    const answer = await callRefresh();
    const at = nowMs();
    acceptSession(answer, at);
    notifyOtherTabs({ kind: 'session', answer, at });
    return answer.token;
  } catch (error) {
    if (!(error instanceof ApiError) || isConnectionFault(error) || error.facts.status >= 500) throw error;
    if (error.code === 'rate_limit_exceeded') throw error;
    clearSession('ended');
    notifyOtherTabs({ kind: 'ended' });
    return null;
  }
}

/** Waits briefly for the token another tab has just fetched: its message may arrive after this tab gets the lock. */
async function waitForSharedToken(refused: string): Promise<void> {
  const until = nowMs() + TOKEN_HANDOVER_WAIT_MS;
  while (currentSession().token === refused && nowMs() < until) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
