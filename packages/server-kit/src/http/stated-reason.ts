import { z } from 'zod';
import { plainText } from '@varco/contract/wire.ts';
import { AppError } from '../errors/app-error.ts';
import { parseStrictJson } from './strict-json.ts';

const MAX_HEADER_CHARS = 2_732;

const StatedReasonSchema = z.strictObject({
  code: z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/),
  text: plainText(1_000).default(''),
  case: plainText(80).nullable().default(null),
});
/** Why a person consults: code of a closed list of the plant, free text, number of the case. */
export type StatedReason = z.infer<typeof StatedReasonSchema>;

/**
 * Reads `X-Varco-Reason`: base64url of JSON `{code, text, case}`, at most 2 KiB (security rules, part 6).
 * Null when absent; throws `reason_required` / `reason_invalid` when it does not hold.
 */
export function readStatedReason(header: string | string[] | undefined): StatedReason | null {
  if (header === undefined || header === '') return null;
  const invalid = new AppError('reason_required', { sub: 'reason_invalid' });
  if (typeof header !== 'string' || header.length > MAX_HEADER_CHARS || !/^[A-Za-z0-9_-]+$/.test(header)) throw invalid;
  let value: unknown;
  try {
    value = parseStrictJson(Buffer.from(header, 'base64url'), 2);
  } catch {
    throw invalid;
  }
  const parsed = StatedReasonSchema.safeParse(value);
  if (!parsed.success) throw invalid;
  return parsed.data;
}
