import { EXPORT_KEY_HEADER } from '@varco/contract/portal/exports.ts';
import type { Bytes } from '@varco/vault/bytes.ts';
import { exportDownloadKey } from '@varco/vault/export-key.ts';
import { useVault } from '../../lib/session/vault-store.ts';

/** The person's export key, from the open vault; null: it is not open. */
export const exportKey = (): Bytes | null => useVault.getState().vault?.index?.exportKey ?? null;

/** PTAPI-05: beside the bearer token, every call about exports carries what proves their owner. */
export async function keyHeaders(): Promise<Readonly<Record<string, string>>> {
  const key = exportKey();
  return key === null ? {} : { [EXPORT_KEY_HEADER]: await exportDownloadKey(key) };
}
