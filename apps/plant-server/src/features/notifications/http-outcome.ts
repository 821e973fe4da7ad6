import type { OutboundReply } from '@varco/server-kit/outbound/outbound-client.ts';
import { plainAnswer, type SendOutcome } from './channel-client.ts';

/** Status codes that say "come again". */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/** What an HTTP status means for a message, unless its service says more. */
export function httpOutcome({ status, text, retryAfterS }: OutboundReply): SendOutcome {
  const answer = plainAnswer(`${status} ${text}`);
  if (status >= 200 && status < 300) return { kind: 'sent', answer };
  if (LATER.has(status)) return { kind: 'later', answer, afterS: retryAfterS };
  // Wrong or withdrawn credentials concern every message, and can be mended.
  if (status === 401 || status === 403 || status >= 500 || status < 400) return { kind: 'down', answer };
  return { kind: 'refused', answer };
}
