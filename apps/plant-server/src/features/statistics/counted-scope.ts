import type { PlantStore } from '../../context/open-store.ts';
import type { TransitScope } from '../../auth/plant-viewer.ts';
import type { CodeDictionary } from '../../database/code-dictionary.repository.ts';
import { resolveRequestedGates } from '../gates/gates.public.ts';
import type { GateDayCell } from './count-period.ts';

/** The requested gates, which must all be allowed; without a request the allowed ones. Null: all gates of the plant. */
export async function selectCountedGates(
  store: PlantStore,
  params: { readonly varchi?: readonly number[] | undefined },
  scope: TransitScope,
): Promise<readonly number[] | null> {
  return (params.varchi ?? []).length === 0 ? scope.gates : resolveRequestedGates(store, params, scope);
}

/** Reloads the dictionary when another process has added classes. */
export async function loadNewClasses(codes: CodeDictionary, cells: readonly GateDayCell[]): Promise<void> {
  const isKnown = ({ details }: GateDayCell): boolean =>
    Object.keys(details?.classes ?? {}).every((code) => codes.has('class', Number(code)));
  if (!cells.every(isKnown)) await codes.load();
}
