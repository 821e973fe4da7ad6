/** Subjects of messages. */
export type MailKind =
  | 'session_reuse'
  | 'verify_email'
  | 'reset_password'
  | 'password_changed'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'recovery_codes_new'
  | 'two_factor_reset'
  | 'invitation'
  | 'admin_given'
  | 'admin_taken'
  | 'ticket_new'
  | 'ticket_answered';

/** Values used in a text, never a secret. */
export type MailFacts = Readonly<Record<string, string>>;
