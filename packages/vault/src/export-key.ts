import { seal, unseal } from './aead.ts';
import { type Bytes, fromBase64Url, fromUtf8, toBase64Url, utf8 } from './bytes.ts';
import { hkdf, importAesKey } from './keys.ts';

/** Value of `X-Export-Key` and of the `ts_export_key` cookie: proves ownership but decrypts nothing (security 3). */
export async function deriveDownloadKey(exportKey: Bytes): Promise<string> {
  return toBase64Url(await hkdf(exportKey, 'varco/export/download/v1'));
}

/** Password of the ZIP of one export. */
export async function deriveZipPassword(exportKey: Bytes, guid: string): Promise<string> {
  return toBase64Url(await hkdf(exportKey, `varco/export/zip/v1/${guid}`));
}

const buildPinContext = (guid: string): string => `varco/export/pin/1/${guid}`;
const derivePinSealKey = async (exportKey: Bytes, guid: string) =>
  importAesKey(await hkdf(exportKey, `varco/export/pin/v1/${guid}`));

/** PIN of a direct export in the form the portal may store: only the owner's key opens it. */
export async function sealExportPin(exportKey: Bytes, guid: string, pin: string): Promise<string> {
  const { iv, ct } = await seal(await derivePinSealKey(exportKey, guid), utf8(pin), buildPinContext(guid));
  return `v1:${toBase64Url(iv)}:${toBase64Url(ct)}`;
}

/** The PIN, or null when it was sealed with another key, for another export, or changed. */
export async function openExportPin(exportKey: Bytes, guid: string, sealed: string): Promise<string | null> {
  const [version, ivText = '', ctText = ''] = sealed.split(':');
  const [iv, ct] = [fromBase64Url(ivText), fromBase64Url(ctText)];
  if (version !== 'v1' || iv === null || ct === null) return null;
  const plain = await unseal(await derivePinSealKey(exportKey, guid), { iv, ct }, buildPinContext(guid));
  return plain === null ? null : fromUtf8(plain);
}
