import { it } from '@varco/i18n/it/messages.ts';
import { useT } from '../lib/i18n.tsx';

type NationCode = keyof typeof it.nations;

function isNationCode(code: string): code is NationCode {
  return Object.hasOwn(it.nations, code);
}

/** Name of a nation in the user's language; a code without a name is shown as it came. */
export function useNationName(code: string): string {
  const t = useT();
  return isNationCode(code) ? t(`nations:${code}`) : code;
}
