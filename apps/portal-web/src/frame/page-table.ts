import type { MessageKey } from '@varco/i18n/message-types.ts';
import { ALSO_NEVER_STORED } from '../lib/session/last-page.ts';
import type { PageGuard, PlantRight } from './guard-rules.ts';

/** One address of P 2 and T 2.1: access level and title. */
export interface Page {
  readonly path: string;
  readonly guard: PageGuard;
  readonly title: MessageKey;
  /** Address to redirect to, for a page without its own screen. */
  readonly leadsTo?: string;
  /** A right the user needs on at least one plant (or on the portal); known only once the plants have responded. */
  readonly plantRight?: PlantRight;
}

const userPage = (path: string, title: MessageKey): Page => ({ path, guard: 'user', title });
const adminPage = (path: string, title: MessageKey): Page => ({ path, guard: 'admin', title });

/**
 * Every address of the product in one table; guards, titles and redirects read it. A page without a redirect has a file
 * in `routes/`. Addresses outside the table are not found.
 */
export const PAGES: readonly Page[] = [
  { path: '/login', guard: 'visitor', title: 'pages:title.login' },
  { path: '/logout', guard: 'public', title: 'pages:title.login' },
  { path: '/forgot-password', guard: 'public', title: 'pages:title.forgotPassword' },
  { path: '/reset-password', guard: 'public', title: 'pages:title.resetPassword' },
  { path: '/check-email', guard: 'public', title: 'pages:title.checkEmail' },
  { path: '/first-access', guard: 'first-access', title: 'pages:title.firstAccess' },
  { path: '/password-change', guard: 'must-change', title: 'pages:title.passwordChange' },

  userPage('/', 'pages:title.home'),
  userPage('/home', 'pages:title.home'),
  userPage('/lpr', 'pages:title.lpr'),
  userPage('/case', 'pages:title.caseFile'),
  userPage('/control-room', 'pages:title.controlRoom'),
  userPage('/destination-map', 'pages:title.destinationMap'),
  userPage('/visure-ministeriali', 'pages:title.lookUps'),
  userPage('/visure-ministeriali/history', 'pages:title.lookUpHistory'),
  userPage('/blacklist', 'pages:title.blacklist'),
  userPage('/blacklist-v2', 'pages:title.blacklistAll'),
  userPage('/whitelist', 'pages:title.whitelist'),
  userPage('/figurehead', 'pages:title.figurehead'),
  userPage('/alerts', 'pages:title.alerts'),
  userPage('/credentials', 'pages:title.credentials'),
  userPage('/exports', 'pages:title.exports'),
  userPage('/about', 'pages:title.about'),
  userPage('/statistics', 'pages:title.statistics'),
  userPage('/analysis-gate-to-gate', 'pages:title.gateToGate'),
  userPage('/map', 'pages:title.map'),
  userPage('/map-zones', 'pages:title.zones'),
  userPage('/monitor-cam', 'pages:title.monitor'),
  userPage('/partners-crime', 'pages:title.accomplices'),
  userPage('/related-events', 'pages:title.relatedEvents'),
  userPage('/suspects', 'pages:title.suspects'),
  userPage('/support', 'pages:title.support'),
  userPage('/settings', 'pages:title.profile'),
  userPage('/settings/security', 'pages:title.security'),
  userPage('/settings/two-factor', 'pages:title.twoFactor'),
  userPage('/settings/vault', 'pages:title.vault'),
  userPage('/settings/sessions', 'pages:title.sessions'),
  userPage('/settings/appearance', 'pages:title.appearance'),
  userPage('/client-logs', 'pages:title.clientLogs'),
  userPage('/system-logs', 'pages:title.systemLogs'),
  { ...userPage('/audit', 'pages:title.audit'), plantRight: 'audit' },
  { path: '/charts', guard: 'force-or-staff', title: 'pages:title.charts' },

  { ...userPage('/peer', 'pages:title.peerStatus'), leadsTo: '/peer/status' },
  userPage('/peer/status', 'pages:title.peerStatus'),
  userPage('/peer/districts', 'pages:title.peerDistricts'),
  { ...userPage('/peer/users', 'pages:title.peerUsers'), plantRight: 'users' },
  { ...userPage('/peer/devices', 'pages:title.peerDevices'), plantRight: 'users' },
  { ...userPage('/peer/groups', 'pages:title.peerGroups'), plantRight: 'groups' },
  { ...userPage('/peer/gates', 'pages:title.peerGates'), plantRight: 'groups' },
  { ...userPage('/peer/cameras', 'pages:title.peerCameras'), plantRight: 'groups' },
  { ...userPage('/peer/portals', 'pages:title.peerPortals'), plantRight: 'groups' },
  { ...userPage('/peer/settings', 'pages:title.peerSettings'), plantRight: 'settings' },
  { ...userPage('/peer/holds', 'pages:title.peerHolds'), plantRight: 'holds' },

  { ...adminPage('/dashboard', 'pages:title.adminPeers'), leadsTo: '/dashboard/peers' },
  adminPage('/dashboard/peers', 'pages:title.adminPeers'),
  adminPage('/dashboard/users', 'pages:title.adminUsers'),
  adminPage('/dashboard/keys', 'pages:title.adminKeys'),
  adminPage('/dashboard/settings', 'pages:title.adminSettings'),
  adminPage('/dashboard/news', 'pages:title.adminNews'),
];

const PAGES_BY_PATH: ReadonlyMap<string, Page> = new Map(PAGES.map((page) => [page.path, page]));

/** The page of a path (without query); undefined: not found. */
export const findPage = (path: string): Page | undefined => PAGES_BY_PATH.get(path);

/** P 2: true when a path is stored as the last visited page: every known page except a few. */
export const isStoredAsLast = (path: string): boolean => PAGES_BY_PATH.has(path) && !ALSO_NEVER_STORED.has(path);
