import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PlantStore } from '../../context/open-store.ts';
import { readGates } from './gates.queries.ts';
import type { TransitScope } from '../../auth/plant-viewer.ts';
import { readZoneGates } from './zone-gates.ts';

export interface AskedGates {
  readonly varchi?: readonly number[] | undefined;
  readonly zona?: number | undefined;
}

/**
 * Gates a question names, all of them allowed; of a zone those that are. Throws `no_perms` for a gate the person may not search, `not_found` for
 * a zone or gate the plant has not.
 */
export async function askedGates(
  store: PlantStore,
  { varchi, zona }: AskedGates,
  { gates }: Pick<TransitScope, 'gates'>,
): Promise<readonly number[]> {
  const isAllowed = (id: number): boolean => gates?.includes(id) ?? true;
  if (zona !== undefined) {
    const ofZone = await readZoneGates(store.runner, zona);
    if (ofZone === null) throw new AppError('not_found');
    return ofZone.filter(isAllowed);
  }
  const asked = [...new Set(varchi)];
  if (!asked.every(isAllowed)) throw new AppError('no_perms', { sub: 'gate_not_allowed' });
  const known = new Set((await readGates(store.runner)).map(({ id }) => id));
  if (!asked.every((id) => known.has(id))) throw new AppError('not_found');
  return asked;
}
