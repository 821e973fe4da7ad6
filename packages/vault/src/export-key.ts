import { type Bytes, toBase64Url } from './bytes.ts';
import { hkdf } from './keys.ts';

/** Value of `X-Export-Key` and of the `ts_export_key` cookie: proves the owner, opens nothing (security 3). */
export async function exportDownloadKey(exportKey: Bytes): Promise<string> {
  return toBase64Url(await hkdf(exportKey, 'varco/export/download/v1'));
}

/** Password of the ZIP of one export. */
export async function exportZipPassword(exportKey: Bytes, guid: string): Promise<string> {
  return toBase64Url(await hkdf(exportKey, `varco/export/zip/v1/${guid}`));
}
