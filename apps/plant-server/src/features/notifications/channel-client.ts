import type { AlertPriority } from '@varco/domain/alerts/alert-kinds.ts';

/** A message in words, the same for every channel. */
export interface ChannelMessage {
  /** The same at every try: whoever gets it twice can tell. */
  readonly key: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** Page of the portal; empty: the plant knows no portal. */
  readonly link: string;
  readonly priority: AlertPriority;
}

export interface ChannelTarget {
  /** Mail address, chat, radio or group number. */
  readonly address: string;
  /** What else is needed to reach it: the keys of a browser. */
  readonly secret: string | null;
}

/**
 * What came of one try, and what the service said. `refused`: for good. `gone`: the recipient is no more. `later`: this message, after
 * `afterS` if the service named a time. `down`: the service itself; its channel pauses.
 */
export interface SendOutcome {
  readonly kind: 'sent' | 'refused' | 'gone' | 'later' | 'down';
  readonly answer: string;
  readonly afterS?: number | null;
}

/** One way to reach people. Never throws for what a service does. */
export interface ChannelClient {
  send(to: ChannelTarget, message: ChannelMessage, signal: AbortSignal): Promise<SendOutcome>;
}

/** Limits of a call to a service (security rules, part 9, and shorter: an alarm does not wait). */
export const SEND_TIMEOUT_MS = 10_000;
export const ANSWER_BYTES = 64 * 1024;

/** What a service said, fit to be shown: one line, no control or direction marks, at most 300 characters. */
export const plainAnswer = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, 300);

/** Why a service could not be asked, without addresses or data. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return plainAnswer(error.name === 'OutboundRefused' ? `address not allowed (${error.message})` : code);
}
