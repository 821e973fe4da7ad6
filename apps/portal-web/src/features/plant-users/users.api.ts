import { queryOptions } from '@tanstack/react-query';
import { addSmartphone } from '@varco/contract/plant/devices.ts';
import { listDistricts, setUserDistricts } from '@varco/contract/plant/districts.ts';
import { listGates } from '@varco/contract/plant/gates.ts';
import { listGroups } from '@varco/contract/plant/groups.ts';
import * as api from '@varco/contract/plant/users.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { callPlant } from '../../lib/plants/plant-sessions.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toUserFilter, buildUserQuery, type UserChoice } from './user-filter.ts';
import { toDownloadedFile } from './user-file.ts';
import type { UserPayload } from './user-form.ts';

export const USERS_KEY = ['plant-users'] as const;

/** Users of a plant by filters; `page` from 1. */
export const usersQuery = (credentialId: string, choice: UserChoice, page: number) => {
  const body = buildUserQuery(choice, page);
  return queryOptions({
    queryKey: [...USERS_KEY, credentialId, body],
    queryFn: ({ signal }) => callPlant(credentialId, api.searchPlantUsers, { body }, { signal }),
    retry: false,
    staleTime: 0,
  });
};

/** All users the manager can see, to select an owner from. */
export const allUsersQuery = (credentialId: string) =>
  queryOptions({
    queryKey: [...USERS_KEY, credentialId, 'everybody'],
    queryFn: async ({ signal }) => {
      const body = { p: -1, limit: api.MAX_LISTED_USERS, paginate: true, order_by: '+username' };
      return (await callPlant(credentialId, api.searchPlantUsers, { body }, { signal })).objects;
    },
    retry: false,
  });

/** Options of the form: groups, gates and districts of the plant. */
export const formOptionsQuery = (credentialId: string) =>
  queryOptions({
    queryKey: ['plant-user-choices', credentialId],
    queryFn: async ({ signal }) => {
      const [groups, gates, districts] = await Promise.all([
        callPlant(credentialId, listGroups, {}, { signal }),
        callPlant(credentialId, listGates, { query: { filtering: true, paginate: false } }, { signal }),
        callPlant(credentialId, listDistricts, {}, { signal }),
      ]);
      return { groups: groups.objects, gates: gates.objects, districts: districts.objects };
    },
    retry: false,
    staleTime: 0,
  });
export type FormOptions = Awaited<ReturnType<NonNullable<ReturnType<typeof formOptionsQuery>['queryFn']>>>;

/** Outcome of saving. `gone`: the user was removed meanwhile (USR-17); `districts`: saved except for the districts. */
export type SaveOutcome =
  | { readonly kind: 'done'; readonly user: api.PlantUserRecord }
  | { readonly kind: 'districts'; readonly user: api.PlantUserRecord; readonly error: ApiError }
  | { readonly kind: 'gone' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly error: ApiError };

/** Creates (`id` null) or updates a user, then sets the districts with the id from the response (readings TA32). */
export async function saveUser(
  credentialId: string,
  id: number | null,
  body: UserPayload,
  districtIds: readonly number[],
): Promise<SaveOutcome> {
  let user: api.PlantUserRecord;
  try {
    user =
      id === null
        ? await callPlant(credentialId, api.createPlantUser, { body })
        : await callPlant(credentialId, api.updatePlantUser, { params: { id }, body });
  } catch (error) {
    return toSaveOutcome(error);
  }
  try {
    const districts = { district_ids: [...districtIds] };
    await callPlant(credentialId, setUserDistricts, { params: { id: user.ID }, body: districts });
    return { kind: 'done', user };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'districts', user, error };
  }
}

function toSaveOutcome(error: unknown): SaveOutcome {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'not_found') return { kind: 'gone' };
  return error.code === 'duplicate' ? { kind: 'taken' } : { kind: 'refused', error };
}

export const removeUser = (credentialId: string, id: number) =>
  callPlant(credentialId, api.deletePlantUser, { params: { id } });

export const moveLists = (credentialId: string, id: number, to: number) =>
  callPlant(credentialId, api.moveUserBlacklists, { params: { id }, body: { dst_user_id: to } });

export const clearLists = (credentialId: string, id: number) =>
  callPlant(credentialId, api.deleteUserBlacklists, { params: { id } });

export const registerSmartphone = (credentialId: string, userId: number, phone: { android_id: string; nome: string }) =>
  callPlant(credentialId, addSmartphone, { params: { id: userId }, body: { ...phone, user_id: userId } });

/** Downloads the users that match the filters as a file made by the plant. @throws ApiError */
export async function downloadUsers(credentialId: string, choice: UserChoice): Promise<void> {
  let headers = new Headers();
  const content = await callPlant(
    credentialId,
    api.exportPlantUsersByBody,
    { body: { ...toUserFilter(choice), format: 'csv' } },
    {
      onHeaders: (got) => {
        headers = got;
      },
    },
  );
  const { name, type } = toDownloadedFile(headers, 'utenti');
  saveFile(name, new Blob([content], { type }));
}
