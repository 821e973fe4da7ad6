import { queryOptions } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/portal/keys.ts';
import { searchUsers } from '@varco/contract/portal/user-administration.ts';
import { callPortal } from '../../lib/api/portal.ts';

/** Keys of programs, newest first. */
export const portalKeysQuery = queryOptions({
  queryKey: ['portal-keys'],
  queryFn: async ({ signal }): Promise<readonly api.ManagedKey[]> =>
    (await callPortal(api.listKeys, {}, { signal })).keys,
});

/** Users whose name, address or authority contains a text, for the choice of who answers for a key. */
export const keyUsersQuery = (text: string) =>
  queryOptions({
    queryKey: ['portal-key-users', text],
    queryFn: async ({ signal }) =>
      (await callPortal(searchUsers, { body: { text, state: 'active', page: 1 } }, { signal })).users.map(
        ({ id, username }) => ({ id, username }),
      ),
  });

export type NewKey = CallInput<typeof api.createKey>['body'];
export type MadeKey = CallOutput<typeof api.createKey>;
export type KeyChange = CallInput<typeof api.updateKey>['body'];

export const createKey = (body: NewKey): Promise<MadeKey> => callPortal(api.createKey, { body });

export const changeKey = (key: string, body: KeyChange): Promise<api.ManagedKey> =>
  callPortal(api.updateKey, { params: { key }, body });

export const deleteKey = (key: string): Promise<void> => callPortal(api.deleteKey, { params: { key } });
