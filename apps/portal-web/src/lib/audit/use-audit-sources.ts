import { canReadAudit } from '@varco/domain/policy/plant-permissions.ts';
import { useT } from '../i18n.tsx';
import { type PlantSession, summarizeSignIns, usePlants } from '../plants/plant-store.ts';
import { getPlantLabel, usePlantList } from '../plants/use-plants.ts';
import { useSession } from '../session/session-store.ts';
import { type AuditSource, PORTAL_SOURCE } from './audit.api.ts';

export interface AuditSources {
  /** Servers whose log the user may read, with their names. */
  readonly readable: ReadonlyMap<AuditSource, string>;
  /** Plants that did not let the user in: nobody knows what their log holds, so they are missing from every answer. */
  readonly absent: ReadonlyMap<AuditSource, string>;
}

/** The logs of the user's plants and of the portal. */
export function useAuditSources(): AuditSources {
  const t = useT();
  const auditsPortal = useSession((session) => session.user?.audit_read === true);
  const plants = usePlantList().filter(({ credential }) => credential.enabled);
  const name = (plant: PlantSession) => [plant.credentialId, getPlantLabel(plant)] as const;
  const readable = plants.filter(({ state, login }) => state === 'ok' && login !== null && canReadAudit(login.user));
  return {
    readable: new Map([
      ...(auditsPortal ? ([[PORTAL_SOURCE, t('audit:portal')]] as const) : []),
      ...readable.map(name),
    ]),
    absent: new Map(plants.filter(({ state }) => state !== 'ok').map(name)),
  };
}

/** True until every plant has answered the sign-in: only then the sources are all known. */
export const useIsSigningIn = (): boolean => !usePlants((state) => summarizeSignIns(state).go);

/** The logs of the user's plants, in which everybody may read their own entries. */
export function useOwnSources(): AuditSources {
  const plants = usePlantList().filter(({ credential }) => credential.enabled);
  const name = (plant: PlantSession) => [plant.credentialId, getPlantLabel(plant)] as const;
  return {
    readable: new Map(plants.filter(({ state }) => state === 'ok').map(name)),
    absent: new Map(plants.filter(({ state }) => state !== 'ok').map(name)),
  };
}
