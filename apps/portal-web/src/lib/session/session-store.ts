import type { SessionResponse } from '@varco/contract/portal/auth.ts';
import type { PortalUser } from '@varco/contract/portal/user.ts';
import { create } from 'zustand';

/** `unknown`: no restore attempted yet. `ended`: was signed in and no longer is (leads through /logout). */
export type SessionStatus = 'unknown' | 'signed-out' | 'signed-in' | 'ended';

export interface Session {
  readonly status: SessionStatus;
  readonly user: PortalUser | null;
  readonly sessionId: string | null;
  /** The server's share of this session, which opens the restore record. */
  readonly share: string;
  /** Portal access token: memory only. */
  readonly token: string | null;
  /** Epoch seconds. */
  readonly expires: number;
  /** Milliseconds since 1970 of the last refresh (SESS-06); 0: none. */
  readonly last_refresh_token_at: number;
}

const NO_SESSION: Session = {
  status: 'unknown',
  user: null,
  sessionId: null,
  share: '',
  token: null,
  expires: 0,
  last_refresh_token_at: 0,
};

export const useSession = create<Session>(() => NO_SESSION);

export const currentSession = (): Session => useSession.getState();

/** Stores a session received from login, refresh or another tab. */
export function acceptSession(answer: SessionResponse, refreshedAt: number): void {
  useSession.setState({
    status: 'signed-in',
    user: answer.user,
    sessionId: answer.session_id,
    share: answer.share,
    token: answer.token,
    expires: answer.expires,
    last_refresh_token_at: refreshedAt,
  });
}

/** Stores a newer user record, for instance after saving. */
export function acceptUser(user: PortalUser): void {
  useSession.setState({ user });
}

/** Clears the session. `ended` when there was one, so that the app passes through /logout (readings A-01). */
export function clearSession(status: 'signed-out' | 'ended'): void {
  useSession.setState({ ...NO_SESSION, status });
}
