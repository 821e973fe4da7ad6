import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PlantStore } from '../../context/open-store.ts';
import { readGates } from './gates.repository.ts';
import type { TransitScope } from '../../auth/plant-viewer.ts';
import { readZoneGates } from './zone-gates.repository.ts';

export interface RequestedGates {
  readonly varchi?: readonly number[] | undefined;
  readonly zona?: number | undefined;
}

/**
 * Resolves the gates that a query names, by ids or by zone. Throws `no_perms` for a gate the user may not search,
 * `not_found` for an unknown zone or gate. Of a zone only the allowed gates are returned.
 */
export async function resolveRequestedGates(
  store: PlantStore,
  { varchi, zona }: RequestedGates,
  { gates }: Pick<TransitScope, 'gates'>,
): Promise<readonly number[]> {
  const isAllowed = (id: number): boolean => gates?.includes(id) ?? true;
  if (zona !== undefined) {
    const zoneGates = await readZoneGates(store.runner, zona);
    if (zoneGates === null) throw new AppError('not_found');
    return zoneGates.filter(isAllowed);
  }
  const requested = [...new Set(varchi)];
  if (!requested.every(isAllowed)) throw new AppError('no_perms', { sub: 'gate_not_allowed' });
  const known = new Set((await readGates(store.runner)).map(({ id }) => id));
  if (!requested.every((id) => known.has(id))) throw new AppError('not_found');
  return requested;
}
