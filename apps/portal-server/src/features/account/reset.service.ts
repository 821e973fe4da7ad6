import type { KdfBlock } from '@varco/contract/vault.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { RecoveryViewer } from '../../auth/portal-viewer.ts';
import type { PortalDeps } from '../../deps.ts';
import { queueMail } from '../../mail/outbox.repository.ts';
import { revokeOtherSessions } from '../session/session.repository.ts';
import { savePassword } from '../user/user.repository.ts';
import { consumeLink } from './account-link.repository.ts';
import { markVerified } from './account.repository.ts';
import { linkInvalidError } from './first-access.service.ts';
import { checkDerivation, checkProof } from './login-proof-checks.ts';

export interface NewSecret {
  readonly email: string;
  readonly password: string;
  readonly kdf: KdfBlock;
}

/**
 * Stores a new proof for the account of a mailed link (P 5, readings B-06). The vault stays under its own keys, every
 * session ends, and the person is notified by mail; the link of an invitation verifies the e-mail instead. Throws `bad_request`/`email_not_valid` when the address is not
 * the account's (the link stays valid), `invalid_token`/`link_invalid` when the link was used meanwhile.
 */
export async function resetSecret(
  deps: Pick<PortalDeps, 'db' | 'hasher'>,
  secret: NewSecret,
  context: { readonly viewer: RecoveryViewer; readonly now: string; readonly record: () => Promise<void> },
): Promise<void> {
  const { viewer, now } = context;
  if (secret.email.trim().toLowerCase() !== viewer.email.toLowerCase())
    throw new AppError('bad_request', { sub: 'email_not_valid', field: 'body/email' });
  checkProof(secret.password);
  checkDerivation(secret.kdf, 'body/kdf');
  const proofHash = await deps.hasher.hash(secret.password);
  await deps.db.transaction().execute(async (tx) => {
    const { userId, linkHash: hash, linkPurpose: purpose } = viewer;
    if (!(await consumeLink(tx, { hash, userId, purpose }, now))) throw linkInvalidError();
    await savePassword(tx, userId, { proofHash, kdf: secret.kdf }, now);
    await revokeOtherSessions(tx, { userId, exceptId: null, reason: 'password_reset', now });
    if (purpose === 'invite') await markVerified(tx, userId, now);
    else await queueMail(tx, { kind: 'password_changed', to: { userId } }, now);
    await context.record();
  });
}
