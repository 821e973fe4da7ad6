import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { HelpTopic } from '../lib/help/help-topics.ts';
import { ALSO_NEVER_STORED } from '../lib/session/last-page.ts';
import type { PageGuard, PlantRight } from './guard-rules.ts';

/** One address of P 2 and T 2.1: access level and title. */
export interface Page {
  readonly path: string;
  readonly guard: PageGuard;
  readonly title: MessageKey;
  /** Paragraph of the manual shown beside the page; pages before the sign-in have none. */
  readonly help?: HelpTopic;
  /** Address to redirect to, for a page without its own screen. */
  readonly leadsTo?: string;
  /** A right the user needs on at least one plant (or on the portal); known only once the plants have responded. */
  readonly plantRight?: PlantRight;
}

const userPage = (path: string, title: MessageKey, help: HelpTopic): Page => ({ path, guard: 'user', title, help });
const adminPage = (path: string, title: MessageKey, help: HelpTopic): Page => ({ path, guard: 'admin', title, help });

/**
 * Every address of the product in one table; guards, titles, help and redirects read it. A page without a redirect has a file
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

  userPage('/', 'pages:title.home', 'news'),
  userPage('/home', 'pages:title.home', 'news'),
  userPage('/lpr', 'pages:title.lpr', 'search'),
  userPage('/second-screen', 'pages:title.secondScreen', 'second-screen'),
  userPage('/case', 'pages:title.caseFile', 'case-file'),
  userPage('/control-room', 'pages:title.controlRoom', 'control-room'),
  userPage('/shift', 'pages:title.handover', 'handover'),
  userPage('/destination-map', 'pages:title.destinationMap', 'destinations'),
  userPage('/visure-ministeriali', 'pages:title.lookUps', 'look-ups'),
  userPage('/visure-ministeriali/history', 'pages:title.lookUpHistory', 'look-ups'),
  userPage('/blacklist', 'pages:title.blacklist', 'lists'),
  userPage('/blacklist-v2', 'pages:title.blacklistAll', 'lists'),
  userPage('/whitelist', 'pages:title.whitelist', 'lists'),
  userPage('/figurehead', 'pages:title.figurehead', 'lists'),
  userPage('/alerts', 'pages:title.alerts', 'alerts'),
  userPage('/credentials', 'pages:title.credentials', 'credentials'),
  userPage('/exports', 'pages:title.exports', 'exports'),
  userPage('/about', 'pages:title.about', 'help'),
  userPage('/statistics', 'pages:title.statistics', 'statistics'),
  userPage('/analysis-gate-to-gate', 'pages:title.gateToGate', 'gate-to-gate'),
  userPage('/map', 'pages:title.map', 'plant-map'),
  userPage('/map-zones', 'pages:title.zones', 'zones'),
  userPage('/monitor-cam', 'pages:title.monitor', 'monitor'),
  userPage('/partners-crime', 'pages:title.accomplices', 'accomplices'),
  userPage('/related-events', 'pages:title.relatedEvents', 'related-events'),
  userPage('/suspects', 'pages:title.suspects', 'suspects'),
  userPage('/help', 'pages:title.help', 'help'),
  userPage('/support', 'pages:title.support', 'support'),
  userPage('/settings', 'pages:title.profile', 'account'),
  userPage('/settings/security', 'pages:title.security', 'account'),
  userPage('/settings/two-factor', 'pages:title.twoFactor', 'two-factor'),
  userPage('/settings/vault', 'pages:title.vault', 'credential-backup'),
  userPage('/settings/sessions', 'pages:title.sessions', 'account'),
  userPage('/settings/appearance', 'pages:title.appearance', 'account'),
  userPage('/client-logs', 'pages:title.clientLogs', 'browser-log'),
  userPage('/system-logs', 'pages:title.systemLogs', 'system-log'),
  userPage('/approvals', 'pages:title.approvals', 'approvals'),
  { ...userPage('/person-requests', 'pages:title.personRequests', 'person-requests'), plantRight: 'requests' },
  { ...userPage('/audit', 'pages:title.audit', 'review'), plantRight: 'audit' },
  { path: '/charts', guard: 'force-or-staff', title: 'pages:title.charts', help: 'charts' },

  { ...userPage('/peer', 'pages:title.peerStatus', 'plant-state'), leadsTo: '/peer/status' },
  userPage('/peer/status', 'pages:title.peerStatus', 'plant-state'),
  userPage('/peer/districts', 'pages:title.peerDistricts', 'districts'),
  { ...userPage('/peer/users', 'pages:title.peerUsers', 'plant-users'), plantRight: 'users' },
  { ...userPage('/peer/devices', 'pages:title.peerDevices', 'devices'), plantRight: 'users' },
  { ...userPage('/peer/groups', 'pages:title.peerGroups', 'groups'), plantRight: 'groups' },
  { ...userPage('/peer/gates', 'pages:title.peerGates', 'gates'), plantRight: 'groups' },
  { ...userPage('/peer/cameras', 'pages:title.peerCameras', 'cameras'), plantRight: 'groups' },
  { ...userPage('/peer/import', 'pages:title.peerImport', 'file-import'), plantRight: 'groups' },
  { ...userPage('/peer/portals', 'pages:title.peerPortals', 'joining'), plantRight: 'groups' },
  { ...userPage('/peer/settings', 'pages:title.peerSettings', 'plant-settings'), plantRight: 'settings' },
  { ...userPage('/peer/holds', 'pages:title.peerHolds', 'holds'), plantRight: 'holds' },
  { ...userPage('/peer/deletions', 'pages:title.peerDeletions', 'deletions'), plantRight: 'deletions' },

  { ...adminPage('/dashboard', 'pages:title.adminPeers', 'plant-registry'), leadsTo: '/dashboard/peers' },
  adminPage('/dashboard/peers', 'pages:title.adminPeers', 'plant-registry'),
  adminPage('/dashboard/users', 'pages:title.adminUsers', 'portal-users'),
  adminPage('/dashboard/keys', 'pages:title.adminKeys', 'program-keys'),
  adminPage('/dashboard/settings', 'pages:title.adminSettings', 'portal-settings'),
  adminPage('/dashboard/news', 'pages:title.adminNews', 'news'),
];

const PAGES_BY_PATH: ReadonlyMap<string, Page> = new Map(PAGES.map((page) => [page.path, page]));

/** The page of a path (without query); undefined: not found. */
export const findPage = (path: string): Page | undefined => PAGES_BY_PATH.get(path);

/** P 2: true when a path is stored as the last visited page: every known page except a few. */
export const isStoredAsLast = (path: string): boolean => PAGES_BY_PATH.has(path) && !ALSO_NEVER_STORED.has(path);
