import type { PortalUser } from '@varco/contract/portal/user.ts';
import type { KdfBlock, VaultBlob } from '@varco/contract/vault.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PortalViewer } from '../../auth/portal-viewer.ts';
import type { Tx } from '../../db.ts';
import type { PortalDeps } from '../../deps.ts';
import { queueMail } from '../../mail/outbox.repository.ts';
import { checkDerivation, checkProof, invalidFieldError } from '../account/login-proof-checks.ts';
import { findPeersOfUser } from '../peer/peer.repository.ts';
import { toPeerInfo } from '../peer/peer.view.ts';
import { revokeOtherSessions } from '../session/session.repository.ts';
import * as queries from './user.repository.ts';
import { toPortalUser } from './user.view.ts';

type ReadDeps = Pick<PortalDeps, 'pool' | 'settings'>;

/** The account in its wire form; throws `not_found`. */
export async function readUser(deps: ReadDeps, id: number, isOwner: boolean, now: string): Promise<PortalUser> {
  const [row, found] = await Promise.all([queries.findUserRecord(deps.pool, id), findPeersOfUser(deps.pool, id)]);
  if (row === undefined) throw new AppError('not_found');
  const peers = found.map((peer) => toPeerInfo(peer, now));
  return toPortalUser(row, { peers, settings: deps.settings.current(), isOwner });
}

export interface UserChange {
  readonly fullname?: string | undefined;
  readonly mobile?: string | undefined;
  readonly telephone?: string | undefined;
  readonly password?: string | undefined;
  readonly old_password?: string | undefined;
  readonly peer_creds?: VaultBlob | undefined;
  readonly first_steps?: false | undefined;
}

/** What a change needs besides the body. */
export interface ChangeContext {
  readonly viewer: PortalViewer;
  readonly now: string;
  /** Writes the audit entry inside the transaction, so that no change goes unrecorded. */
  readonly record: (facts: { readonly endedSessions: number }) => Promise<void>;
}

/**
 * Changes the viewer's own record in one transaction. A new password requires the old proof and the re-sealed vault,
 * and ends all other sessions. Throws `pass_change_required`, `bad_request`, `bad_credentials`,
 * `conflict`/`vault_rev`.
 */
export async function changeUser(
  deps: Pick<PortalDeps, 'db' | 'hasher'>,
  change: UserChange,
  context: ChangeContext,
): Promise<void> {
  const { viewer, now } = context;
  const isPasswordChange = change.password !== undefined;
  // A provisioned account becomes personal only through the first access: with a name and a verified e-mail (readings
  // B-03).
  if (viewer.isFirstAccess || (viewer.mustChange && !isPasswordChange)) throw new AppError('pass_change_required');
  const proofHash = isPasswordChange ? await deps.hasher.hash(checkNewProof(change)) : null;
  await deps.db.transaction().execute(async (tx) => {
    const stored = await queries.lockUser(tx, viewer.userId);
    if (stored === undefined) throw new AppError('not_found');
    let endedSessions = 0;
    if (proofHash !== null) {
      if (!(await deps.hasher.verify(stored.user.proof_hash, change.old_password ?? '')))
        throw new AppError('bad_credentials');
      endedSessions = await storePassword(tx, context, proofHash, requireVault(change).kdf);
    }
    if (change.peer_creds !== undefined) await storeVault(tx, stored, change.peer_creds, { isPasswordChange, now });
    await queries.updateProfile(tx, viewer.userId, toProfileChange(change), now);
    await context.record({ endedSessions });
  });
}

function checkNewProof(change: UserChange): string {
  const { password = '', old_password: old } = change;
  // P 5: the new password must differ. Two proofs of one password differ by salt, so the browser, which knows both
  // passwords, makes that check.
  checkProof(password);
  if (password === old) throw invalidFieldError('body/password');
  if (old === undefined) throw invalidFieldError('body/old_password');
  requireVault(change);
  return password;
}

/** The vault key depends on the password: a new password without the re-sealed vault would lock its owner out. */
function requireVault(change: UserChange): VaultBlob {
  if (change.peer_creds === undefined) throw invalidFieldError('body/peer_creds');
  return change.peer_creds;
}

async function storePassword(
  tx: Tx,
  { viewer, now }: ChangeContext,
  proofHash: string,
  kdf: KdfBlock,
): Promise<number> {
  checkDerivation(kdf, 'body/peer_creds/kdf');
  await queries.savePassword(tx, viewer.userId, { proofHash, kdf }, now);
  await queueMail(tx, { kind: 'password_changed', to: { userId: viewer.userId } }, now);
  return revokeOtherSessions(tx, {
    userId: viewer.userId,
    exceptId: viewer.sessionId,
    reason: 'password_changed',
    now,
  });
}

type StoredUser = NonNullable<Awaited<ReturnType<typeof queries.lockUser>>>;

async function storeVault(
  tx: Tx,
  stored: StoredUser,
  vault: VaultBlob,
  how: { isPasswordChange: boolean; now: string },
): Promise<void> {
  if (vault.rev !== stored.rev + 1) throw new AppError('conflict', { sub: 'vault_rev', data: { rev: stored.rev } });
  // Another key derivation than the account's own would lock the owner out at the next sign-in.
  if (!how.isPasswordChange && !isSameKdf(vault.kdf, stored.user.kdf)) throw invalidFieldError('body/peer_creds/kdf');
  await queries.saveVault(tx, stored.user.id, vault, how.now);
}

const isSameKdf = (a: KdfBlock, b: KdfBlock): boolean =>
  a.alg === b.alg && a.v === b.v && a.m === b.m && a.t === b.t && a.p === b.p && a.salt === b.salt;

const toProfileChange = ({ fullname, mobile, telephone, first_steps }: UserChange): queries.ProfileChange => ({
  ...(fullname === undefined ? {} : { full_name: fullname }),
  ...(mobile === undefined ? {} : { mobile }),
  ...(telephone === undefined ? {} : { telephone }),
  ...(first_steps === undefined ? {} : { shows_first_steps: first_steps }),
});
