import { setTimeout as wait } from 'node:timers/promises';
import { setFault, type RegistryFault } from '@varco/contract/registry/faults.ts';
import { REGISTRY_API } from '@varco/contract/registry-api.ts';
import { registryHealth } from '@varco/contract/registry/health.ts';
import { ownerVehicles } from '@varco/contract/registry/owner-vehicles.ts';
import { vehicleStatus } from '@varco/contract/registry/vehicle-status.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { createServerApp } from '@varco/server-kit/http/create-app.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { Authenticator } from '@varco/server-kit/http/server-app.ts';
import type { Viewer } from '@varco/server-kit/http/viewer.ts';
import { installDocs } from '@varco/server-kit/openapi/docs-page.ts';
import { buildOpenApiDocument } from '@varco/server-kit/openapi/openapi-document.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import { openChargeLedger, type ChargeLedger } from './charge-ledger.ts';
import { createCredentialService, type Account, type CredentialService } from './credentials.ts';
import { formatRomeDay } from './day-in-rome.ts';
import { createFaultSwitch, type FaultSwitch } from './fault-switch.ts';
import { lookUpRoutes } from './look-ups.ts';
import { installResponseDamage } from './damaged-responses.ts';
import type { RegistryRecords } from './record-source.ts';
import type { RegistryApp } from './registry-app.ts';

export interface RegistryDeps {
  readonly vpn: Account;
  readonly ministry: Account;
  readonly records: RegistryRecords;
  readonly log: Log;
  readonly now: () => Date;
  /** Enables the fault switch. */
  readonly demo: boolean;
  /** Duration of the fault `slow`; tests shorten it. */
  readonly slowMs?: number;
  /** Ledger of charges; absent: kept in memory only. */
  readonly ledger?: ChargeLedger;
}

/**
 * Simulated ministry registry: its own HTTP API, invented records, faults on demand. Its only state is locked
 * accounts and charges.
 */
export function buildRegistryApp(deps: RegistryDeps): RegistryApp {
  const service = createCredentialService(deps.vpn, deps.ministry);
  const faults = createFaultSwitch();
  const app = createServerApp<{ 'registry-client': Viewer }>({
    log: deps.log,
    now: deps.now,
    auditSink: null,
    allowedOrigins: null,
    demo: deps.demo,
    authenticators: { 'registry-client': createClientAuthenticator(service, deps.now) },
  });
  installResponseDamage(app);
  implement(app, registryHealth, () => ({ status: 'ok' as const }));
  implementLookUps(app, deps, faults);
  if (deps.demo) {
    implementFaults(app, faults, service);
    installDocs(app, () => buildOpenApiDocument({ title: 'Varco registry stand-in', version: '1' }, REGISTRY_API));
  }
  return app;
}

const createClientAuthenticator = (
  service: CredentialService,
  now: () => Date,
): Authenticator<Viewer, 'registry-client'> => ({
  async authenticate(request) {
    const name = service.authenticate(request.headers, now().getTime());
    return { actor: { kind: 'system', id: null, name, group: null, level: null, session: null } };
  },
  authorize: () => null,
});

function implementLookUps(app: RegistryApp, deps: RegistryDeps, faults: FaultSwitch): void {
  const { vehicle, findPlates } = deps.records;
  implement(app, vehicleStatus, async ({ body }, ctx) => {
    await applyFault(deps, faults, ctx);
    const checkedAt = ctx.now();
    return { plate: body.plate, vehicle: vehicle(body.plate, formatRomeDay(checkedAt)), checked_at: checkedAt };
  });
  implement(app, ownerVehicles, async ({ body }, ctx) => {
    await applyFault(deps, faults, ctx);
    const checkedAt = ctx.now();
    return { owner: body.owner, plates: [...findPlates(body.owner, formatRomeDay(checkedAt))], checked_at: checkedAt };
  });
  lookUpRoutes(app, {
    records: deps.records,
    book: deps.ledger ?? openChargeLedger(''),
    applyFault: (ctx) => {
      const fault = faults.next();
      throwRefusal(fault);
      return () => corruptResponse(deps, fault, ctx);
    },
  });
}

/** Applies the active fault; returns when the call is to be answered normally. */
async function applyFault(deps: RegistryDeps, faults: FaultSwitch, ctx: CallContext<Viewer>): Promise<void> {
  const fault = faults.next();
  throwRefusal(fault);
  await corruptResponse(deps, fault, ctx);
}

/** Faults of a service that refuses before any look-up. */
function throwRefusal(fault: RegistryFault): void {
  if (fault === 'congested') throw new AppError('unavailable', { sub: 'congested', retryAfterS: 30 });
  if (fault === 'maintenance') throw new AppError('unavailable', { sub: 'maintenance', retryAfterS: 3600 });
  if (fault === 'refuse') throw new AppError('bad_credentials', { sub: 'ministry' });
}

/** Faults after the look-up: the result exists and was charged, but the response is damaged. */
async function corruptResponse(deps: RegistryDeps, fault: RegistryFault, ctx: CallContext<Viewer>): Promise<void> {
  if (fault === 'slow') await wait(deps.slowMs ?? 6000, undefined, { signal: ctx.signal });
  if (fault === 'half_answer' || fault === 'nonsense') ctx.request.spoil = fault;
}

function implementFaults(app: RegistryApp, faults: FaultSwitch, service: CredentialService): void {
  implement(app, setFault, ({ body }) => {
    faults.set(body.fault, body.calls ?? null);
    if (body.unlock === true) service.unlock();
    return faults.state();
  });
}
