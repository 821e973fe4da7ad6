import { EXPORT_KEY_HEADER } from '@varco/contract/portal/exports.ts';
import type { Bytes } from '@varco/vault/bytes.ts';
import { exportDownloadKey } from '@varco/vault/export-key.ts';
import { useVault } from '../../lib/session/vault-store.ts';

/** The user's export key from the vault; null: the vault is locked. */
export const exportKey = (): Bytes | null => useVault.getState().vault?.index?.exportKey ?? null;

/** PTAPI-05: headers that prove the owner of exports, sent in addition to the bearer token. */
export async function keyHeaders(): Promise<Readonly<Record<string, string>>> {
  const key = exportKey();
  return key === null ? {} : { [EXPORT_KEY_HEADER]: await exportDownloadKey(key) };
}
