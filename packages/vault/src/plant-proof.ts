import { type Bytes, toBase64Url } from './bytes.ts';
import { hkdf } from './keys.ts';

/**
 * Proves to one plant that the caller has opened the vault from which this account signed in before: 43 characters of base64url.
 * It opens nothing, and another plant or account gets another one (docs/vault-format.md).
 * @param origin of the plant's address, such as `https://borgo.example`
 */
export async function derivePlantProof(exportKey: Bytes, origin: string, username: string): Promise<string> {
  return toBase64Url(await hkdf(exportKey, `varco/plant-proof/v1/${origin}/${username}`));
}
