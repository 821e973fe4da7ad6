import { loadKnownCases } from '../case/known-cases.ts';
import { setReason } from '../case/reason.ts';
import { bindClientLog } from '../client-log/client-log.store.ts';
import { notifyCredentialStates } from '../plants/credential-notices.ts';
import { stopVerifying, verifyAll, verifyNew } from '../plants/plant-sessions.ts';
import { clearPlants, setPlants, usePlants } from '../plants/plant-store.ts';
import { closePlateDialog } from '../plate-dialog.store.ts';
import { dismissAll } from '../notices/notices.store.ts';
import { isSecondScreen } from '../second-screen/second-window.ts';
import { restrictConnections } from '../trusted-types.ts';
import { startStoringTabs } from '../workspace/store-tabs.ts';
import { resetWorkspace } from '../workspace/tabs.store.ts';
import { queryClient } from '../query-client.ts';
import { afterSignOut, beforeSignOut, endPlantSessions, whenPlantsEnded } from './session-teardown.ts';
import { type RestoreOutcome, restoreSession, signIn, signOut } from './portal-session.ts';
import { keepSessionAlive } from './session-keepalive.ts';
import { useSession } from './session-store.ts';
import { useVault } from './vault-store.ts';

function collectPlantOrigins(): string[] {
  return [...usePlants.getState().plants.values()].flatMap((plant) => (plant.origin === null ? [] : [plant.origin]));
}

/** Origins the portal allows for maps and roads, read from the served document; none when it was not served by a portal. */
function readMapOrigins(): string[] {
  const said = document.querySelector<HTMLMetaElement>('meta[name=varco-map-origins]')?.content ?? '';
  return said.split(' ').filter((origin) => URL.canParse(origin));
}

/**
 * Installs everything that follows the session of this window, and returns the session operations. Call once, before
 * sign-in.
 * @param onEnded called when the server, another tab or a failed restore ended the session
 */
export function installSessions(onEnded: () => void) {
  bindClientLog();
  bindPlantsToVault();
  // The first window says the same of the same plants.
  if (!isSecondScreen()) notifyCredentialStates();
  startStoringTabs();
  keepSessionAlive(onEnded);
  return { signIn, signOut: signOutEverywhere, restoreSession: restoreWithState };
}

/** State of the former page that calls depend on. It is there before the first page is drawn, and with it the first call. */
const RESTORED_BEFORE_FIRST_CALL: readonly (() => Promise<void>)[] = [loadKnownCases];

async function restoreWithState(): Promise<RestoreOutcome> {
  const outcome = await restoreSession();
  if (outcome === 'restored') await Promise.all(RESTORED_BEFORE_FIRST_CALL.map((load) => load()));
  return outcome;
}

/** Signs out. Before that, while plants can still be called, this browser is removed from their push recipients. */
async function signOutEverywhere(): Promise<void> {
  if (useSession.getState().status === 'signed-in') await beforeSignOut();
  await signOut();
  await whenPlantsEnded();
}

/** Synchronises the plants with the opened vault: fills the store, signs in everywhere, and clears everything at sign-out. */
function bindPlantsToVault(): void {
  useVault.subscribe(({ status, vault }) => {
    const { user } = useSession.getState();
    if (status === 'closed') {
      stopVerifying();
      endPlantSessions(usePlants.getState().plants.values());
      clearPlants();
      dismissAll();
      resetWorkspace();
      closePlateDialog();
      // Transits and pictures of the signed-out user must not be visible to the next.
      queryClient.clear();
      setReason({ code: '', text: '', case: '' });
      // However the session ended, this browser shows no notifications without a signed-in user.
      afterSignOut();
      return;
    }
    if (user === null) return;
    setPlants(vault?.items ?? new Map(), user.peer_list);
    if (vault !== null && !restrictConnections([...collectPlantOrigins(), ...readMapOrigins()])) return;
    // Signs in to all plants the first time, later only to changed ones, so that other sessions stay.
    void (usePlants.getState().hasRun ? verifyNew() : verifyAll());
  });
}
