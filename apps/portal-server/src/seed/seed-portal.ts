import type { KdfBlock, VaultBlob } from '@varco/contract/vault.ts';
import { argon2Hasher, type ProofHasher } from '../auth/proof-hasher.ts';
import type { ServerKey } from '../auth/server-key.ts';
import type { Db, Tx } from '../db.ts';
import { buildTotpContext } from '../features/sign-in/second-factor.service.ts';
import { buildPlantAddressKey } from '@varco/domain/plants/plant-address.ts';

/** A plant of the registry. `publicKey`: raw Ed25519 key, base64url; absent: its signed calls are refused. */
export interface SeedPeer {
  readonly uuid: string;
  readonly url: string;
  readonly label: string;
  readonly code: string;
  readonly publicKey?: string;
  readonly isVerified?: boolean;
  readonly licenseExpiration?: string;
}

/** An account. `proof`, `kdf` and `vault` were created by the browser's code for this `uuid`. */
export interface SeedUser {
  readonly uuid: string;
  readonly username: string;
  readonly email: string;
  readonly fullName: string;
  readonly proof: string;
  readonly kdf: KdfBlock;
  readonly vault?: VaultBlob;
  /** Uuids of the plants in the person's list. */
  readonly peers?: readonly string[];
  readonly isAdmin?: boolean;
  /** May read the portal's own log. */
  readonly readsAudit?: boolean;
  readonly isActive?: boolean;
  readonly isFirstAccess?: boolean;
  readonly mustChange?: boolean;
  readonly emailVerified?: boolean;
  /** Bytes of the second factor's secret. */
  readonly totpSecret?: Uint8Array;
  /** At most ten, as `NN-XXXX-XXXX-XXXX`, in order of NN. */
  readonly recoveryCodes?: readonly string[];
  readonly expiresAt?: string;
  readonly passwordExpiresAt?: string;
  readonly notes?: string;
  readonly mobile?: string;
  readonly telephone?: string;
}

export interface PortalSeed {
  readonly users: readonly SeedUser[];
  readonly peers: readonly SeedPeer[];
}

export interface SeedDeps {
  readonly db: Db;
  readonly key: ServerKey;
  /** Default: the real one. */
  readonly hasher?: ProofHasher;
}

/**
 * Fills a portal with plants and accounts in one transaction. Existing ones (same uuid) are not changed, so a second
 * run does nothing. Throws when a user refers to a plant that is not in the registry.
 */
export async function seedPortal(deps: SeedDeps, seed: PortalSeed): Promise<void> {
  const hasher = deps.hasher ?? argon2Hasher;
  await deps.db.transaction().execute(async (tx) => {
    for (const peer of seed.peers) await insertSeedPeer(tx, peer);
    for (const user of seed.users) await insertSeedUser(tx, { key: deps.key, hasher }, user);
  });
}

async function insertSeedPeer(tx: Tx, peer: SeedPeer): Promise<void> {
  await tx
    .insertInto('peer')
    .values({
      uuid: peer.uuid,
      url: peer.url,
      url_key: buildPlantAddressKey(peer.url),
      label: peer.label,
      code: peer.code,
      public_key: peer.publicKey === undefined ? null : Buffer.from(peer.publicKey, 'base64url'),
      is_verified: peer.isVerified ?? false,
      license_expiration: peer.licenseExpiration ?? null,
    })
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .execute();
}

type Secrets = Required<Pick<SeedDeps, 'key' | 'hasher'>>;

async function insertSeedUser(tx: Tx, secrets: Secrets, user: SeedUser): Promise<void> {
  const known = await tx.selectFrom('portal_user').where('uuid', '=', user.uuid).select('id').executeTakeFirst();
  if (known !== undefined) return;
  const has2fa = user.totpSecret !== undefined || user.recoveryCodes !== undefined;
  const { id } = await tx
    .insertInto('portal_user')
    .values({
      uuid: user.uuid,
      username: user.username,
      email: user.email,
      full_name: user.fullName,
      mobile: user.mobile ?? '',
      telephone: user.telephone ?? '',
      notes: user.notes ?? '',
      is_admin: user.isAdmin ?? false,
      is_active: user.isActive ?? true,
      is_first_access: user.isFirstAccess ?? false,
      must_change: user.mustChange ?? false,
      shows_first_steps: user.isFirstAccess ?? false,
      audit_read: user.readsAudit ?? false,
      email_verified: user.emailVerified ?? true,
      proof_hash: await secrets.hasher.hash(user.proof),
      kdf: JSON.stringify(user.kdf),
      enable_2fa: has2fa,
      totp_sealed:
        user.totpSecret === undefined ? null : secrets.key.seal(buildTotpContext(user.uuid), user.totpSecret),
      expires_at: user.expiresAt ?? null,
      password_expires_at: user.passwordExpiresAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertUserData(tx, secrets, id, user);
}

async function insertUserData(tx: Tx, { hasher }: Secrets, userId: number, user: SeedUser): Promise<void> {
  if (user.vault !== undefined)
    await tx
      .insertInto('vault')
      .values({ user_id: userId, rev: user.vault.rev, peer_creds: JSON.stringify(user.vault) })
      .execute();
  for (const uuid of user.peers ?? []) {
    const peer = await tx.selectFrom('peer').where('uuid', '=', uuid).select('id').executeTakeFirst();
    if (peer === undefined) throw new Error(`${user.username}: plant ${uuid} is not in the registry`);
    await tx.insertInto('user_peer').values({ user_id: userId, peer_id: peer.id }).execute();
  }
  for (const [index, code] of (user.recoveryCodes ?? []).entries())
    await tx
      .insertInto('recovery_code')
      .values({ user_id: userId, slot: index + 1, code_hash: await hasher.hash(code) })
      .execute();
}
