import { canManageUsers, canReadAudit } from '@varco/domain/policy/plant-permissions.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { isConcerned } from '../../lib/approvals/is-concerned.ts';
import { useT } from '../../lib/i18n.tsx';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import type { RailItem, RailSection } from '../../widgets/shell/Rail.tsx';

/** LIC-07: shown only when the licence of a plant includes the option. */
function useGateToGateItems(label: string): readonly RailItem[] {
  const isLicensed = usePlants(({ plants }) =>
    [...plants.values()].some(({ login }) => login?.license_info.license_options?.adv_charts?.g2g === true),
  );
  const href = '/analysis-gate-to-gate';
  return isLicensed ? [{ id: href, label, icon: 'gateToGate', href }] : [];
}

/** /charts is open to police and staff (P 2); shown when the licence of a plant includes charts. */
function useChartItems(label: string): readonly RailItem[] {
  const isAllowed = useSession(({ user }) => user?.is_force === true || user?.is_staff === true);
  const isLicensed = usePlants(({ plants }) =>
    [...plants.values()].some(({ login }) => (login?.license_info.license_options?.adv_charts ?? null) !== null),
  );
  return isAllowed && isLicensed ? [{ id: '/charts', label, icon: 'heatMap', href: '/charts' }] : [];
}

/** Shown only to users who administer people on some plant (readings A-08). */
function usePlantUserItems(label: string): readonly RailItem[] {
  const hasRight = usePlants(({ plants }) =>
    [...plants.values()].some(({ login }) => login !== null && canManageUsers(login.user)),
  );
  const href = '/peer/users';
  return hasRight ? [{ id: href, label, icon: 'user', href }] : [];
}

/** Shown only to users who may read the log of a plant or of the portal (ADR 0008). */
function useAuditItems(label: string): readonly RailItem[] {
  const auditsPortal = useSession((session) => session.user?.audit_read === true);
  const auditsPlant = usePlants(({ plants }) =>
    [...plants.values()].some(({ login }) => login !== null && canReadAudit(login.user)),
  );
  const href = '/audit';
  return auditsPortal || auditsPlant ? [{ id: href, label, icon: 'eye', href }] : [];
}

/** Shown only to those whose role has limits on some plant, or who decide about others (ADR 0027). */
function useApprovalItems(label: string): readonly RailItem[] {
  const isShown = usePlants(({ plants }) => [...plants.values()].some(isConcerned));
  const href = '/approvals';
  return isShown ? [{ id: href, label, icon: 'shieldCheck', href }] : [];
}

/** Shown only to those who work off the requests of people on some plant (ADR 0064). */
function usePersonRequestItems(label: string): readonly RailItem[] {
  const isShown = usePlants(({ plants }) => [...plants.values()].some(({ login }) => login?.user.handles_requests));
  const href = '/person-requests';
  return isShown ? [{ id: href, label, icon: 'mail', href }] : [];
}

/** The rail entries available to the user. Only working screens are listed; a new screen adds its entry here. */
export function useRailSections(): readonly RailSection[] {
  const t = useT();
  const isAdmin = useSession((session) => session.user?.admin === true);
  const users = usePlantUserItems(t('shell:rail.users'));
  const audit = useAuditItems(t('pages:title.audit'));
  const approvals = useApprovalItems(t('pages:title.approvals'));
  const personRequests = usePersonRequestItems(t('pages:title.personRequests'));
  const gateToGate = useGateToGateItems(t('pages:title.gateToGate'));
  const charts = useChartItems(t('pages:title.charts'));
  return [
    {
      id: 'work',
      label: t('shell:rail.group.work'),
      items: [
        { id: '/control-room', label: t('pages:title.controlRoom'), icon: 'tower', href: '/control-room' },
        { id: '/lpr', label: t('pages:title.lpr'), icon: 'list', href: '/lpr' },
        { id: '/case', label: t('pages:title.caseFile'), icon: 'folder', href: '/case' },
        { id: '/map', label: t('pages:title.map'), shortLabel: t('shell:rail.map'), icon: 'map', href: '/map' },
        { id: '/map-zones', label: t('pages:title.zones'), icon: 'zone', href: '/map-zones' },
        {
          id: '/monitor-cam',
          label: t('pages:title.monitor'),
          shortLabel: t('shell:rail.monitor'),
          icon: 'camera',
          href: '/monitor-cam',
        },
        { id: '/destination-map', label: t('pages:title.destinationMap'), icon: 'route', href: '/destination-map' },
        {
          id: '/alerts',
          label: t('pages:title.alerts'),
          shortLabel: t('shell:rail.alerts'),
          icon: 'bell',
          href: '/alerts',
        },
        { id: '/shift', label: t('pages:title.handover'), icon: 'swap', href: '/shift' },
      ],
    },
    analysisSection(t, gateToGate, charts),
    listsSection(t),
    documentsSection(t),
    {
      id: 'plants',
      label: t('shell:rail.group.plants'),
      items: [
        { id: '/credentials', label: t('pages:title.credentials'), icon: 'key', href: '/credentials' },
        { id: '/peer/status', label: t('shell:rail.status'), icon: 'pulse', href: '/peer/status' },
        ...users,
        ...approvals,
        ...personRequests,
        ...audit,
        ...(isAdmin ? adminItems(t) : []),
      ],
    },
  ];
}

const listsSection = (t: Translate): RailSection => ({
  id: 'lists',
  label: t('shell:rail.group.lists'),
  items: [
    { id: '/blacklist', label: t('pages:title.blacklist'), icon: 'ban', href: '/blacklist' },
    { id: '/whitelist', label: t('pages:title.whitelist'), icon: 'shieldCheck', href: '/whitelist' },
    { id: '/figurehead', label: t('pages:title.figurehead'), icon: 'mask', href: '/figurehead' },
  ],
});

const documentsSection = (t: Translate): RailSection => ({
  id: 'documents',
  label: t('shell:rail.group.documents'),
  items: [
    { id: '/visure-ministeriali', label: t('pages:title.lookUps'), icon: 'shield', href: '/visure-ministeriali' },
    { id: '/exports', label: t('pages:title.exports'), icon: 'share', href: '/exports' },
    { id: '/support', label: t('pages:title.support'), icon: 'question', href: '/support' },
  ],
});

const analysisSection = (t: Translate, gateToGate: readonly RailItem[], charts: readonly RailItem[]): RailSection => ({
  id: 'analysis',
  label: t('shell:rail.group.analysis'),
  items: [
    { id: '/suspects', label: t('pages:title.suspects'), icon: 'suspect', href: '/suspects' },
    { id: '/partners-crime', label: t('pages:title.accomplices'), icon: 'pair', href: '/partners-crime' },
    { id: '/related-events', label: t('pages:title.relatedEvents'), icon: 'link', href: '/related-events' },
    ...gateToGate,
    { id: '/statistics', label: t('pages:title.statistics'), icon: 'chart', href: '/statistics' },
    ...charts,
  ],
});

const adminItems = (t: Translate): readonly RailItem[] => [
  { id: '/dashboard/peers', label: t('pages:title.adminPeers'), icon: 'gate', href: '/dashboard/peers' },
  {
    id: '/dashboard/users',
    label: t('pages:title.adminUsers'),
    shortLabel: t('shell:rail.portalUsers'),
    icon: 'lock',
    href: '/dashboard/users',
  },
  {
    id: '/dashboard/keys',
    label: t('pages:title.adminKeys'),
    shortLabel: t('shell:rail.keys'),
    icon: 'plug',
    href: '/dashboard/keys',
  },
  {
    id: '/dashboard/settings',
    label: t('pages:title.adminSettings'),
    shortLabel: t('shell:rail.portalSettings'),
    icon: 'gear',
    href: '/dashboard/settings',
  },
  { id: '/dashboard/news', label: t('pages:title.adminNews'), icon: 'star', href: '/dashboard/news' },
];
