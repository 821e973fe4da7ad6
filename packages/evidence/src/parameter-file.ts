import { fromBase64Url, fromUtf8, randomBytes, toBase64Url, utf8 } from '@varco/vault/bytes.ts';
import { seal, unseal } from '@varco/vault/aead.ts';
import { deriveMaster } from '@varco/vault/derive-master.ts';
import { createKdf } from '@varco/vault/kdf.ts';
import { type AesKey, importAesKey } from '@varco/vault/keys.ts';
import { z } from 'zod';

/**
 * The parameter file of a direct export (`.tsexp`): what the exporter requests from which plant, sealed under a PIN
 * that the portal shows. Written in the browser, opened by the exporter (ADR 0018). Its only credentials are
 * delegations, each valid for this export on one plant for two hours.
 */

const Key = z.object({ kid: z.string().max(60), x: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

const ParameterPeer = z.object({
  peer_number: z.int().min(1).max(500),
  /** Origin of the plant. */
  url: z.url().max(300),
  label: z.string().max(120),
  /** The plant's delegation for this export. */
  jwt: z.string().max(2048),
  /** Filter for this plant, exactly as in the request of the delegation. */
  filter: z.record(z.string(), z.unknown()),
  without_images: z.boolean(),
  with_context_images: z.boolean(),
  watermark_tag: z.string().max(80),
  /** Keys of the plant as known to the browser, with which the plant's signatures are verified. */
  keys: z.array(Key).max(4),
});

const Parameters = z.object({
  guid: z.uuid(),
  created_at: z.iso.datetime(),
  /** After this instant the plants refuse the requests. */
  expires_at: z.iso.datetime(),
  user: z.string().max(200),
  notes: z.string().max(500),
  /** Password of the ZIP to be written. */
  zip_password: z.string().min(16).max(128),
  peers: z.array(ParameterPeer).min(1).max(500),
});
export type ExportParameters = z.infer<typeof Parameters>;

const base64 = z.string().max(4_000_000);
const ParameterFile = z.object({
  format: z.literal('varco-tsexp'),
  v: z.literal(1),
  guid: z.uuid(),
  expires_at: z.iso.datetime(),
  kdf: z.unknown(),
  iv: base64,
  ct: base64,
});

/** Crockford base32: no I, L, O, U. */
const PIN_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PIN_CHARACTERS = 8;
export const PARAMETER_FILE_MAX_BYTES = 8 * 1024 * 1024;

/** A new PIN, 40 random bits. */
export const createPin = (): string =>
  [...randomBytes(PIN_CHARACTERS)].map((byte) => PIN_ALPHABET.charAt(byte & 31)).join('');

/** Normalises a typed PIN: case, spaces and dashes are ignored, O is read as 0, I and L as 1. Null: invalid. */
export function parsePin(text: string): string | null {
  const clean = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const isPin = clean.length === PIN_CHARACTERS && [...clean].every((character) => PIN_ALPHABET.includes(character));
  return isPin ? clean : null;
}

/** Guid and expiry are authenticated with the content, so that neither can be changed. */
const buildSealContext = (guid: string, expiresAt: string): string => `varco/tsexp/1/${guid}/${expiresAt}`;

async function derivePinKey(pin: string, kdf: unknown): Promise<AesKey | null> {
  const master = await deriveMaster(pin, kdf);
  if (!master.ok) return null;
  return importAesKey(master.value);
}

/** Text of the file. Takes about half a second of CPU time. */
export async function sealParameterFile(parameters: ExportParameters, pin: string): Promise<string> {
  const whole = Parameters.parse(parameters);
  const clean = parsePin(pin);
  const kdf = createKdf();
  const key = clean === null ? null : await derivePinKey(clean, kdf);
  if (key === null) throw new Error('not a PIN');
  const { guid, expires_at: expiresAt } = whole;
  const sealed = await seal(key, utf8(JSON.stringify(whole)), buildSealContext(guid, expiresAt));
  return JSON.stringify({
    format: 'varco-tsexp',
    v: 1,
    guid,
    expires_at: expiresAt,
    kdf,
    iv: toBase64Url(sealed.iv),
    ct: toBase64Url(sealed.ct),
  });
}

export type OpenedParameters =
  | { readonly ok: true; readonly parameters: ExportParameters }
  /**
   * `malformed`: not a parameter file; `wrong_pin`: wrong PIN or a changed file; `expired`: the plants would refuse
   * it.
   */
  | { readonly ok: false; readonly fault: 'malformed' | 'wrong_pin' | 'expired' };

const failure = (fault: 'malformed' | 'wrong_pin' | 'expired'): OpenedParameters => ({ ok: false, fault });

/** Opens a file with its PIN. `now`: ISO instant. */
export async function openParameterFile(text: string, pin: string, now: string): Promise<OpenedParameters> {
  const file =
    text.length > PARAMETER_FILE_MAX_BYTES ? null : (ParameterFile.safeParse(parseJsonText(text)).data ?? null);
  if (file === null) return failure('malformed');
  const clean = parsePin(pin);
  if (clean === null) return failure('wrong_pin');
  const [iv, ct] = [fromBase64Url(file.iv), fromBase64Url(file.ct)];
  const key = await derivePinKey(clean, file.kdf);
  if (iv === null || ct === null || key === null) return failure('malformed');
  const plain = await unseal(key, { iv, ct }, buildSealContext(file.guid, file.expires_at));
  if (plain === null) return failure('wrong_pin');
  const parameters = Parameters.safeParse(parseJsonText(fromUtf8(plain) ?? '')).data;
  if (parameters === undefined || parameters.guid !== file.guid) return failure('malformed');
  // Both are ISO in UTC, so comparing the texts compares the times.
  return parameters.expires_at <= now ? failure('expired') : { ok: true, parameters };
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
