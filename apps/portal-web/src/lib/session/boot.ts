import { setReason } from '../case/reason.ts';
import { bindClientLog } from '../client-log/client-log.store.ts';
import { tellCredentialStates } from '../plants/credential-notices.ts';
import { stopVerifying, verifyAll, verifyNew } from '../plants/plant-sessions.ts';
import { forgetPlants, setPlants, usePlants } from '../plants/plant-store.ts';
import { closePlateDialog } from '../plate-dialog.store.ts';
import { dismissAll } from '../notices/notices.store.ts';
import { narrowConnections } from '../trusted-types.ts';
import { keepTabs } from '../workspace/keep-tabs.ts';
import { resetWorkspace } from '../workspace/tabs.store.ts';
import { queryClient } from '../query-client.ts';
import { beGone, takeLeave } from './farewell.ts';
import { restoreSession, signIn, signOut } from './portal-session.ts';
import { keepSession } from './session-life.ts';
import { useSession } from './session-store.ts';
import { useVault } from './vault-store.ts';

function plantOrigins(): string[] {
  return [...usePlants.getState().plants.values()].flatMap((plant) => (plant.origin === null ? [] : [plant.origin]));
}

/** Origins the portal allows for maps and roads, from the document it sent; none where no portal sent it. */
function mapOrigins(): string[] {
  const said = document.querySelector<HTMLMetaElement>('meta[name=varco-map-origins]')?.content ?? '';
  return said.split(' ').filter((origin) => URL.canParse(origin));
}

/**
 * Binds everything that follows the session of this window, and hands out what is done with one. Call once, before anybody signs in.
 * @param onEnded called when the server, another tab or a failed restore ended the session
 */
export function startSessions(onEnded: () => void) {
  bindClientLog();
  bindPlantsToVault();
  tellCredentialStates();
  keepTabs();
  keepSession(onEnded);
  return { signIn, signOut: leave, restoreSession };
}

/** Signs out; before, while plants can still be asked, this browser is struck off their lists of who is notified. */
async function leave(): Promise<void> {
  if (useSession.getState().status === 'signed-in') await takeLeave();
  await signOut();
}

/** Keeps the plants in step with the opened vault: fills them, signs in everywhere, and lets all go at sign-out. */
function bindPlantsToVault(): void {
  useVault.subscribe(({ status, vault }) => {
    const { user } = useSession.getState();
    if (status === 'closed') {
      stopVerifying();
      forgetPlants();
      dismissAll();
      resetWorkspace();
      closePlateDialog();
      // Transits and pictures of the one who left must not be found by the next.
      queryClient.clear();
      setReason({ code: '', text: '', case: '' });
      // However the session ended: nothing is shown in this browser for who is not signed in.
      beGone();
      return;
    }
    if (user === null) return;
    setPlants(vault?.items ?? new Map(), user.peer_list);
    if (vault !== null && !narrowConnections([...plantOrigins(), ...mapOrigins()])) return;
    // The first time all of them; later only what changed: a new name in the list signs nobody in again.
    void (usePlants.getState().hasRun ? verifyNew() : verifyAll());
  });
}
