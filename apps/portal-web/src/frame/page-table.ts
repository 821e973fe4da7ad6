import type { MessageKey } from '@varco/i18n/message-types.ts';
import { ALSO_NEVER_STORED } from '../lib/session/last-page.ts';
import type { PageGuard, PlantRight } from './guard-rules.ts';

/** One address of P 2 and T 2.1: access level and title, whether its screen is built or not. */
export interface Page {
  readonly path: string;
  readonly guard: PageGuard;
  readonly title: MessageKey;
  /** Address to redirect to, for a page without its own screen. */
  readonly leadsTo?: string;
  /** A right the user needs on at least one plant; known only once the plants have responded. */
  readonly plantRight?: PlantRight;
}

const signedIn = (path: string, title: MessageKey): Page => ({ path, guard: 'user', title });
const admin = (path: string, title: MessageKey): Page => ({ path, guard: 'admin', title });

/**
 * Every address of the product in one table; guards, titles and redirects read it. A built page has a file in
 * `routes/`; other pages in the table show that they are not built yet. Addresses outside the table are not found.
 */
export const PAGES: readonly Page[] = [
  { path: '/login', guard: 'visitor', title: 'pages:title.login' },
  { path: '/logout', guard: 'public', title: 'pages:title.login' },
  { path: '/forgot-password', guard: 'public', title: 'pages:title.forgotPassword' },
  { path: '/reset-password', guard: 'public', title: 'pages:title.resetPassword' },
  { path: '/check-email', guard: 'public', title: 'pages:title.checkEmail' },
  { path: '/first-access', guard: 'first-access', title: 'pages:title.firstAccess' },
  { path: '/password-change', guard: 'must-change', title: 'pages:title.passwordChange' },

  signedIn('/', 'pages:title.home'),
  signedIn('/home', 'pages:title.home'),
  signedIn('/lpr', 'pages:title.lpr'),
  signedIn('/control-room', 'pages:title.controlRoom'),
  signedIn('/destination-map', 'pages:title.destinationMap'),
  signedIn('/visure-ministeriali', 'pages:title.lookUps'),
  signedIn('/visure-ministeriali/history', 'pages:title.lookUpHistory'),
  signedIn('/blacklist', 'pages:title.blacklist'),
  signedIn('/blacklist-v2', 'pages:title.blacklistAll'),
  signedIn('/whitelist', 'pages:title.whitelist'),
  signedIn('/figurehead', 'pages:title.figurehead'),
  signedIn('/alerts', 'pages:title.alerts'),
  signedIn('/credentials', 'pages:title.credentials'),
  signedIn('/exports', 'pages:title.exports'),
  signedIn('/about', 'pages:title.about'),
  signedIn('/statistics', 'pages:title.statistics'),
  signedIn('/analysis-gate-to-gate', 'pages:title.gateToGate'),
  signedIn('/map', 'pages:title.map'),
  signedIn('/map-zones', 'pages:title.zones'),
  signedIn('/monitor-cam', 'pages:title.monitor'),
  signedIn('/partners-crime', 'pages:title.accomplices'),
  signedIn('/related-events', 'pages:title.relatedEvents'),
  signedIn('/suspects', 'pages:title.suspects'),
  signedIn('/support', 'pages:title.support'),
  signedIn('/settings', 'pages:title.profile'),
  signedIn('/settings/security', 'pages:title.security'),
  signedIn('/settings/two-factor', 'pages:title.twoFactor'),
  signedIn('/settings/vault', 'pages:title.vault'),
  signedIn('/settings/sessions', 'pages:title.sessions'),
  signedIn('/settings/appearance', 'pages:title.appearance'),
  signedIn('/client-logs', 'pages:title.clientLogs'),
  signedIn('/system-logs', 'pages:title.systemLogs'),
  { path: '/charts', guard: 'force-or-staff', title: 'pages:title.charts' },

  { ...signedIn('/peer', 'pages:title.peerStatus'), leadsTo: '/peer/status' },
  signedIn('/peer/status', 'pages:title.peerStatus'),
  signedIn('/peer/districts', 'pages:title.peerDistricts'),
  { ...signedIn('/peer/users', 'pages:title.peerUsers'), plantRight: 'users' },
  { ...signedIn('/peer/devices', 'pages:title.peerDevices'), plantRight: 'users' },
  { ...signedIn('/peer/groups', 'pages:title.peerGroups'), plantRight: 'groups' },

  { ...admin('/dashboard', 'pages:title.adminPeers'), leadsTo: '/dashboard/peers' },
  admin('/dashboard/peers', 'pages:title.adminPeers'),
  admin('/dashboard/users', 'pages:title.adminUsers'),
  admin('/dashboard/keys', 'pages:title.adminKeys'),
  admin('/dashboard/news', 'pages:title.adminNews'),
];

const BY_PATH: ReadonlyMap<string, Page> = new Map(PAGES.map((page) => [page.path, page]));

/** The page of a path (without query); undefined: not found. */
export const pageOf = (path: string): Page | undefined => BY_PATH.get(path);

/** P 2: true when a path is stored as the last visited page: every known page except a few. */
export const isStoredAsLast = (path: string): boolean => BY_PATH.has(path) && !ALSO_NEVER_STORED.has(path);
