import type { SessionAnswer } from '@varco/contract/portal/auth.ts';
import { refresh } from '@varco/contract/portal/auth.ts';
import { ApiError, isConnectionFault } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { nowMs, nowSeconds } from '../clock.ts';
import { upgradeLoginAnswer } from './login-answer.ts';
import { acceptSession, currentSession, forgetSession } from './session-store.ts';

/** Least time between two refreshes, unless a call was refused with 401 (SESS-05, readings B-11). */
export const REFRESH_WAIT_MS = 60_000;
/** A token this near its end is renewed ahead of time. */
const RENEW_BEFORE_SECONDS = 120;
/** How long a tab that waited for another's refresh listens for the result before it asks itself. */
const HANDOVER_MS = 300;
const LOCK = 'varco-session-refresh';
const CHANNEL = 'varco-session';

type Message =
  | { readonly kind: 'session'; readonly answer: SessionAnswer; readonly at: number }
  | { readonly kind: 'ended' };

export const PORTAL_ORIGIN = '';
export const portalHost = (): string => location.host;

let channel: BroadcastChannel | null = null;

/** Listens to the other tabs of this browser: one refreshes, all have the new token; one signs out, all are. Returns the end of it. */
export function followOtherTabs(onEnded: () => void): () => void {
  const opened = new BroadcastChannel(CHANNEL);
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

/** Tells the other tabs. */
export function tellOtherTabs(message: Message): void {
  channel?.postMessage(message);
}

/** The raw refresh call: validates the session on the server and brings token, share and user (SESS-11). */
export async function callRefresh(): Promise<SessionAnswer> {
  const target = { origin: PORTAL_ORIGIN, host: portalHost(), token: () => null };
  return call(target, refresh, {}, { upgrade: (raw) => upgradeLoginAnswer(raw, nowSeconds()) });
}

let running: Promise<string | null> | null = null;

/**
 * A fresh token after `refused` was answered with 401: one request for any number of parallel callers and tabs (SESS-07).
 * Null when the server ended the session; the session is then forgotten everywhere (SESS-08).
 * @throws ApiError when the portal could not be reached: the session is kept
 */
export function renewToken(refused: string): Promise<string | null> {
  const { token } = currentSession();
  if (token !== null && token !== refused) return Promise.resolve(token);
  running ??= renewUnderLock(refused).finally(() => {
    running = null;
  });
  return running;
}

/** Refreshes ahead of the token's end, at most once a minute. Called by a timer; failures are silent, the next 401 tells. */
export async function renewAhead(): Promise<void> {
  const { token, expires, last_refresh_token_at: last } = currentSession();
  if (token === null || expires - nowSeconds() > RENEW_BEFORE_SECONDS || nowMs() - last < REFRESH_WAIT_MS) return;
  try {
    await renewToken(token);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

async function renewUnderLock(refused: string): Promise<string | null> {
  const isContended = (await navigator.locks.query()).held?.some((lock) => lock.name === LOCK) === true;
  return navigator.locks.request(LOCK, async () => {
    if (isContended) await nextToken(refused);
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
    tellOtherTabs({ kind: 'session', answer, at });
    return answer.token;
  } catch (error) {
    if (!(error instanceof ApiError) || isConnectionFault(error) || error.facts.status >= 500) throw error;
    if (error.code === 'rate_limit_exceeded') throw error;
    forgetSession('ended');
    tellOtherTabs({ kind: 'ended' });
    return null;
  }
}

/** Waits a moment for the token another tab has just fetched; its message is on the way when the lock is ours. */
async function nextToken(refused: string): Promise<void> {
  const until = nowMs() + HANDOVER_MS;
  while (currentSession().token === refused && nowMs() < until) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
