import { formatDecimal } from '@varco/i18n/format.ts';
import type { Language, MessageKey } from '@varco/i18n/message-types.ts';

const REQUESTS = ['0', '1', '2', '3', '4', '5', '6'] as const;
const KEYS = ['0', '1', '2', '3'] as const;

/** Name of a request kind by its code on the wire. */
export const requestKey = (code: number): MessageKey => `lookUps:request.${REQUESTS[code] ?? '2'}`;

/** Name of a search key by its code on the wire. */
export const keyKey = (code: number): MessageKey => `lookUps:key.${KEYS[code] ?? '0'}`;

/** An amount as it is written here. */
export const euros = (cents: number, language: Language): string => `${formatDecimal(cents / 100, 2, language)} €`;
