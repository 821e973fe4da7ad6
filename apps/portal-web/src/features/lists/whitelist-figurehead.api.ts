import { queryOptions } from '@tanstack/react-query';
import * as heads from '@varco/contract/plant/figurehead.ts';
import * as white from '@varco/contract/plant/whitelist.ts';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { notify, notifyCode } from '../../lib/notices/notices.store.ts';
import { callPlant } from '../../lib/plants/plant-sessions.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { translate } from '../../lib/translate.ts';

export const WHITELIST_KEY = ['whitelist'] as const;
export const FIGUREHEAD_KEY = ['figurehead'] as const;

export const whitelistQuery = (credentialId: string, filter: white.WhitelistFilter) =>
  queryOptions({
    queryKey: [...WHITELIST_KEY, credentialId, filter],
    queryFn: ({ signal }) => callPlant(credentialId, white.searchWhitelist, { body: filter }, { signal }),
    retry: false,
  });

export const figureheadQuery = (credentialId: string, filter: heads.FigureheadFilter) =>
  queryOptions({
    queryKey: [...FIGUREHEAD_KEY, credentialId, filter],
    queryFn: ({ signal }) => callPlant(credentialId, heads.searchFigurehead, { body: filter }, { signal }),
    retry: false,
  });

/** Outcome of a change; `duplicate`: the plate or code is already listed. */
export type ListChangeOutcome = 'done' | 'duplicate' | 'failed';

async function runListChange(
  work: () => Promise<unknown>,
  tell: (isDone: boolean) => void,
): Promise<ListChangeOutcome> {
  try {
    await work();
    tell(true);
    return 'done';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'duplicate') return 'duplicate';
    tell(false);
    return 'failed';
  }
}

export type WhitelistBody = CallInput<typeof white.insertWhitelist>['body'];

/** Inserts (`id` null) or updates an entry; notifies 10021 to 10024. */
export function saveWhitelist(plant: PlantSession, id: number | null, body: WhitelistBody): Promise<ListChangeOutcome> {
  const values = { plant: getPlantLabel(plant), plate: body.targa.toUpperCase() };
  const { credentialId } = plant;
  return id === null
    ? runListChange(
        () => callPlant(credentialId, white.insertWhitelist, { body }),
        (isDone) => notifyCode(isDone ? 10021 : 10022, values),
      )
    : runListChange(
        () => callPlant(credentialId, white.updateWhitelist, { params: { id }, body }),
        (isDone) => notifyCode(isDone ? 10023 : 10024, values),
      );
}

export const deleteWhitelist = (plant: PlantSession, { id, targa }: white.WhitelistEntry): Promise<ListChangeOutcome> =>
  runListChange(
    () => callPlant(plant.credentialId, white.deleteWhitelist, { params: { id } }),
    (isDone) => notifyCode(isDone ? 10025 : 10026, { plant: getPlantLabel(plant), plate: targa }),
  );

export type FigureheadBody = CallInput<typeof heads.insertFigurehead>['body'];

/**
 * The catalogue has no event numbers for figureheads; durations are those of the other lists. Tax codes are not shown.
 */
const notifyFigureheadChange =
  (plant: PlantSession, done: 'inserted' | 'updated' | 'deleted') =>
  (isDone: boolean): void =>
    void notify({
      text: translate(`lists:figurehead.${isDone ? done : 'failed'}`, { plant: getPlantLabel(plant) }),
      type: isDone ? 'success' : 'error',
      timeout: isDone ? 5_000 : 10_000,
      link: null,
    });

export const saveFigurehead = (
  plant: PlantSession,
  id: number | null,
  body: FigureheadBody,
): Promise<ListChangeOutcome> =>
  id === null
    ? runListChange(
        () => callPlant(plant.credentialId, heads.insertFigurehead, { body }),
        notifyFigureheadChange(plant, 'inserted'),
      )
    : runListChange(
        () => callPlant(plant.credentialId, heads.updateFigurehead, { params: { id }, body }),
        notifyFigureheadChange(plant, 'updated'),
      );

export const deleteFigurehead = (plant: PlantSession, id: number): Promise<ListChangeOutcome> =>
  runListChange(
    () => callPlant(plant.credentialId, heads.deleteFigurehead, { params: { id } }),
    notifyFigureheadChange(plant, 'deleted'),
  );
