import type { sessionWords as source } from '../it/session-words.ts';
import type { Texts } from '../message-types.ts';
import { signIn } from './sign-in.ts';

/** What the way in says; pages about an account bring the whole of this namespace. */
export const sessionWords: Texts<typeof source> = {
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
