import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import { DEFAULT_DOMAINS, isForceUser } from '@varco/domain/portal/user-kind.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import { findChosenPasswordProblem } from './new-password.ts';

/** Fields of the first-access form. */
export interface FirstAccessFields {
  readonly email: string;
  /** Empty: the e-mail is the username. */
  readonly username: string;
  readonly fullName: string;
  readonly mobile: string;
  readonly authority: string;
  readonly next: string;
  readonly repeat: string;
}

export const EMPTY_FIRST_ACCESS: FirstAccessFields = {
  email: '',
  username: '',
  fullName: '',
  mobile: '',
  authority: '',
  next: '',
  repeat: '',
};

export type FirstAccessField = keyof FirstAccessFields;
export type FirstAccessProblem = { readonly field: FirstAccessField; readonly text: MessageKey };

/**
 * Members of a police or armed force are not asked for an authority (decisions). The server decides by its configured
 * list of domains.
 */
export const requiresAuthority = (email: string): boolean =>
  !isForceUser({ username: '', email: email.trim(), emailVerified: true }, DEFAULT_DOMAINS);

/** First invalid field (P 5); null when all are valid. `isTaken`: the server already knows the e-mail. */
export function findFirstAccessProblem(fields: FirstAccessFields, isTaken: boolean): FirstAccessProblem | null {
  const email = fields.email.trim();
  const username = fields.username.trim();
  if (!isMailAddress(email)) return { field: 'email', text: 'account:firstAccess.emailInvalid' };
  if (isTaken) return { field: 'email', text: 'account:firstAccess.emailTaken' };
  if (username.includes('@') && username.toLowerCase() !== email.toLowerCase())
    return { field: 'username', text: 'account:firstAccess.usernameMail' };
  if (fields.fullName.trim() === '') return { field: 'fullName', text: 'account:firstAccess.missing' };
  if (fields.mobile.trim() === '') return { field: 'mobile', text: 'account:firstAccess.missing' };
  if (requiresAuthority(email) && fields.authority.trim() === '')
    return { field: 'authority', text: 'account:firstAccess.missing' };
  return findChosenPasswordProblem(fields, { email, username: username === '' ? email : username });
}

const FIELD_BY_SERVER_PATH: Readonly<Record<string, FirstAccessField>> = {
  'body/email': 'email',
  'body/username': 'username',
  'body/full_name': 'fullName',
  'body/mobile': 'mobile',
  'body/authority': 'authority',
  'body/password': 'next',
};

/** Problem for the field that the server rejected; null when the form has no such field. */
export function toFieldProblem(field: string): FirstAccessProblem | null {
  const name = Object.hasOwn(FIELD_BY_SERVER_PATH, field) ? FIELD_BY_SERVER_PATH[field] : undefined;
  if (name === undefined) return null;
  return { field: name, text: name === 'email' ? 'account:firstAccess.emailInvalid' : 'account:firstAccess.refused' };
}
