import type { OutboundSendResponse } from '@varco/server-kit/outbound/outbound-client.ts';
import { sanitizeResponse, type SendOutcome } from './channel-client.ts';

/** HTTP status codes that ask for a retry. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/** Maps an HTTP status to a send outcome, for services without more specific rules. */
export function toHttpOutcome({ status, text, retryAfterS: delayS }: OutboundSendResponse): SendOutcome {
  const answer = sanitizeResponse(`${status} ${text}`);
  if (status >= 200 && status < 300) return { kind: 'sent', response: answer };
  if (RETRYABLE_STATUSES.has(status)) return { kind: 'later', response: answer, retryAfterS: delayS };
  // Wrong or revoked credentials affect every message and can be fixed by an administrator.
  if (status === 401 || status === 403 || status >= 500 || status < 400) return { kind: 'down', response: answer };
  return { kind: 'refused', response: answer };
}
