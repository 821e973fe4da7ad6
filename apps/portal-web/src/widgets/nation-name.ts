import { NATIONS } from '@varco/domain/code-lists.ts';
import { nations } from '@varco/i18n/it/nations.ts';
import { useT } from '../lib/i18n.tsx';

type NationCode = keyof typeof nations;

const isNationCode = (code: string): code is NationCode => Object.hasOwn(nations, code);

/** Codes of the nations with a name: the forty of the lists, frequent ones first (P 9), then all others. */
export const NATION_CODES: readonly NationCode[] = [...new Set([...NATIONS, ...Object.keys(nations)])].filter(
  isNationCode,
);

/** Name of a nation in the user's language; a code without a name is returned unchanged. */
export function useNationName(code: string): string {
  const t = useT();
  return isNationCode(code) ? t(`nations:${code}`) : code;
}
