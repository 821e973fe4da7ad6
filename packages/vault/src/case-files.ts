import { seal, unseal } from './aead.ts';
import { type Bytes, fromBase64Url, fromUtf8, toBase64Url, utf8 } from './bytes.ts';
import { type AesKey, hkdf, importAesKey } from './keys.ts';

/** The case files of one person (saved searches, followed plates) as the portal stores them: it cannot read them. */

const deriveKey = async (exportKey: Bytes): Promise<AesKey> =>
  importAesKey(await hkdf(exportKey, 'varco/case-files/v1'));
const buildAad = (userUuid: string, rev: number): string => `varco/case-files/1/${userUuid}/${rev}`;

/** Seals a text as revision `rev` of the person's case files. */
export async function sealCaseFiles(exportKey: Bytes, userUuid: string, rev: number, text: string): Promise<string> {
  const { iv, ct } = await seal(await deriveKey(exportKey), utf8(text), buildAad(userUuid, rev));
  return `v1:${toBase64Url(iv)}:${toBase64Url(ct)}`;
}

/** The text of exactly this revision; null when it was sealed with another key, for another person, or changed. */
export async function openCaseFiles(
  exportKey: Bytes,
  userUuid: string,
  rev: number,
  sealed: string,
): Promise<string | null> {
  const [version, ivText = '', ctText = ''] = sealed.split(':');
  const [iv, ct] = [fromBase64Url(ivText), fromBase64Url(ctText)];
  if (version !== 'v1' || iv === null || ct === null) return null;
  const plain = await unseal(await deriveKey(exportKey), { iv, ct }, buildAad(userUuid, rev));
  return plain === null ? null : fromUtf8(plain);
}
