import { WATCH_MINUTES } from '@varco/contract/plant/gate-watch.ts';
import { equalSecrets } from '@varco/server-kit/auth/secrets.ts';
import type { ServerKey } from '../../auth/server-key.ts';

const LIFE_S = WATCH_MINUTES * 60;

/** Whom a leave is for: this person, in this session, at these gates. */
export interface Watcher {
  readonly user: string;
  readonly session: string;
  readonly gates: readonly number[];
}

const told = ({ user, session, gates }: Watcher, expires: number): string =>
  `${user}\n${session}\n${[...gates].sort((a, b) => a - b).join()}\n${expires}`;

/**
 * Leave to ask for newer transits without another entry in the log: the opening it belongs to is there. Stateless, so that any process of
 * the plant knows it. `expires`: epoch seconds.
 */
export function signLeave(
  key: ServerKey,
  watcher: Watcher,
  nowS: number,
): { readonly leave: string; readonly expires: number } {
  const expires = Math.floor(nowS) + LIFE_S;
  return { leave: `${expires}.${key.mac('gate-watch', told(watcher, expires))}`, expires };
}

/** Whether the leave is genuine, of this person, session and gates, and not over. */
export function isLeave(key: ServerKey, watcher: Watcher, leave: string, nowS: number): boolean {
  const found = /^(\d{1,12})\.[\w-]+$/.exec(leave);
  const expires = Number(found?.[1] ?? 0);
  return expires > nowS && equalSecrets(leave, `${expires}.${key.mac('gate-watch', told(watcher, expires))}`);
}
