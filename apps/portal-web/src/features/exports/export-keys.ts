import { EXPORT_KEY_HEADER } from '@varco/contract/portal/exports.ts';
import type { Bytes } from '@varco/vault/bytes.ts';
import { deriveDownloadKey } from '@varco/vault/export-key.ts';
import { useVault } from '../../lib/session/vault-store.ts';

/** The user's export key from the vault; null: the vault is locked. */
export const getExportKey = (): Bytes | null => useVault.getState().vault?.index?.exportKey ?? null;

/** PTAPI-05: headers that prove the owner of exports, sent in addition to the bearer token. */
export async function buildKeyHeaders(): Promise<Readonly<Record<string, string>>> {
  const key = getExportKey();
  return key === null ? {} : { [EXPORT_KEY_HEADER]: await deriveDownloadKey(key) };
}
