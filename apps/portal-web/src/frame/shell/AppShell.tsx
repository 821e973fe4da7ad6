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
 * P 2: the main layout stands once the summary of the plant sign-ins says go; until then the page is drawn without it. It then stays: a
 * plant added later is verified beside the work, not instead of it. The page is in the same place of the tree all the time: the layout
 * comes around it, and nothing that was opened or typed in it is lost.
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
  // A search asks the plants that are signed in: it is not begun before they have answered.
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

/** Does the main layout stand, and what makes it stand at once. */
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
