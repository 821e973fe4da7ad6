import { nations } from '@varco/i18n/it/nations.ts';
import { useT } from '../lib/i18n.tsx';

type NationCode = keyof typeof nations;

const isNationCode = (code: string): code is NationCode => Object.hasOwn(nations, code);

/** Codes of the nations that have a name here. */
export const NATION_CODES: readonly NationCode[] = Object.keys(nations).filter(isNationCode);

/** Name of a nation in the user's language; a code without a name is shown as it came. */
export function useNationName(code: string): string {
  const t = useT();
  return isNationCode(code) ? t(`nations:${code}`) : code;
}
