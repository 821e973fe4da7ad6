import type { Endpoint } from '@varco/contract/endpoint.ts';
import { PLANT_API } from '@varco/contract/plant-api.ts';
import { PORTAL_API } from '@varco/contract/portal-api.ts';
import { REGISTRY_HEADERS } from '@varco/contract/registry/vehicle-status.ts';
import { REGISTRY_API } from '@varco/contract/registry-api.ts';
import { buildRegistryApp } from '@varco/registry/app.ts';
import { NOW, PASSWORD } from '@varco/plant-server/testing/test-plant.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import type { AttackRequest, ServerName } from './attack-request.ts';
import { type Caller, createHeaderCaller, createTokenCaller } from './caller.ts';
import { type AttackedPlant, startAttackedPlant } from './plant-world.ts';
import { type AttackedPortal, startAttackedPortal } from './portal-world.ts';
import { readPlantSecrets } from './rights-data.repository.ts';
import type { Secret } from './secret-oracle.ts';

/** Every endpoint of every server that listens. The exporter calls and never listens. */
export const ATTACKED_APIS: Readonly<Record<ServerName, readonly Endpoint[]>> = {
  plant: PLANT_API,
  otherPlant: PLANT_API,
  portal: PORTAL_API,
  registry: REGISTRY_API,
};

/** Real servers on a database, with callers of every kind. */
export interface AttackWorld {
  readonly plants: Readonly<Record<'plant' | 'otherPlant', AttackedPlant>>;
  readonly portal: AttackedPortal;
  readonly origins: Readonly<Record<ServerName, string>>;
  /** By name; a renewed caller replaces the old one. */
  readonly callers: Map<string, Caller>;
  /** By what they are. */
  readonly secrets: ReadonlyMap<string, Secret>;
  close(): Promise<void>;
}

const UUIDS = { plant: '11111111-2222-4333-8444-555555555555', otherPlant: '99999999-8888-4777-8666-555555555555' };
const VPN = { user: 'line-7', password: 'a line password' };
const MINISTRY = { user: 'office-3', password: 'an office password' };

/** Starts two plants, a portal and the registry stand-in. On odd rounds t_max of the plants is an age. */
export async function startAttackWorld(round: number): Promise<AttackWorld> {
  const timeLimit = round % 2 === 0 ? 'window' : 'age';
  const plant = await startAttackedPlant({
    ...{ server: 'plant', prefix: 'ZA', isSmall: false },
    ...{ timeLimit, uuid: UUIDS.plant },
  });
  const otherPlant = await startAttackedPlant({
    ...{ server: 'otherPlant', prefix: 'ZB', isSmall: true },
    ...{ timeLimit, uuid: UUIDS.otherPlant },
  });
  const portal = await startAttackedPortal();
  const registry = await startRegistry();
  const callers = [
    ...plant.callers,
    ...otherPlant.callers.map((caller) => ({ ...caller, name: `other ${caller.name}`, renew: null })),
    ...createForeignCallers(plant, otherPlant, portal),
    ...portal.callers,
    ...registry.callers,
  ];
  return {
    plants: { plant, otherPlant },
    portal,
    origins: {
      plant: plant.origin,
      otherPlant: otherPlant.origin,
      portal: portal.origin,
      registry: registry.origin,
    },
    callers: new Map(callers.map((caller) => [caller.name, caller])),
    secrets: await collectSecrets([plant, otherPlant], callers),
    async close() {
      await registry.close();
      await portal.close();
      await otherPlant.close();
      await plant.close();
    },
  };
}

/** Tokens where they do not belong: of another plant, of the portal on a plant and the other way round. */
function createForeignCallers(
  plant: AttackedPlant,
  otherPlant: AttackedPlant,
  portal: AttackedPortal,
): readonly Caller[] {
  const tokenOf = (callers: readonly Caller[], name: string): string => readToken(callers, name).replace('Bearer ', '');
  const useless = (name: string, server: ServerName, token: string): Caller =>
    createTokenCaller({ name, server, kind: 'useless', subject: null }, token);
  return [
    useless('token of another plant', 'plant', tokenOf(otherPlant.callers, 'amministratore')),
    useless('portal token on a plant', 'plant', tokenOf(portal.callers, 'portal anna')),
    useless('plant token on the portal', 'portal', tokenOf(plant.callers, 'amministratore')),
    useless('other token of this plant', 'otherPlant', tokenOf(plant.callers, 'amministratore')),
  ];
}

const NO_REQUEST: AttackRequest = {
  server: 'plant',
  endpoint: '',
  caller: '',
  method: 'GET',
  url: '/',
  headers: {},
  body: null,
  mutations: [],
  mustFail: false,
};

const readToken = (callers: readonly Caller[], name: string): string =>
  callers.find((caller) => caller.name === name)?.credential(NO_REQUEST)['authorization'] ?? '';

async function collectSecrets(
  plants: readonly AttackedPlant[],
  callers: readonly Caller[],
): Promise<ReadonlyMap<string, Secret>> {
  const nobody = (text: string): Secret => ({ text, owner: null });
  const secrets = new Map<string, Secret>([
    ['the password of the users', nobody(PASSWORD)],
    ['the password of the registry line', nobody(VPN.password)],
    ['the password of the registry office', nobody(MINISTRY.password)],
  ]);
  for (const [index, { plant }] of plants.entries())
    for (const [at, hash] of (await readPlantSecrets(plant.pool)).entries())
      secrets.set(`password hash ${index}.${at}`, nobody(hash));
  for (const caller of callers)
    if (caller.kind !== 'plant-signature')
      for (const [header, value] of Object.entries(caller.credential(NO_REQUEST)))
        if (['authorization', 'x-api-key', 'cookie'].includes(header))
          secrets.set(`credential of ${caller.name}`, {
            text: value.replace('Bearer ', ''),
            owner: caller.subject,
          });
  return secrets;
}

async function startRegistry() {
  const app = buildRegistryApp({
    ...{ vpn: VPN, ministry: MINISTRY, log: silentLog, now: () => new Date(NOW), demo: false },
    records: { vehicle: () => null, findPlates: () => [], lookUp: () => null },
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const base = { server: 'registry', subject: null } as const;
  const callers = [
    createHeaderCaller({ ...base, name: 'registry nobody', kind: 'none' }, {}),
    createHeaderCaller(
      { ...base, name: 'registry client', kind: 'registry-client' },
      {
        [REGISTRY_HEADERS.vpnUser]: VPN.user,
        [REGISTRY_HEADERS.vpnPassword]: VPN.password,
        [REGISTRY_HEADERS.ministryUser]: MINISTRY.user,
        [REGISTRY_HEADERS.ministryPassword]: MINISTRY.password,
      },
    ),
  ];
  return {
    origin,
    callers,
    async close() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
