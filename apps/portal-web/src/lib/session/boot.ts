import { setReason } from '../case/reason.ts';
import { stopVerifying, verifyAll, verifyNew } from '../plants/plant-sessions.ts';
import { forgetPlants, setPlants, usePlants } from '../plants/plant-store.ts';
import { dismissAll } from '../notices/notices.store.ts';
import { narrowConnections } from '../trusted-types.ts';
import { resetWorkspace } from '../workspace/tabs.store.ts';
import { queryClient } from '../query-client.ts';
import { restoreSession, type RestoreOutcome } from './portal-session.ts';
import { currentSession, useSession } from './session-store.ts';
import { useVault } from './vault-store.ts';

let restored: Promise<RestoreOutcome> | null = null;

/** Looks for a stored session once per page; later callers get the same answer. */
export function ensureRestored(): Promise<RestoreOutcome> {
  if (currentSession().status === 'signed-in') return Promise.resolve('restored');
  restored ??= restoreSession();
  return restored.finally(() => {
    // A portal that could not be reached is asked again at the next navigation.
    restored = null;
  });
}

function plantOrigins(): string[] {
  return [...usePlants.getState().plants.values()].flatMap((plant) => (plant.origin === null ? [] : [plant.origin]));
}

/** Keeps the plants in step with the opened vault: fills them, signs in everywhere, and lets all go at sign-out. Call once. */
export function bindPlantsToVault(): void {
  useVault.subscribe(({ status, vault }) => {
    const { user } = useSession.getState();
    if (status === 'closed') {
      stopVerifying();
      forgetPlants();
      dismissAll();
      resetWorkspace();
      // Transits and pictures of the one who left must not be found by the next.
      queryClient.clear();
      setReason({ code: '', text: '', case: '' });
      return;
    }
    if (user === null) return;
    setPlants(vault?.items ?? new Map(), user.peer_list);
    if (vault !== null && !narrowConnections(plantOrigins())) return;
    // The first time all of them; later only what changed: a new name in the list signs nobody in again.
    void (usePlants.getState().hasRun ? verifyNew() : verifyAll());
  });
}
