import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { RecoveryKeyDialog } from '../../features/account/RecoveryKeyDialog.tsx';
import { CaseBarSlot } from '../../features/case/CaseBarSlot.tsx';
import { useT } from '../../lib/i18n.tsx';
import { summaryOf, usePlants } from '../../lib/plants/plant-store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { setDarkMode, setMenuCollapsed, usePreferences } from '../../lib/preferences/preferences.store.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useResolvedScheme, schemeOf } from '../../theme/ThemeProvider.tsx';
import { BottomBar } from '../../widgets/shell/BottomBar.tsx';
import { Rail } from '../../widgets/shell/Rail.tsx';
import { TopBar } from '../../widgets/shell/TopBar.tsx';
import styles from './AppShell.module.css';
import { PlantRightGate } from './PlantRightGate.tsx';
import { WORK } from '../guard-rules.ts';
import { PlantHealthMenu } from './PlantHealthMenu.tsx';
import { PlantWait } from './PlantWait.tsx';
import { ServerClock } from './ServerClock.tsx';
import { OverScreen } from './OverScreen.tsx';
import { useRailSections } from './use-rail-sections.ts';
import { useListTitle, useScreenTitle } from './use-screen-title.ts';
import { UserMenu } from './UserMenu.tsx';
import { VaultGate } from './VaultGate.tsx';

/**
 * P 2: the main layout stands once the summary of the plant sign-ins says go; until then the page is drawn without it. It then stays: a
 * plant added later is verified beside the work, not instead of it.
 */
export function AppShell(): ReactElement {
  const plants = usePlants();
  const [isOpen, setOpen] = useState(false);
  const isReady = summaryOf(plants).go;
  if (isReady && !isOpen) setOpen(true);
  if (isReady || isOpen) return <Layout />;
  return <PlantWait plants={plants} onEnter={() => setOpen(true)} />;
}

/** The frame of every working screen: rail, top bar, and below them what the address shows. */
function Layout(): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const plants = usePlantList();
  const isCollapsed = usePreferences((preferences) => preferences.menuCollapsed);
  const scheme = useResolvedScheme(schemeOf(usePreferences((preferences) => preferences.darkMode)));
  const isPhone = useMediaQuery('(width < 600px)');
  const title = useScreenTitle();
  const list = useListTitle();
  useShortcuts({ '\\': () => setMenuCollapsed(!isCollapsed) });
  const sections = useRailSections();
  const go = (to: string): void => void navigate({ to });
  const caseBar = <CaseBarSlot isLine={isPhone} />;
  return (
    <div className={styles.app}>
      <a className={styles.skip} href={pathname === WORK ? '#results' : '#content'}>
        {t(pathname === WORK ? 'shell:skip' : 'shell:skipToContent')}
      </a>
      {!isPhone && (
        <Rail
          sections={sections}
          activeId={pathname}
          isCollapsed={isCollapsed}
          onToggle={() => setMenuCollapsed(!isCollapsed)}
          onNavigate={go}
        />
      )}
      <div className={styles.main}>
        <TopBar
          title={list?.title ?? title}
          {...(list === null ? {} : { subtitle: list.subtitle })}
          caseBar={isPhone ? null : caseBar}
          health={<PlantHealthMenu plants={plants} />}
          alerts={null}
          theme={{ isDark: scheme === 'dark', onToggle: () => setDarkMode(scheme !== 'dark') }}
          clock={<ServerClock />}
          user={<UserMenu />}
        />
        {isPhone && caseBar}
        <main className={styles.content} id="content" tabIndex={-1}>
          <VaultGate>
            <PlantRightGate>
              <Outlet />
            </PlantRightGate>
          </VaultGate>
        </main>
        {isPhone && (
          <BottomBar items={sections.flatMap((section) => section.items)} activeId={pathname} onNavigate={go} />
        )}
      </div>
      <OverScreen />
      <RecoveryKeyDialog />
    </div>
  );
}
