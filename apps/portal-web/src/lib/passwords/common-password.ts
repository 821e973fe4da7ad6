import { isCommonPassword as isCommon, parseCommonWords } from '@varco/domain/passwords/common-password.ts';

let loadedWords: Promise<ReadonlySet<string>> | null = null;

/** The word list, fetched from the portal on first use. */
function loadCommonWords(): Promise<ReadonlySet<string>> {
  loadedWords ??= import('@varco/domain/passwords/common-words.ts').then(({ COMMON_WORDS }) =>
    parseCommonWords(COMMON_WORDS),
  );
  return loadedWords;
}

/** True for a password that attackers try first (security 4). Works locally: the password is sent to no server. */
export const isCommonPassword = async (password: string): Promise<boolean> =>
  isCommon(password, await loadCommonWords());
