import type { RegistryAccount } from '../../settings/registry-account.repository.ts';
import { createMinistryGateway, type MinistryDeps } from './guarded-ministry.ts';
import type { GatewayState, MinistryGateway } from './ministry-gateway.ts';

const NOT_CONNECTED: GatewayState = { ministry: -99, vpn: -99, ministryErrors: 0, vpnErrors: 0 };

/** The gateway of a plant that makes no checks. */
const ABSENT: MinistryGateway = {
  isConfigured: () => false,
  vehicleStatus: async () => ({ kind: 'no-service' }),
  vehiclesOfOwner: async () => ({ kind: 'missing' }),
  lookUp: async () => ({ kind: 'not-asked', why: 'unreachable' }),
  confirmAccess: async () => undefined,
  getState: () => NOT_CONNECTED,
};

/** The access to the ministry with the accounts in force. */
export interface Ministry extends MinistryGateway {
  /** Reads the accounts again; the process that changes them calls it, others follow within seconds. */
  refresh(): Promise<void>;
}

interface SwitchDeps extends MinistryDeps {
  readonly readAccount: () => Promise<RegistryAccount>;
  readonly timeoutMs: number;
}

/**
 * Opens the access to the ministry. Other accounts get a gateway of their own, so that refusals of the earlier ones do not
 * count against them; calls already sent end with the accounts they began with.
 */
export async function openMinistry({ readAccount, timeoutMs, ...needs }: SwitchDeps): Promise<Ministry> {
  const created = { account: '', gateway: ABSENT };
  const refresh = async (): Promise<void> => {
    const account = await readAccount();
    const text = JSON.stringify(account);
    if (text === created.account) return;
    created.gateway = (await createMinistryGateway({ ...account, timeoutMs }, needs)) ?? ABSENT;
    created.account = text;
  };
  await refresh();
  return {
    refresh,
    isConfigured: () => created.gateway.isConfigured(),
    vehicleStatus: (plate, signal) => created.gateway.vehicleStatus(plate, signal),
    vehiclesOfOwner: (owner, signal) => created.gateway.vehiclesOfOwner(owner, signal),
    lookUp: (order) => created.gateway.lookUp(order),
    confirmAccess: () => created.gateway.confirmAccess(),
    getState: () => created.gateway.getState(),
  };
}
