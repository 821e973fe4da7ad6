import type { Endpoint } from './endpoint.ts';
import * as account from './portal/account.ts';
import * as auth from './portal/auth.ts';
import { heartbeat } from './portal/heartbeat.ts';
import * as peers from './portal/peers.ts';
import * as sessions from './portal/sessions.ts';
import * as system from './portal/system.ts';
import * as user from './portal/user.ts';

/** Every call the portal server answers, in the order of the documentation. */
export const PORTAL_API: readonly Endpoint[] = [
  auth.authParams,
  auth.login,
  auth.refresh,
  auth.logout,
  account.lostPassword,
  account.resetPassword,
  account.verifyEmail,
  account.createUser,
  user.getUser,
  user.updateUser,
  user.usernameTaken,
  sessions.listSessions,
  sessions.revokeOwnSession,
  system.systemInfo,
  system.version,
  system.cspReport,
  heartbeat,
  peers.listPeers,
  peers.createPeer,
  peers.updatePeer,
  peers.deletePeer,
  peers.registerPeer,
];
