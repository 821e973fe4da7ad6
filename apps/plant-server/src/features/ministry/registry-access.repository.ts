import type { Runner } from '../../database/sql-statement.ts';
import type { CredentialScope } from './registry-client.ts';

/** State of a pair of credentials: who refused them and how often. */
export interface RegistryAccess {
  readonly fingerprint: string;
  readonly refusedBy: CredentialScope | '';
  readonly vpnErrors: number;
  readonly ministryErrors: number;
}

/** The stored state of these credentials; a clean state for unknown ones. */
export async function readRegistryAccess(runner: Runner, fingerprint: string): Promise<RegistryAccess> {
  const [row] = await runner.run<{ refused_by: CredentialScope | ''; vpn_errors: number; ministry_errors: number }>({
    text: 'select refused_by, vpn_errors, ministry_errors from registry_access where fingerprint = $1',
    values: [fingerprint],
  });
  return {
    fingerprint,
    refusedBy: row?.refused_by ?? '',
    vpnErrors: row?.vpn_errors ?? 0,
    ministryErrors: row?.ministry_errors ?? 0,
  };
}

/** Stores the state, replacing that of other credentials. Durable when it resolves. */
export async function storeRegistryAccess(runner: Runner, access: RegistryAccess): Promise<void> {
  await runner.run({
    text: `insert into registry_access (fingerprint, refused_by, vpn_errors, ministry_errors) values ($1, $2, $3, $4)
      on conflict (one) do update set fingerprint = excluded.fingerprint, refused_by = excluded.refused_by,
        vpn_errors = excluded.vpn_errors, ministry_errors = excluded.ministry_errors`,
    values: [access.fingerprint, access.refusedBy, access.vpnErrors, access.ministryErrors],
  });
}
