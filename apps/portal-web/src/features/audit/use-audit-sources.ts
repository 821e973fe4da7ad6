import { canReadAudit } from '@varco/domain/policy/plant-permissions.ts';
import { useT } from '../../lib/i18n.tsx';
import { summarizeSignIns, usePlants } from '../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { type AuditSource, PORTAL_SOURCE } from './audit.api.ts';

/** Servers whose log the user may read, with their names. */
export function useAuditSources(): ReadonlyMap<AuditSource, string> {
  const t = useT();
  const auditsPortal = useSession((session) => session.user?.audit_read === true);
  const plants = usePlantList().filter(
    ({ state, login }) => state === 'ok' && login !== null && canReadAudit(login.user),
  );
  return new Map([
    ...(auditsPortal ? ([[PORTAL_SOURCE, t('audit:portal')]] as const) : []),
    ...plants.map((plant) => [plant.credentialId, getPlantLabel(plant)] as const),
  ]);
}

/** True until every plant has answered the sign-in: only then the sources are all known. */
export const useIsSigningIn = (): boolean => !usePlants((state) => summarizeSignIns(state).go);
