/**
 * What a plant signs with its Ed25519 key when it calls the portal (security rules, part 3). The call carries
 * `X-Varco-Plant` (uuid), `X-Varco-Time` (ISO 8601 UTC with milliseconds), `X-Varco-Nonce` (16 random bytes,
 * base64url) and `X-Varco-Signature` (base64url of the signature over the UTF-8 of this text). While the plant's key is
 * replaced it also carries `X-Varco-Former-Signature` by the former key, which its portals know until they join it again.
 */

export const PLANT_HEADERS = {
  plant: 'x-varco-plant',
  time: 'x-varco-time',
  nonce: 'x-varco-nonce',
  signature: 'x-varco-signature',
  formerSignature: 'x-varco-former-signature',
} as const;

/** A call is accepted this long before and after its time. */
export const PLANT_TIME_WINDOW_MS = 120_000;

export interface SignedPlantCall {
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  readonly plantUuid: string;
  readonly time: string;
  readonly nonce: string;
  /** base64url of the SHA-256 of the body bytes. */
  readonly bodySha256: string;
}

/** Canonical text of a call: the version first, then one member per line. */
export const buildPlantSignatureText = (call: SignedPlantCall): string =>
  [
    'varco-plant-call:v1',
    call.method.toUpperCase(),
    call.path,
    call.plantUuid,
    call.time,
    call.nonce,
    call.bodySha256,
  ].join('\n');
