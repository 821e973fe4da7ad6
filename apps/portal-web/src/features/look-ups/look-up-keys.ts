import { formatDecimal } from '@varco/i18n/format.ts';
import type { Language, MessageKey } from '@varco/i18n/message-types.ts';

const REQUEST_KEYS = ['0', '1', '2', '3', '4', '5', '6'] as const;
const SEARCH_KEYS = ['0', '1', '2', '3'] as const;

/** Message key of a request kind by its wire code. */
export const requestKey = (code: number): MessageKey => `lookUps:request.${REQUEST_KEYS[code] ?? '2'}`;

/** Message key of a search key by its wire code. */
export const searchKeyKey = (code: number): MessageKey => `lookUps:key.${SEARCH_KEYS[code] ?? '0'}`;

/** Formats an amount in euros. */
export const formatEuros = (cents: number, language: Language): string =>
  `${formatDecimal(cents / 100, 2, language)} €`;
