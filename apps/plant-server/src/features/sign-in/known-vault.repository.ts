import type { Runner } from '../../database/sql-statement.ts';

/** Days after its last use at which a vault is forgotten. */
const UNUSED_DAYS = 90;

/** Whether the account signed in before with the vault of this proof. `userUuid` null: no such account, at the same cost. */
export async function isKnownVault(runner: Runner, userUuid: string | null, proof: string): Promise<boolean> {
  const rows = await runner.run({
    name: 'is-known-vault',
    text: 'select 1 from known_vault where user_uuid = $1 and proof = $2',
    values: [userUuid, proof],
  });
  return rows.length > 0;
}

/** Remembers a vault whose owner just proved the password. */
export async function rememberVault(runner: Runner, userUuid: string, proof: string, nowIso: string): Promise<void> {
  await runner.run({
    name: 'remember-vault',
    text: `insert into known_vault (user_uuid, proof, last_used_at) values ($1, $2, $3)
      on conflict (user_uuid, proof) do update set last_used_at = excluded.last_used_at`,
    values: [userUuid, proof, nowIso],
  });
}

/** Deletes vaults not used for 90 days. */
export async function forgetUnusedVaults(runner: Runner, nowIso: string): Promise<void> {
  const text = 'delete from known_vault where last_used_at < $1::timestamptz - make_interval(days => $2)';
  await runner.run({ text, values: [nowIso, UNUSED_DAYS] });
}
