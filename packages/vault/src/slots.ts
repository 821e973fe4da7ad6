import { IV_BYTES, sealWithIv, unseal } from './aead.ts';
import { type Bytes, randomBytes, toBase64Url } from './bytes.ts';
import { importAesKey } from './keys.ts';
import { type KeySlot, type SlotId, decodeSlot } from './vault-file.ts';

const slotAad = (userUuid: string, id: SlotId): string => `varco/vault/1/key/${userUuid}/${id}`;

/** Seals the data key under a slot key (security 5). @param iv only for the published test vector; otherwise random */
export async function sealSlot(
  userUuid: string,
  id: SlotId,
  slotKey: Bytes,
  dek: Bytes,
  iv: Bytes = randomBytes(IV_BYTES),
): Promise<KeySlot> {
  const sealed = await sealWithIv(await importAesKey(slotKey), iv, dek, slotAad(userUuid, id));
  return { id, iv: toBase64Url(sealed.iv), ct: toBase64Url(sealed.ct) };
}

/** The 32 bytes of the data key, or null when slot key, user or slot id differ from those used for sealing. */
export async function openSlot(userUuid: string, slot: KeySlot, slotKey: Bytes): Promise<Bytes | null> {
  const sealed = decodeSlot(slot);
  if (sealed === null) return null;
  return unseal(await importAesKey(slotKey), sealed, slotAad(userUuid, slot.id));
}
