import type { mail as source } from '../it/mail.ts';
import type { Texts } from '../message-types.ts';

/** English of `it/mail.ts`. */
export const mail: Texts<typeof source> = {
  greeting: 'Hello {{name}},',
  open: 'Open the link',
  orCopy: 'Or copy this address into your browser:',
  footer: 'Automatic message from Varco. Do not reply: nobody reads this mailbox.',
  verify_email: {
    subject: 'Varco: confirm your e-mail address',
    text: 'Your Varco account was created with this address. To be able to sign in, confirm it within 48 hours: the link works once.\n\nIf you did not ask for this account, ignore this message.',
  },
  reset_password: {
    subject: 'Varco: choose a new password',
    text: 'A new password was asked for your account. The link lasts 30 minutes and works once; using it closes all your sessions.\n\nHave your recovery key or your old password at hand: they reopen the plant credentials. If you did not ask for this, ignore the message: your password stays as it is.',
  },
  password_changed: {
    subject: 'Varco: the protection of your account was changed',
    text: 'The password or the recovery key of your account was changed and the other sessions were closed.\n\nIf it was not you, tell your administrator at once.',
  },
  session_reuse: {
    subject: 'Varco: one of your sessions was closed for safety',
    text: 'On {{at}} (UTC) an old token of one of your sessions was presented again, from the address {{ip}}. Somebody may have copied it: the session was closed on every device that used it.\n\nSign in again and change your password. If it happens again, tell your administrator.',
  },
  two_factor_on: {
    subject: 'Varco: two-factor authentication switched on',
    text: 'From now on signing in to your account also asks for a code of the app. All other sessions have ended.\n\nIf it was not you, tell the portal’s administrator at once.',
  },
  two_factor_off: {
    subject: 'Varco: two-factor authentication switched off',
    text: 'From now on the password alone opens your account. All other sessions have ended.\n\nIf it was not you, change your password at once and tell the portal’s administrator.',
  },
  recovery_codes_new: {
    subject: 'Varco: new recovery codes',
    text: 'New recovery codes were made for your account; those of before open nothing any more. All other sessions have ended.\n\nIf it was not you, change your password at once and tell the portal’s administrator.',
  },
  two_factor_reset: {
    subject: 'Varco: your second factor was reset',
    text: 'An administrator reset the two-factor authentication of your account, and all your sessions have ended. Sign in with your password and set it up again.\n\nIf you did not ask for this, tell the portal’s administrator at once.',
  },
  invitation: {
    subject: 'Varco: you are invited',
    text: 'An administrator created a Varco account for this address. Choose your password with the link: it lasts 7 days and works once.\n\nIf you expect no account, ignore this message.',
  },
  admin_given: {
    subject: 'Varco: you are an administrator now',
    text: 'Two administrators made you an administrator of the portal.\n\nIf you do not know why, tell them at once.',
  },
  admin_taken: {
    subject: 'Varco: you are no longer an administrator',
    text: 'Two administrators took the role of administrator from your account. Everything else stays as it was.\n\nIf you do not know why, ask them.',
  },
  ticket_new: {
    subject: 'Varco: message in support ticket {{number}}',
    text: 'Somebody wrote in support ticket {{number}}. Read and answer it in the portal.',
  },
  ticket_answered: {
    subject: 'Varco: answer to your support ticket {{number}}',
    text: 'Support answered your ticket {{number}}. Read the answer in the portal.',
  },
};
