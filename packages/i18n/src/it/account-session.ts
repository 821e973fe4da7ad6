import { signIn } from './account-sign-in.ts';

/** Texts of sign-in and session start; pages about an account load the rest of this namespace. */
export const sessionTexts = {
  ...signIn,
  vault: {
    damaged:
      'Le credenziali degli impianti sono danneggiate o non sono di questo utente. Nulla è stato sovrascritto: contatta il supporto.',
  },
  plants: {
    signingIn: 'Accesso agli impianti in corso',
    signedIn: '{{done}} di {{total}}',
    enterAnyway: 'Entra senza attendere',
  },
  logout: { done: 'Sessione chiusa.' },
};
