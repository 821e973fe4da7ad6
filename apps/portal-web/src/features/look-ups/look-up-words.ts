import { formatDecimal } from '@varco/i18n/format.ts';
import type { Language, MessageKey } from '@varco/i18n/message-types.ts';

const REQUESTS = ['0', '1', '2', '3', '4', '5', '6'] as const;
const KEYS = ['0', '1', '2', '3'] as const;

/** Message key of a request kind by its wire code. */
export const requestKey = (code: number): MessageKey => `lookUps:request.${REQUESTS[code] ?? '2'}`;

/** Message key of a search key by its wire code. */
export const keyKey = (code: number): MessageKey => `lookUps:key.${KEYS[code] ?? '0'}`;

/** Formats an amount in euros. */
export const euros = (cents: number, language: Language): string => `${formatDecimal(cents / 100, 2, language)} €`;
