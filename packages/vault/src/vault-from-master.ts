import { type Bytes, randomBytes } from './bytes.ts';
import type { Credential, VaultItem } from './item.ts';
import type { KdfBlock } from './kdf.ts';
import { type SealedVault, createRecoveryKey, sealWholeVault } from './reseal-vault.ts';
import { type VaultResult, success, failureResult } from './result.ts';
import { isCredentialId, isUserUuid } from './vault-file.ts';

export interface NewCredential extends Partial<Credential> {
  /** Credential id (letters, digits, `_`, `-`); generated when absent. */
  readonly id?: string;
  readonly url: string;
}

export interface NewVault extends SealedVault {
  /** Shown to the user once, stored nowhere. */
  readonly recoveryKey: string;
}

/** First vault of an account, from an already derived master key. Errors: `malformed` (uuid, ids), `weak_kdf`, `too_large`. */
export async function createVaultFromMaster(options: {
  readonly userUuid: string;
  readonly kdf: KdfBlock;
  readonly master: Bytes;
  readonly credentials: readonly NewCredential[];
  /** Revision to be stored as: 1, or one more than that of an abandoned vault that nobody can open. */
  readonly rev?: number;
}): Promise<VaultResult<NewVault>> {
  const { userUuid, kdf, master } = options;
  if (!isUserUuid(userUuid)) return failureResult('malformed');
  const items = new Map<string, VaultItem>();
  for (const credential of options.credentials) {
    const id = credential.id ?? crypto.randomUUID();
    if (!isCredentialId(id) || items.has(id)) return failureResult('malformed');
    items.set(id, withDefaults(credential));
  }
  const { recoveryKey, slotKey: recovery } = await createRecoveryKey();
  const exportKey = randomBytes(32);
  const sealed = await sealWholeVault({ userUuid, rev: options.rev ?? 1, kdf, master, recovery, exportKey, items });
  return sealed.ok ? success({ ...sealed.value, recoveryKey }) : sealed;
}

function withDefaults(credential: NewCredential): VaultItem {
  return {
    url: credential.url,
    label: credential.label ?? credential.url,
    username: credential.username ?? '',
    password: credential.password ?? '',
    enabled: credential.enabled ?? true,
    uuid: credential.uuid ?? null,
    pin: credential.pin ?? null,
    rev: 1,
  };
}
