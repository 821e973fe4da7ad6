import { queryOptions } from '@tanstack/react-query';
import * as api from '@varco/contract/plant/blacklist.ts';
import * as files from '@varco/contract/plant/blacklist-files.ts';
import type { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { notifyCode } from '../../lib/notices/notices.store.ts';
import { callPlant } from '../../lib/plants/plant-sessions.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';

export const BLACKLIST_KEY = ['blacklist'] as const;

/**
 * A page of one plant's blacklist: `p` and 100 rows for a single plant, `offset` and 20 rows where plants are merged
 * (readings TA39).
 */
export const blacklistPageQuery = (credentialId: string, filter: api.BlacklistFilter) =>
  queryOptions({
    queryKey: [...BLACKLIST_KEY, 'page', credentialId, filter],
    queryFn: ({ signal }) => callPlant(credentialId, api.searchBlacklist, { body: filter }, { signal }),
    retry: false,
  });

/** Number of entries of one plant in each view. */
export const blacklistCountsQuery = (credentialId: string, filter: CallInput<typeof api.countBlacklist>['body']) =>
  queryOptions({
    queryKey: [...BLACKLIST_KEY, 'counts', credentialId, filter],
    queryFn: ({ signal }) => callPlant(credentialId, api.countBlacklist, { body: filter }, { signal }),
    retry: false,
  });

/** The entry of a plate, or null. A failed call counts as none (T 8.1). */
export const entryByPlateQuery = (credentialId: string, plate: string) =>
  queryOptions({
    queryKey: [...BLACKLIST_KEY, 'plate', credentialId, plate],
    queryFn: async ({ signal }): Promise<BlacklistEntry | null> => {
      try {
        return await callPlant(credentialId, api.readBlacklistByPlate, { body: { targa: plate } }, { signal });
      } catch (error) {
        if (error instanceof ApiError) return null;
        throw error;
      }
    },
    retry: false,
    staleTime: 0,
  });

/** Users who can be assigned to a reserved entry. */
export const reservedUsersQuery = (credentialId: string) =>
  queryOptions({
    queryKey: [...BLACKLIST_KEY, 'users', credentialId],
    queryFn: ({ signal }) => callPlant(credentialId, api.listReservedUsers, {}, { signal }),
    retry: false,
  });

/** Alerts that an entry for this plate would have raised on a plant, and when the plate was last seen there. */
export const entryPreviewQuery = (credentialId: string, plate: string, isApproximate: boolean) =>
  queryOptions({
    queryKey: [...BLACKLIST_KEY, 'past', credentialId, plate, isApproximate],
    queryFn: ({ signal }) =>
      callPlant(
        credentialId,
        api.previewBlacklist,
        { body: { targa: plate, approssimata: isApproximate } },
        { signal },
      ),
    retry: false,
  });

type EntryBody = CallInput<typeof api.insertBlacklist>['body'];

/**
 * Runs a call and notifies success or failure by event number, with plate and plant (BLK-34 to BLK-36). Resolves to
 * whether it succeeded.
 */
async function runAndNotify(
  plant: PlantSession,
  plate: string,
  codes: { readonly done: 10009 | 10011 | 10013; readonly failed: 10010 | 10012 | 10014 },
  work: () => Promise<unknown>,
): Promise<boolean> {
  const values = { plate, plant: getPlantLabel(plant) };
  try {
    await work();
    notifyCode(codes.done, values);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notifyCode(codes.failed, values);
    return false;
  }
}

/** Outcome of an insert on one plant. */
export type InsertOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'failed'; readonly error: ApiError };

/** T 8.3: a 409 opens its own dialog; any other failure is notified as 10010. */
export async function insertEntry(plant: PlantSession, body: EntryBody): Promise<InsertOutcome> {
  const values = { plate: body.targa.toUpperCase(), plant: getPlantLabel(plant) };
  try {
    await callPlant(plant.credentialId, api.insertBlacklist, { body });
    notifyCode(10009, values);
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.facts.status === 409) return { kind: 'duplicate' };
    notifyCode(10010, values);
    return { kind: 'failed', error };
  }
}

/** BLK-36: updates an entry; resolves to whether it succeeded, which is also notified. */
export const updateEntry = (plant: PlantSession, id: number, body: EntryBody): Promise<boolean> =>
  runAndNotify(plant, body.targa, { done: 10011, failed: 10012 }, () =>
    callPlant(plant.credentialId, api.updateBlacklist, { params: { id }, body }),
  );

export const deleteEntry = (
  plant: PlantSession,
  { id, targa }: Pick<BlacklistEntry, 'id' | 'targa'>,
): Promise<boolean> =>
  runAndNotify(plant, targa, { done: 10013, failed: 10014 }, () =>
    callPlant(plant.credentialId, api.deleteBlacklist, { params: { id } }),
  );

export type ImportOptions = CallInput<typeof files.importBlacklist>['body'];

/** Uploads a file; with `preview` nothing is written. @throws ApiError */
export function importEntries(
  credentialId: string,
  file: File,
  options: ImportOptions,
): Promise<files.BlacklistImportResponse> {
  const form = new FormData();
  form.set('options', JSON.stringify(options));
  form.set('file', file);
  return callPlant(credentialId, files.importBlacklist, { body: options }, { form });
}

/** Progress of an import, polled every second while it runs. */
export const importStateQuery = (credentialId: string, id: string | null) =>
  queryOptions({
    queryKey: [...BLACKLIST_KEY, 'import', credentialId, id],
    queryFn: ({ signal }) =>
      callPlant(credentialId, files.getBlacklistImport, { params: { id: id ?? '' } }, { signal, isPolling: true }),
    enabled: id !== null,
    refetchInterval: 1_000,
    retry: false,
    gcTime: 0,
  });

/** Entries that match a filter as a file. @throws ApiError */
export const exportEntries = (
  credentialId: string,
  filter: CallInput<typeof files.exportBlacklist>['body'],
): Promise<Blob> => callPlant(credentialId, files.exportBlacklist, { body: filter });
