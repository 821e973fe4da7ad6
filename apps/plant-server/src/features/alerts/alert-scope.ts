import { isForceEnabled } from '@varco/domain/policy/permissions.ts';
import type { AlertScope } from './alert.repository.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';

/**
 * Which alerts a user may see (ADR 0012). Every member of the police forces sees list and check alerts at allowed gates.
 * Stolen vehicles need `notifica_rubati`, and the INTERFORCE list needs an enabled account. Restricted list entries are
 * visible only to their group or user.
 */
export const buildAlertScope = (user: PlantUser): AlertScope => ({
  uuid: user.uuid,
  userId: user.id,
  groupId: user.group_id,
  gates: user.gates,
  seesStolen: user.notifica_rubati,
  seesInterforce: user.interforce === 'enabled',
});

/** The rule `alerts.read` of the contract, checked again while a stream is open. */
export const mayReadAlerts = (user: PlantUser): boolean =>
  isForceEnabled({ level: user.level, group: user.group_name }) && user.sees_plates;
