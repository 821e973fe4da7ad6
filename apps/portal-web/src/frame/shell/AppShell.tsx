import { Outlet, useLocation } from '@tanstack/react-router';
import { Activity, type ReactElement, useEffect, useState } from 'react';
import { registerReasonAsker } from '../../lib/case/reason.ts';
import { useT } from '../../lib/i18n.tsx';
import { runWhenIdle } from '../../lib/idle.ts';
import { usePlateDialog } from '../../lib/plate-dialog.store.ts';
import { useIsPhone } from '../../lib/phone.ts';
import { summarizeSignIns, usePlants } from '../../lib/plants/plant-store.ts';
import { useVault } from '../../lib/session/vault-store.ts';
import { useIsWall } from '../../lib/workspace/wall-view.ts';
import { SEARCH_PATH } from '../guard-rules.ts';
import { ServerData } from '../ServerData.tsx';
import styles from './AppShell.module.css';
import {
  HelpOverlays,
  preloadShellComponents,
  PhoneNavigation,
  PlateDialog,
  RecoveryKeyDialog,
} from './lazy-components.tsx';
import { MainRail, MainTopBar } from './MainLayout.tsx';
import { StartAnnouncements } from './StartAnnouncements.tsx';
import { PlantRightGuard } from './PlantRightGuard.tsx';
import { PlantSignInProgress } from './PlantSignInProgress.tsx';
import { ScreenOverlays } from './ScreenOverlays.tsx';
import { VaultGuard } from './VaultGuard.tsx';

/**
 * P 2: shows the main layout once the first plant sign-ins are done; until then the page is drawn without it. The
 * layout then stays: a plant added later is verified in the background. The page keeps its position in the tree when
 * the layout appears around it, so that its state is not lost.
 */
export function AppShell(): ReactElement {
  const { pathname } = useLocation();
  const [isOpen, open] = useIsMainLayoutShown();
  const isPhone = useIsPhone();
  const isWall = useIsWall();
  const plate = usePlateDialog(({ request }) => request);
  const hasRecoveryKey = useVault((vault) => vault.recoveryKey !== null);
  // The case bar may come after the first call, and opens then: the call waits for it.
  useEffect(registerReasonAsker, []);
  useEffect(() => {
    if (isOpen) runWhenIdle(preloadShellComponents);
  }, [isOpen]);
  // A search queries the signed-in plants, so the search page waits until the sign-ins are done.
  const isStored = !isOpen && pathname === SEARCH_PATH;
  return (
    <ServerData>
      <div className={styles.app}>
        {isOpen && !isWall && <SkipLink pathname={pathname} />}
        {isOpen && !isPhone && !isWall && <MainRail />}
        <div className={styles.main}>
          {isOpen ? (
            // Hidden, not absent, on a wall: it receives the alerts and asks for the reason of the consultation.
            <div className={styles.top} hidden={isWall}>
              <MainTopBar isPhone={isPhone} />
            </div>
          ) : (
            <PlantSignInProgress isAlone={isStored} onEnter={open} />
          )}
          <main className={styles.content} id="content" tabIndex={-1}>
            <VaultGuard>
              <PlantRightGuard>
                {/* The recovery key is shown once: nobody types into a page that its dialog is about to cover. */}
                <Activity mode={hasRecoveryKey ? 'hidden' : 'visible'}>{!isStored && <Outlet />}</Activity>
              </PlantRightGuard>
            </VaultGuard>
          </main>
          {isOpen && isPhone && !isWall && <PhoneNavigation />}
        </div>
        {isOpen && !isWall && <HelpOverlays />}
        {isOpen && <ScreenOverlays />}
        {isOpen && plate !== null && <PlateDialog request={plate} />}
        {isOpen && <StartAnnouncements />}
        {hasRecoveryKey && <RecoveryKeyDialog />}
      </div>
    </ServerData>
  );
}

/** Whether the main layout is shown, and a function that shows it at once. */
function useIsMainLayoutShown(): readonly [boolean, () => void] {
  const [isOpen, setOpen] = useState(false);
  const isReady = usePlants((plants) => summarizeSignIns(plants).go);
  if (isReady && !isOpen) setOpen(true);
  return [isReady || isOpen, () => setOpen(true)];
}

function SkipLink(props: { pathname: string }): ReactElement {
  const t = useT();
  const isWork = props.pathname === SEARCH_PATH;
  return (
    <a className={styles.skip} href={isWork ? '#results' : '#content'}>
      {t(isWork ? 'shell:skip' : 'shell:skipToContent')}
    </a>
  );
}
