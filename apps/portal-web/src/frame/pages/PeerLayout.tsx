import { Tabs } from '@mantine/core';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { canManageDistricts } from '@varco/domain/policy/plant-permissions.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { hasPlantRight } from '../guard-rules.ts';
import { findPage } from '../page-table.ts';
import styles from './pages.module.css';

const SECTION_TABS = [
  'users',
  'groups',
  'devices',
  'status',
  'districts',
  'gates',
  'cameras',
  'import',
  'portals',
  'settings',
  'holds',
  'deletions',
] as const satisfies readonly string[];
const SECTION_TEXTS = {
  users: 'shell:peer.users',
  groups: 'shell:peer.groups',
  devices: 'shell:peer.devices',
  status: 'shell:peer.status',
  districts: 'shell:peer.districts',
  gates: 'shell:peer.gates',
  cameras: 'shell:peer.cameras',
  import: 'shell:peer.import',
  portals: 'shell:peer.portals',
  settings: 'shell:peer.settings',
  holds: 'shell:peer.holds',
  deletions: 'shell:peer.deletions',
} as const satisfies Readonly<Record<(typeof SECTION_TABS)[number], MessageKey>>;

/** On a narrow window the tabs scroll: the one that is open must be in sight. */
const showTab = (tab: HTMLButtonElement | null): void => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** PMGMT-01: the screens of plant management as tabs. Only the tabs the user may open are shown. */
export function PeerLayout(): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const rights = usePlantList().flatMap(({ login }) => (login === null ? [] : [login.user]));
  const isOpen = (path: string): boolean => {
    const right = findPage(path)?.plantRight;
    if (path === '/peer/districts') return rights.some(canManageDistricts);
    return right === undefined || hasPlantRight(right, rights, null);
  };
  const tabs = SECTION_TABS.filter((tab) => isOpen(`/peer/${tab}`));
  return (
    <div className={styles.peer}>
      <Tabs
        value={pathname}
        onChange={(path) => path !== null && void navigate({ to: path })}
        keepMounted={false}
        className={styles.peerTabs}
      >
        <Tabs.List aria-label={t('shell:peer.label')}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={`/peer/${tab}`} ref={pathname === `/peer/${tab}` ? showTab : undefined}>
              {t(SECTION_TEXTS[tab])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={pathname} className={styles.peerPanel}>
          <Outlet />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
