import type { initialPages as source } from '../it/pages-initial.ts';
import type { Texts } from '../message-types.ts';

/** Page titles needed before sign-in (P 2); the main layout loads the rest of this namespace. */
export const initialPages: Texts<typeof source> = {
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
