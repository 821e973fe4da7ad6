import type { AlertPriority } from '@varco/domain/alerts/alert-kinds.ts';

/** A text message, the same for every channel. */
export interface ChannelMessage {
  /** Idempotency key: the same on every attempt, so that a repeated message is recognised. */
  readonly key: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** URL of the portal page; empty: the plant has no portal. */
  readonly link: string;
  readonly priority: AlertPriority;
}

export interface ChannelTarget {
  /** Mail address, chat id, radio number or group number. */
  readonly address: string;
  /** Further secret needed to reach the recipient: the keys of a browser subscription. Null: none. */
  readonly secret: string | null;
}

/**
 * Result of one attempt, with the response of the service. `refused`: permanent failure. `gone`: the recipient no longer
 * exists. `later`: this message failed temporarily; retry after `retryAfterS` seconds when the service named a time.
 * `down`: the service is unavailable and its channel pauses.
 */
export interface SendOutcome {
  readonly kind: 'sent' | 'refused' | 'gone' | 'later' | 'down';
  readonly response: string;
  readonly retryAfterS?: number | null;
}

/** Sends messages over one channel. Never throws for an error of the service. */
export interface ChannelClient {
  send(to: ChannelTarget, message: ChannelMessage, signal: AbortSignal): Promise<SendOutcome>;
}

/** Limits of a call to a service; shorter than those of security rules, part 9, because alarms are urgent. */
export const SEND_TIMEOUT_MS = 10_000;
export const MAX_RESPONSE_BYTES = 64 * 1024;

/** A service's response made safe to display: one line, no control or direction characters, at most 300 characters. */
export const sanitizeResponse = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, 300);

/** Short reason why a call to a service failed, without addresses or personal data. */
export function describeSendError(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return sanitizeResponse(error.name === 'OutboundRefused' ? `address not allowed (${error.message})` : code);
}
