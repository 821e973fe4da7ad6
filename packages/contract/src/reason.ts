import { z } from 'zod';
import { fromBase64Url, toBase64Url, toUtf8Bytes } from '@varco/domain/audit/audit-bytes.ts';
import { plainText } from './wire.ts';

/** Header sent with every consultation once the case bar is filled in (security, part 6). */
export const REASON_HEADER = 'x-varco-reason';

/** Limit of the decoded header; the header itself is a third longer. */
const MAX_REASON_BYTES = 2_048;
const MAX_REASON_HEADER_CHARACTERS = Math.ceil((MAX_REASON_BYTES * 4) / 3);

/** Default reasons of a plant; its administrator edits the list (decisions, "Reason of a consultation"). */
export const DEFAULT_REASON_CODES = [
  'judicial-police',
  'stolen-vehicle',
  'missing-person',
  'accident',
  'administrative-check',
  'own-system',
  'training',
] as const;

export const MIN_REASON_CHARACTERS = 10;

/** At least 10 characters, not all the same. Spaces are not counted. */
export function isMeaningfulReason(text: string): boolean {
  const characters = [...text.trim()];
  const different = new Set(characters.filter((character) => !/\s/u.test(character)));
  return characters.length >= MIN_REASON_CHARACTERS && different.size > 1;
}

/** Reason of a consultation: code of the plant's list, free text, case number. */
export const StatedReason = z.strictObject({
  code: z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/),
  text: plainText(1_000).refine(isMeaningfulReason, 'reason'),
  case: plainText(80)
    .transform((value) => (value.trim() === '' ? null : value.trim()))
    .nullable()
    .default(null),
});
export type StatedReason = z.output<typeof StatedReason>;

/** Header value: base64url of the JSON text. Throws above 2 KiB: the form limits the text before. */
export function encodeReason(reason: StatedReason): string {
  const bytes = toUtf8Bytes(JSON.stringify({ code: reason.code, text: reason.text, case: reason.case }));
  if (bytes.length > MAX_REASON_BYTES) throw new RangeError('reason over 2 KiB');
  return toBase64Url(bytes);
}

/** Decodes the header; null when it is not a valid reason. */
export function decodeReason(header: string): StatedReason | null {
  if (header.length > MAX_REASON_HEADER_CHARACTERS) return null;
  const bytes = fromBase64Url(header);
  if (bytes === null) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return StatedReason.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}

/** The plant's requirements for a reason; `codes` is its list. */
export interface ReasonPolicy {
  readonly requiresReason: boolean;
  readonly requiresCase: boolean;
  readonly codes: readonly string[];
  /** Reasons that need a case number although the plant does not ask one for all. */
  readonly caseCodes?: readonly string[];
}

/** Sub-codes of `reason_required`: what is missing. */
export type ReasonFault = 'reason_missing' | 'reason_invalid' | 'case_required';

/**
 * Checks a reason (already decoded; null: none) against the plant's policy; null: acceptable. Client and server use
 * the same rule.
 */
export function findReasonFault(reason: StatedReason | null, policy: ReasonPolicy): ReasonFault | null {
  if (reason === null) return policy.requiresReason || policy.requiresCase ? 'reason_missing' : null;
  if (!policy.codes.includes(reason.code)) return 'reason_invalid';
  const needsCase = policy.requiresCase || policy.caseCodes?.includes(reason.code) === true;
  return needsCase && reason.case === null ? 'case_required' : null;
}
