import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { whenIdle } from '../../lib/idle.ts';
import { usePlateDialog } from '../../lib/plate-dialog.store.ts';
import { summaryOf, usePlants } from '../../lib/plants/plant-store.ts';
import { useVault } from '../../lib/session/vault-store.ts';
import { WORK } from '../guard-rules.ts';
import { ServerData } from '../ServerData.tsx';
import styles from './AppShell.module.css';
import { bringShellParts, PhoneBar, PlateDialog, RecoveryKeyDialog } from './late-parts.tsx';
import { MainRail, MainTop } from './MainLayout.tsx';
import { NewsAtStart } from './NewsAtStart.tsx';
import { PlantRightGate } from './PlantRightGate.tsx';
import { PlantWait } from './PlantWait.tsx';
import { OverScreen } from './OverScreen.tsx';
import { VaultGate } from './VaultGate.tsx';

/**
 * P 2: shows the main layout once the first plant sign-ins are done; until then the page is drawn without it. The
 * layout then stays: a plant added later is verified in the background. The page keeps its position in the tree when
 * the layout appears around it, so that its state is not lost.
 */
export function AppShell(): ReactElement {
  const { pathname } = useLocation();
  const [isOpen, open] = useMainLayout();
  const isPhone = useMediaQuery('(width < 600px)');
  const plate = usePlateDialog(({ request }) => request);
  const hasRecoveryKey = useVault((vault) => vault.recoveryKey !== null);
  useEffect(() => {
    if (isOpen) whenIdle(bringShellParts);
  }, [isOpen]);
  // A search queries the signed-in plants, so the search page waits until the sign-ins are done.
  const isHeld = !isOpen && pathname === WORK;
  return (
    <ServerData>
      <div className={styles.app}>
        {isOpen && <SkipLink pathname={pathname} />}
        {isOpen && !isPhone && <MainRail />}
        <div className={styles.main}>
          {isOpen ? <MainTop isPhone={isPhone} /> : <PlantWait isAlone={isHeld} onEnter={open} />}
          <main className={styles.content} id="content" tabIndex={-1}>
            <VaultGate>
              <PlantRightGate>{!isHeld && <Outlet />}</PlantRightGate>
            </VaultGate>
          </main>
          {isOpen && isPhone && <PhoneBar />}
        </div>
        {isOpen && <OverScreen />}
        {isOpen && plate !== null && <PlateDialog request={plate} />}
        {isOpen && <NewsAtStart />}
        {hasRecoveryKey && <RecoveryKeyDialog />}
      </div>
    </ServerData>
  );
}

/** Whether the main layout is shown, and a function that shows it at once. */
function useMainLayout(): readonly [boolean, () => void] {
  const [isOpen, setOpen] = useState(false);
  const isReady = usePlants((plants) => summaryOf(plants).go);
  if (isReady && !isOpen) setOpen(true);
  return [isReady || isOpen, () => setOpen(true)];
}

function SkipLink(props: { pathname: string }): ReactElement {
  const t = useT();
  const isWork = props.pathname === WORK;
  return (
    <a className={styles.skip} href={isWork ? '#results' : '#content'}>
      {t(isWork ? 'shell:skip' : 'shell:skipToContent')}
    </a>
  );
}
