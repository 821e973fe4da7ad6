import { queryOptions } from '@tanstack/react-query';
import * as api from '@varco/contract/plant/alert-people.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

export const ownInterforceQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['interforce', peerId],
    queryFn: ({ signal }) => callPeer(peerId, api.readInterforce, {}, { signal }),
    retry: false,
    staleTime: 0,
  });

export const requestInterforce = (peerId: number, isRequested: boolean): Promise<api.OwnInterforce> =>
  callPeer(peerId, api.askInterforce, { body: { chiede: isRequested } });

/** Search among the people of a plant. */
export interface PeopleQuery {
  readonly name: string;
  /** Only people who asked for the INTERFORCE list, or have it. */
  readonly isInterforce: boolean;
  readonly page: number;
}

export const peopleQuery = (peerId: number, { name, isInterforce, page }: PeopleQuery) =>
  queryOptions({
    queryKey: ['alert-people', peerId, name, isInterforce, page],
    queryFn: ({ signal }) => {
      const standings = isInterforce && name === '' ? { interforze: ['asked' as const, 'enabled' as const] } : {};
      return callPeer(peerId, api.searchAlertPeople, { body: { q: name, p: page, ...standings } }, { signal });
    },
    retry: false,
    staleTime: 0,
  });

export const decideInterforceRequest = (
  peerId: number,
  id: number,
  isEnabled: boolean,
  note: string,
): Promise<api.AlertPerson> =>
  callPeer(peerId, api.decideInterforce, { params: { id }, body: { abilita: isEnabled, verifica: note } });

export const setBlacklistNotices = (peerId: number, id: number, isSent: boolean): Promise<api.AlertPerson> =>
  callPeer(peerId, api.setAlertNotices, { params: { id }, body: { notifica_blacklist: isSent } });
