import type { mail as source } from '../it/mail.ts';
import type { Texts } from '../message-types.ts';

/** English of `it/mail.ts`. */
export const mail: Texts<typeof source> = {
  greeting: 'Hello {{name}},',
  open: 'Open the link',
  orCopy: 'Or copy this address into your browser:',
  footer: 'Automatic message from Varco. Do not reply: nobody reads this mailbox.',
  session_reuse: {
    subject: 'Varco: one of your sessions was closed for safety',
    text: 'On {{at}} (UTC) an old token of one of your sessions was presented again, from the address {{ip}}. Somebody may have copied it: the session was closed on every device that used it.\n\nSign in again and change your password. If it happens again, tell your administrator.',
  },
};
