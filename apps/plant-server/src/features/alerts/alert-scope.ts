import { isForceEnabled } from '@varco/domain/permissions.ts';
import type { AlertScope } from './alert.queries.ts';
import type { PlantUser } from '../../auth/plant-user.queries.ts';

/**
 * What a person may see of the alerts (ADR 0055): every member of the forces those of lists and checks at allowed gates;
 * stolen vehicles with `notifica_rubati`; the INTERFORCE list once enabled for it; entries for a few only as one of them.
 */
export const alertScopeOf = (user: PlantUser): AlertScope => ({
  uuid: user.uuid,
  userId: user.id,
  groupId: user.group_id,
  gates: user.gates,
  seesStolen: user.notifica_rubati,
  seesInterforce: user.interforce === 'enabled',
});

/** The rule `alerts.read` of the contract, for a stream that is already open. */
export const mayReadAlerts = (user: PlantUser): boolean =>
  isForceEnabled({ level: user.level, group: user.group_name }) && user.sees_plates;
