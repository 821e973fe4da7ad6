import { MAX_WATCH_MINUTES } from '@varco/contract/plant/gate-watch.ts';
import { equalSecrets } from '@varco/server-kit/auth/secrets.ts';
import type { ServerKey } from '../../auth/server-key.ts';

const GRANT_LIFETIME_S = MAX_WATCH_MINUTES * 60;

/** Who a grant is for: a user, in a session, at certain gates. */
export interface Watcher {
  readonly user: string;
  readonly session: string;
  readonly gates: readonly number[];
}

const serialiseWatcher = ({ user, session, gates }: Watcher, expires: number): string =>
  `${user}\n${session}\n${[...gates].sort((a, b) => a - b).join()}\n${expires}`;

/**
 * Signs a grant to request newer transits without another log entry, because the opening has one. Stateless, so that
 * every process of the plant can verify it. `expires`: epoch seconds.
 */
export function signWatchGrant(
  key: ServerKey,
  watcher: Watcher,
  nowS: number,
): { readonly leave: string; readonly expires: number } {
  const expires = Math.floor(nowS) + GRANT_LIFETIME_S;
  return { leave: `${expires}.${key.mac('gate-watch', serialiseWatcher(watcher, expires))}`, expires };
}

/** Whether the grant is authentic, belongs to this user, session and gates, and has not expired. */
export function isValidWatchGrant(key: ServerKey, watcher: Watcher, grant: string, nowS: number): boolean {
  const found = /^(\d{1,12})\.[\w-]+$/.exec(grant);
  const expires = Number(found?.[1] ?? 0);
  return (
    expires > nowS && equalSecrets(grant, `${expires}.${key.mac('gate-watch', serialiseWatcher(watcher, expires))}`)
  );
}
