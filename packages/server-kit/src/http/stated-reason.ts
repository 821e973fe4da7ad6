import { decodeReason, type StatedReason } from '@varco/contract/reason.ts';
import { AppError } from '../errors/app-error.ts';

export type { StatedReason };

/**
 * Reads `X-Varco-Reason`: base64url of JSON `{code, text, case}`, at most 2 KiB (security rules, part 6). Null when
 * absent; throws `reason_required` / `reason_invalid` when it is invalid.
 */
export function readStatedReason(header: string | string[] | undefined): StatedReason | null {
  if (header === undefined || header === '') return null;
  const reason = typeof header === 'string' ? decodeReason(header) : null;
  if (reason === null) throw new AppError('reason_required', { sub: 'reason_invalid' });
  return reason;
}
