import type { MessageKey } from '@varco/i18n/message-types.ts';

/** Fields of the sign-in form. */
export interface SignInFields {
  readonly username: string;
  readonly password: string;
  readonly passcode: string;
  readonly remember: boolean;
}

export const EMPTY_SIGN_IN: SignInFields = { username: '', password: '', passcode: '', remember: false };

export type SignInProblem =
  | { readonly kind: 'field'; readonly field: 'username' | 'password' | 'passcode'; readonly text: MessageKey }
  | { readonly kind: 'message'; readonly text: MessageKey; readonly values?: Readonly<Record<string, string>> }
  /** A dialog of P 2: wrong configuration, or unverified connection. */
  | { readonly kind: 'dialog'; readonly dialog: 'wrongConfiguration' | 'unverifiedConnection' };

/** First missing field in the order of the form; null when complete. */
export function findMissingField(fields: SignInFields, wantsPasscode: boolean): SignInProblem | null {
  if (fields.username.trim() === '') return { kind: 'field', field: 'username', text: 'account:login.missingUsername' };
  if (fields.password === '') return { kind: 'field', field: 'password', text: 'account:login.missingPassword' };
  if (wantsPasscode && fields.passcode.trim() === '') {
    return { kind: 'field', field: 'passcode', text: 'account:login.missingPasscode' };
  }
  return null;
}
