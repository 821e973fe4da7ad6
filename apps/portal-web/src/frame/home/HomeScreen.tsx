import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { Icon } from '@varco/ui/Icon.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { AnnouncementPanel } from '../../features/announcements/AnnouncementPanel.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import { selectWorkspaceTab, useTabs } from '../../lib/workspace/tabs.store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { PlantSignInStates } from '../shell/PlantHealthMenu.tsx';
import { getTabTitle } from '../workspace/tab-titles.ts';
import styles from './HomeScreen.module.css';

/** P 2, readings B-54: landing page with the state of the plants, announcements, the user's open tabs, and starting points. */
export function HomeScreen(): ReactElement | null {
  const t = useT();
  const user = useSession((session) => session.user);
  const plants = usePlantList();
  if (user === null) return null;
  const ok = plants.filter(({ state }) => state === 'ok').length;
  return (
    <div className={styles.page}>
      <h2 className={styles.welcome}>
        {t('pages:home.welcome', { name: user.fullname === '' ? user.username : user.fullname })}
      </h2>
      <div className={styles.panels}>
        <Panel title={t('pages:home.start')}>
          <div className={styles.links}>
            <Button component={Link} to="/lpr" leftSection={<Icon name="search" />}>
              {t('pages:home.search')}
            </Button>
            <Button component={Link} to="/settings" variant="default" leftSection={<Icon name="gear" />}>
              {t('pages:home.settings')}
            </Button>
          </div>
        </Panel>
        <Panel title={t('pages:home.work')}>
          <OpenTabs />
        </Panel>
        <AnnouncementPanel />
        <Panel title={t('pages:home.plants')}>
          {plants.length === 0 ? (
            <p className={styles.text}>{t('pages:home.noPlants')}</p>
          ) : (
            <>
              <p className={styles.text}>{t('pages:home.plantsOk', { ok, total: plants.length })}</p>
              <PlantSignInStates plants={plants} />
            </>
          )}
        </Panel>
      </div>
    </div>
  );
}

/** The open tabs of the workspace; a click selects one. */
function OpenTabs(): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const tabs = useTabs((state) => state.tabs);
  if (tabs.length === 0) return <p className={styles.text}>{t('pages:home.noWork')}</p>;
  const open = (id: string): void => {
    selectWorkspaceTab(id);
    void navigate({ to: '/lpr' });
  };
  return (
    <div className={styles.links}>
      {tabs.map((tab) => (
        <Button key={tab.id} variant="default" onClick={() => open(tab.id)}>
          {getTabTitle(t, tab)}
        </Button>
      ))}
    </div>
  );
}
