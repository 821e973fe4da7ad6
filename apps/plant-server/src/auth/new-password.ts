import { COMMON_WORDS } from '@varco/domain/passwords/common-words.ts';
import { isCommonPassword, parseCommonWords } from '@varco/domain/passwords/common-password.ts';
import { isStrongPlantPassword } from '@varco/domain/plants/plant-password.ts';

const WORDS = parseCommonWords(COMMON_WORDS);

/**
 * True when an account may get this password: it breaks no rule and is none that attackers try first. Passwords from before
 * that rule still sign in.
 */
export const isAcceptableNewPassword = (password: string, username: string): boolean =>
  isStrongPlantPassword(password, username) && !isCommonPassword(password, WORDS);
