import type { OutboundReply } from '@varco/server-kit/outbound/outbound-client.ts';
import { plainAnswer, type SendOutcome } from './channel-client.ts';

/** HTTP status codes that ask for a retry. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/** Maps an HTTP status to a send outcome, for services without more specific rules. */
export function httpOutcome({ status, text, retryAfterS: delayS }: OutboundReply): SendOutcome {
  const answer = plainAnswer(`${status} ${text}`);
  if (status >= 200 && status < 300) return { kind: 'sent', answer };
  if (LATER.has(status)) return { kind: 'later', answer, afterS: delayS };
  // Wrong or revoked credentials affect every message and can be fixed by an administrator.
  if (status === 401 || status === 403 || status >= 500 || status < 400) return { kind: 'down', answer };
  return { kind: 'refused', answer };
}
