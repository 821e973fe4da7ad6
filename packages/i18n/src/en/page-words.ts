import type { pageWords as source } from '../it/page-words.ts';
import type { Texts } from '../message-types.ts';

/** Titles of pages that are there before the sign-in (P 2); the main layout brings the whole of this namespace. */
export const pageWords: Texts<typeof source> = {
  title: {
    login: 'Sign in',
    forgotPassword: 'Forgotten password',
    resetPassword: 'New password',
    checkEmail: 'Check your mail',
    firstAccess: 'First access',
    passwordChange: 'Change password',
    notFound: 'Page not found',
  },
};
