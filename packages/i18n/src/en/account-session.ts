import type { sessionTexts as source } from '../it/account-session.ts';
import type { Texts } from '../message-types.ts';
import { signIn } from './account-sign-in.ts';

/** Texts of sign-in and session start; pages about an account load the rest of this namespace. */
export const sessionTexts: Texts<typeof source> = {
  ...signIn,
  vault: {
    damaged:
      'The plant credentials are damaged or do not belong to this user. Nothing was overwritten: contact support.',
  },
  plants: {
    signingIn: 'Signing in to the plants',
    signedIn: '{{done}} of {{total}}',
    enterAnyway: 'Enter without waiting',
  },
  logout: { done: 'Session closed.' },
};
