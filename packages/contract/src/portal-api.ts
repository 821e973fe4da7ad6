import type { Endpoint } from './endpoint.ts';
import * as auth from './portal/auth.ts';
import { heartbeat } from './portal/heartbeat.ts';
import * as system from './portal/system.ts';
import * as user from './portal/user.ts';

/** Every call the portal server answers, in the order of the documentation. */
export const PORTAL_API: readonly Endpoint[] = [
  auth.authParams,
  auth.login,
  auth.refresh,
  auth.logout,
  user.getUser,
  user.updateUser,
  user.usernameTaken,
  system.systemInfo,
  system.version,
  system.cspReport,
  heartbeat,
];
