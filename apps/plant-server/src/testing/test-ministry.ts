import { createServer, type RequestListener, type Server } from 'node:http';
import { setFault, type RegistryFault } from '@varco/contract/registry/faults.ts';
import { listCharges, type RegistryLookUpRequest, type LookUpRecord } from '@varco/contract/registry/look-up.ts';
import { REGISTRY_HEADERS, type RegistryVehicleFacts } from '@varco/contract/registry/vehicle-status.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { createRateLimiter } from '@varco/server-kit/rate/rate-limiter.ts';
import { buildRegistryApp } from '../../../registry/src/app.ts';
import type { TestPlant } from './test-plant.ts';
import type { Ministry } from '../features/ministry/ministry.public.ts';
import { createOutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { createMinistryGateway, type RegistrySettings } from '../features/ministry/guarded-ministry.ts';

export const VPN = { user: 'line-7', password: 'a line password' };
export const MINISTRY = { user: 'office-3', password: 'an office password' };

const ACCESS_HEADERS = {
  [REGISTRY_HEADERS.vpnUser]: VPN.user,
  [REGISTRY_HEADERS.vpnPassword]: VPN.password,
  [REGISTRY_HEADERS.ministryUser]: MINISTRY.user,
  [REGISTRY_HEADERS.ministryPassword]: MINISTRY.password,
};

/** A car with valid papers: insured with grace to 2026-12-15, inspected to 2027-05-31. */
export const VALID_CAR: RegistryVehicleFacts = {
  class: 'car',
  brand: 'FIAT',
  model: 'Tipo',
  colour: 'grey',
  euro: 6,
  first_registration: '2021-03-04',
  insurance: { company: 'C', policy: '1/2', from: '2025-12-01', to: '2026-11-30', grace_until: '2026-12-15' },
  inspection: { last: '2025-05-31', next: '2027-05-31' },
  stolen_since: null,
  list_a1: false,
  list_c: true,
};

export interface TestRegistry {
  readonly url: string;
  /** Plates that were requested, in order. */
  readonly requestedPlates: string[];
  /** Known vehicles by plate, and plates by owner. */
  readonly vehicles: Map<string, RegistryVehicleFacts>;
  readonly owners: Map<string, readonly string[]>;
  /** Register entries by requested key, for every kind of request. */
  readonly entries: Map<string, LookUpRecord>;
  /** Look-ups requested, in order. */
  readonly lookedUp: RegistryLookUpRequest[];
  /** Charges so far. */
  charges(): Promise<{ readonly count: number; readonly cents: number }>;
  fault(fault: RegistryFault, calls?: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts the real registry server. The fault `slow` takes 300 ms. */
export async function startTestRegistry(now: () => Date): Promise<TestRegistry> {
  const requested: string[] = [];
  const known = new Map<string, RegistryVehicleFacts>();
  const owners = new Map<string, readonly string[]>();
  const entries = new Map<string, LookUpRecord>();
  const lookedUp: RegistryLookUpRequest[] = [];
  const records = {
    vehicle: (plate: string): RegistryVehicleFacts | null => {
      requested.push(plate);
      return known.get(plate) ?? null;
    },
    findPlates: (owner: string): readonly string[] => owners.get(owner) ?? [],
    lookUp: (question: RegistryLookUpRequest): LookUpRecord | null => {
      lookedUp.push(question);
      return entries.get(question.key.value) ?? null;
    },
  };
  const app = buildRegistryApp({ vpn: VPN, ministry: MINISTRY, log: silentLog, now, demo: true, slowMs: 300, records });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    requestedPlates: requested,
    vehicles: known,
    owners,
    entries,
    lookedUp,
    async charges() {
      const { body } = await injectJson(app, listCharges, {}, { headers: ACCESS_HEADERS });
      return listCharges.response.parse(body);
    },
    async fault(fault, calls) {
      await injectJson(app, setFault, { body: { fault, ...(calls === undefined ? {} : { calls }) } });
    },
    close: () => app.close(),
  };
}

/** Creates a ministry gateway with the product's rate limiter. */
export async function createTestGateway(
  plant: TestPlant,
  { budgetPerMinute = 10_000, ...settings }: Partial<RegistrySettings> & { readonly budgetPerMinute?: number },
): Promise<Ministry> {
  const { store, now, key } = plant.deps;
  const opened = await createMinistryGateway(
    { url: '', vpn: VPN, ministry: MINISTRY, timeoutMs: 2000, ...settings },
    {
      outbound: createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] }),
      runner: store.runner,
      rates: createRateLimiter({ pool: plant.pool, secret: key.subKey('rate-counter') }),
      now,
      readBudget: () => budgetPerMinute,
      fingerprint: (text) => key.mac('registry-access', text),
    },
  );
  if (opened === null) throw new Error('no address');
  // Its accounts do not change.
  return Object.assign(opened, { refresh: async () => {} });
}

/** Starts an HTTP server that responds as the test specifies. */
export async function startFaultyServer(answer: RequestListener): Promise<{ url: string; close: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    request.resume();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Forgets reads, checks and what the registry was asked between two tests. */
export async function resetChecks(plant: TestPlant, registry: TestRegistry): Promise<void> {
  const owner = createPool({ url: plant.ownerUrl, applicationName: 'checks test owner', max: 1 });
  await owner.query('truncate transit, plate_dict, plate_day, gate_hour, plate_check, registry_access, rate_counter');
  await owner.end();
  registry.requestedPlates.length = 0;
  registry.vehicles.clear();
  await registry.fault('none');
}
