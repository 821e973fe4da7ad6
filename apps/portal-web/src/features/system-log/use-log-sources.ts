import { canReadSystemLog } from '@varco/domain/plants/plant-permissions.ts';
import { useT } from '../../lib/i18n.tsx';
import { plantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { type LogSource, PORTAL_SOURCE } from './system-log.api.ts';

/** The servers whose log this person may read, with their names. */
export function useLogSources(): ReadonlyMap<LogSource, string> {
  const t = useT();
  const isAdmin = useSession((session) => session.user?.admin === true);
  const plants = usePlantList().filter(
    ({ state, login }) => state === 'ok' && login !== null && canReadSystemLog(login.user),
  );
  return new Map([
    ...(isAdmin ? ([[PORTAL_SOURCE, t('logs:portal')]] as const) : []),
    ...plants.map((plant) => [plant.credentialId, plantLabel(plant)] as const),
  ]);
}

/** Name of the plant an event of the portal is about; its uuid when the person does not have it. */
export function usePlantNames(): (uuid: string) => string {
  const plants = usePlantList();
  return (uuid) => {
    const found = plants.find(({ peer }) => peer?.uuid === uuid);
    return found === undefined ? uuid : plantLabel(found);
  };
}
