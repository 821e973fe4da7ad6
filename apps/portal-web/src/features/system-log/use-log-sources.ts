import { canReadSystemLog } from '@varco/domain/policy/plant-permissions.ts';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { type LogSource, PORTAL_SOURCE } from './system-log.api.ts';

/** Servers whose log the user may read, with their names. */
export function useLogSources(): ReadonlyMap<LogSource, string> {
  const t = useT();
  const isAdmin = useSession((session) => session.user?.admin === true);
  const plants = usePlantList().filter(
    ({ state, login }) => state === 'ok' && login !== null && canReadSystemLog(login.user),
  );
  return new Map([
    ...(isAdmin ? ([[PORTAL_SOURCE, t('logs:portal')]] as const) : []),
    ...plants.map((plant) => [plant.credentialId, getPlantLabel(plant)] as const),
  ]);
}

/** Returns a lookup of plant names by uuid, for events of the portal; unknown uuids are returned unchanged. */
export function usePlantNameLookup(): (uuid: string) => string {
  const plants = usePlantList();
  return (uuid) => {
    const found = plants.find(({ peer }) => peer?.uuid === uuid);
    return found === undefined ? uuid : getPlantLabel(found);
  };
}
