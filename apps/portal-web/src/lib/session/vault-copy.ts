import { parsePlantAddress } from '@varco/domain/plants/plant-address.ts';
import type { VaultChange } from '@varco/vault/edit-vault.ts';
import type { VaultItem } from '@varco/vault/item.ts';
import { type OpenVault, openVault } from '@varco/vault/open-vault.ts';
import { type VaultResult, success, failureResult } from '@varco/vault/result.ts';
import { parseVaultFile, VAULT_LIMITS } from '@varco/vault/vault-file.ts';
import { currentSession } from './session-store.ts';
import { saveCredentials } from './save-credentials.ts';
import { openDataKey, type VaultOpener } from './unlock-vault.ts';
import { useVault } from './vault-store.ts';

/** Identifies the file format; versioned separately, because a copy may be read years later. */
const FORMAT_MARK = 'varco-vault-copy/1';
const FRAME_BYTES = 1024;

/** Text of a copy of the opened vault, sealed like on the portal. Null when no vault is open. */
export function exportVaultCopy(): string | null {
  const { vault } = useVault.getState();
  if (vault === null) return null;
  return `${JSON.stringify({ type: FORMAT_MARK, user: vault.userUuid, vault: vault.file }, null, 1)}\n`;
}

/**
 * Imports the credentials of a copy into the opened vault and saves it (security 5). Credentials of known plants are
 * replaced, others are added, none is removed. The copy must be complete and belong to this user, otherwise nothing
 * changes. Returns the number of imported credentials.
 * Errors: `malformed`, `weak_kdf`, `foreign`, `wrong_password`, `wrong_recovery_key`, `damaged`, `read_only`,
 * `missing_keys`, `too_large`.
 * @throws ApiError
 */
export async function importVaultCopy(text: string, opener: VaultOpener): Promise<VaultResult<number>> {
  const { vault } = useVault.getState();
  const { user } = currentSession();
  if (vault === null || user === null) return failureResult('missing_keys');
  if (vault.isReadOnly) return failureResult('read_only');
  const copied = await openCopy(text, user.uuid, opener);
  if (!copied.ok) return copied;
  const changes = [...copied.value.items].map(([id, item]): VaultChange => [findCredentialId(vault, id, item), item]);
  if (changes.length === 0) return success(0);
  const saved = await saveCredentials(changes);
  return saved.ok ? success(changes.length) : saved;
}

async function openCopy(text: string, userUuid: string, opener: VaultOpener): Promise<VaultResult<OpenVault>> {
  const raw = text.length > VAULT_LIMITS.bytes + FRAME_BYTES ? null : readJson(text);
  if (typeof raw !== 'object' || raw === null) return failureResult('malformed');
  const { type, user, vault }: Record<string, unknown> = { ...raw };
  if (type !== FORMAT_MARK || typeof user !== 'string') return failureResult('malformed');
  const file = parseVaultFile(vault);
  if (!file.ok) return file;
  if (user !== userUuid) return failureResult('foreign');
  const dek = await openDataKey(file.value, userUuid, opener);
  if (!dek.ok) return dek;
  const opened = await openVault({ file: file.value, userUuid, dek: dek.value });
  return opened.ok && opened.value.isReadOnly ? failureResult('damaged') : opened;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Id of the vault's credential for this plant, else the id in the copy: each address has one credential. */
function findCredentialId(vault: OpenVault, id: string, { url }: VaultItem): string {
  if (vault.items.has(id)) return id;
  const address = getItemOrigin(url);
  return [...vault.items].find(([, item]) => address !== null && getItemOrigin(item.url) === address)?.[0] ?? id;
}

function getItemOrigin(url: string): string | null {
  const address = parsePlantAddress(url);
  return address.ok ? address.origin : null;
}
