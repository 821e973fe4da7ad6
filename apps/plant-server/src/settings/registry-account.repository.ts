import { z } from 'zod';
import type { ServerKey } from '../auth/server-key.ts';
import { findRow, type Runner } from '../database/sql-statement.ts';

/** An account of the VPN or of the ministry's service. */
export interface Account {
  readonly user: string;
  readonly password: string;
}

/** The registry this plant asks, with its accounts. */
export interface RegistryAccount {
  /** Origin; empty: this plant makes no checks. */
  readonly url: string;
  /** Null: not configured, or not readable with this server's secret. */
  readonly vpn: Account | null;
  readonly ministry: Account | null;
}

const SEAL_CONTEXT = 'registry-account';
const StoredRegistry = z.object({ url: z.string(), vpn_user: z.string(), ministry_user: z.string() });
const StoredPasswords = z.object({ vpn: z.string(), ministry: z.string() });

interface RegistryRow {
  readonly registry: unknown;
  readonly registry_sealed: Buffer | null;
}

/** The registry in force: what the plant set, else `initial`. */
export async function readRegistryAccount(
  runner: Runner,
  key: Pick<ServerKey, 'open'>,
  initial: RegistryAccount,
): Promise<RegistryAccount> {
  const row = await findRow<RegistryRow>(runner, {
    name: 'registry-account',
    text: 'select registry, registry_sealed from plant_settings',
    values: [],
  });
  const stored = StoredRegistry.safeParse(row?.registry);
  if (!stored.success) return initial;
  const { url, vpn_user: vpnUser, ministry_user: ministryUser } = stored.data;
  const passwords = openPasswords(key, row?.registry_sealed ?? null);
  if (passwords === null) return { url, vpn: null, ministry: null };
  return {
    url,
    vpn: { user: vpnUser, password: passwords.vpn },
    ministry: { user: ministryUser, password: passwords.ministry },
  };
}

/** The address of the registry in force, without its accounts; empty: none. For `varco doctor`, which has no secret. */
export async function readRegistryAddress(runner: Runner, initial: string): Promise<string> {
  const row = await findRow<{ registry: unknown }>(runner, {
    text: 'select registry from plant_settings',
    values: [],
  });
  const stored = StoredRegistry.safeParse(row?.registry);
  return stored.success ? stored.data.url : initial;
}

/** Null: sealed with the secret of another server, for instance after a database was moved without it. */
function openPasswords(key: Pick<ServerKey, 'open'>, sealed: Buffer | null): z.infer<typeof StoredPasswords> | null {
  if (sealed === null) return null;
  try {
    return StoredPasswords.parse(JSON.parse(key.open(SEAL_CONTEXT, sealed).toString()));
  } catch {
    return null;
  }
}

/** Stores the registry; its passwords sealed. */
export async function storeRegistryAccount(
  runner: Runner,
  key: Pick<ServerKey, 'seal'>,
  { url, vpn, ministry }: RegistryAccount,
): Promise<void> {
  const passwords = JSON.stringify({ vpn: vpn?.password ?? '', ministry: ministry?.password ?? '' });
  await runner.run({
    text: 'update plant_settings set registry = $1, registry_sealed = $2',
    values: [
      JSON.stringify({ url, vpn_user: vpn?.user ?? '', ministry_user: ministry?.user ?? '' }),
      key.seal(SEAL_CONTEXT, Buffer.from(passwords)),
    ],
  });
}
