import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@varco/contract/endpoint.ts';
import * as devices from '@varco/contract/plant/devices.ts';
import * as districts from '@varco/contract/plant/districts.ts';
import * as groups from '@varco/contract/plant/groups.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

/** Options of lists that other administrators may change at any time: always reloaded. */
const ALWAYS_FRESH = { retry: false, staleTime: 0 } as const;

export const groupsQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['groups', peerId],
    queryFn: ({ signal }) => callPeer(peerId, groups.listGroups, {}, { signal }),
    ...ALWAYS_FRESH,
  });

export const groupMembersQuery = (peerId: number, id: number) =>
  queryOptions({
    queryKey: ['groups', peerId, id, 'members'],
    queryFn: ({ signal }) => callPeer(peerId, groups.listGroupMembers, { params: { id } }, { signal }),
    ...ALWAYS_FRESH,
  });

/** People to select from: all, or those the user manages. */
export const selectablePeopleQuery = (peerId: number, managed: boolean) =>
  queryOptions({
    queryKey: ['plant-people', peerId, managed],
    queryFn: ({ signal }) => callPeer(peerId, groups.listPeople, { query: { managed } }, { signal }),
    ...ALWAYS_FRESH,
  });

/** Saves a group; `before` null: a new one. */
export const saveGroup = (
  peerId: number,
  before: groups.Group | null,
  body: CallInput<typeof groups.createGroup>['body'],
): Promise<groups.Group> =>
  before === null
    ? callPeer(peerId, groups.createGroup, { body })
    : callPeer(peerId, groups.updateGroup, { params: { id: before.id }, body: { ...body, ver: before.ver } });

export const removeGroup = (peerId: number, id: number): Promise<void> =>
  callPeer(peerId, groups.deleteGroup, { params: { id } });

export const districtsQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['districts', peerId],
    queryFn: ({ signal }) => callPeer(peerId, districts.listDistricts, {}, { signal }),
    ...ALWAYS_FRESH,
  });

/** Saves a district; `before` null: a new one. */
export const saveDistrict = (
  peerId: number,
  before: districts.District | null,
  body: CallInput<typeof districts.createDistrict>['body'],
): Promise<districts.District> =>
  before === null
    ? callPeer(peerId, districts.createDistrict, { body })
    : callPeer(peerId, districts.updateDistrict, { params: { id: before.id }, body: { ...body, ver: before.ver } });

export const removeDistrict = (peerId: number, id: number): Promise<void> =>
  callPeer(peerId, districts.deleteDistrict, { params: { id } });

/** Filter of the device list. */
export interface DeviceFilter {
  readonly kind: devices.DeviceKind | 'all';
  readonly assigned: 'all' | 'yes' | 'no';
  readonly text: string;
}

export const devicesQuery = (peerId: number, { kind, assigned, text }: DeviceFilter) =>
  queryOptions({
    queryKey: ['devices', peerId, kind, assigned, text],
    queryFn: ({ signal }) => {
      const query = {
        ...(kind === 'all' ? {} : { kind }),
        ...(assigned === 'all' ? {} : { assigned: assigned === 'yes' }),
        ...(text === '' ? {} : { q: text }),
      };
      return callPeer(peerId, devices.listDevices, { query }, { signal });
    },
    ...ALWAYS_FRESH,
  });

export const addDevice = (peerId: number, body: CallInput<typeof devices.addDevice>['body']) =>
  callPeer(peerId, devices.addDevice, { body });

export const renewDeviceCode = (
  peerId: number,
  id: string,
  body: CallInput<typeof devices.updateDevice>['body'],
): Promise<devices.Device> => callPeer(peerId, devices.updateDevice, { params: { id }, body });

export const renewCode = (peerId: number, id: string, lingua: 'it' | 'en'): Promise<devices.DeviceCode> =>
  callPeer(peerId, devices.renewDeviceCode, { params: { id }, body: { lingua } });

export const removeDevice = (peerId: number, id: string): Promise<void> =>
  callPeer(peerId, devices.removeDevice, { params: { id } });
