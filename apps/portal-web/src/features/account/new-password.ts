import type { MessageKey } from '@varco/i18n/message-types.ts';
import { isCommonPassword } from '../../lib/passwords/common-password.ts';

/** Minimum length of a portal password (decisions). */
export const MIN_PASSWORD_LENGTH = 12;
/** The part of the e-mail before @ is forbidden in the password only from this length (readings B-09). */
const MIN_LOCAL_PART_LENGTH = 4;

export interface PasswordOwner {
  readonly username: string;
  readonly email: string;
}

export interface NewPasswordFields {
  readonly current: string;
  readonly next: string;
  readonly repeat: string;
}

export type NewPasswordProblem = { readonly field: keyof NewPasswordFields; readonly text: MessageKey };

function containsOwner(password: string, owner: PasswordOwner): boolean {
  const local = owner.email.split('@')[0] ?? '';
  const forbidden = [owner.username, owner.email, ...(local.length >= MIN_LOCAL_PART_LENGTH ? [local] : [])];
  const text = password.toLowerCase();
  return forbidden.some((part) => part !== '' && text.includes(part.toLowerCase()));
}

type ChosenPassword = Pick<NewPasswordFields, 'next' | 'repeat'>;
type ChosenProblem = { readonly field: keyof ChosenPassword; readonly text: MessageKey };

/**
 * P 5: first rule broken by a chosen password and its repetition, where there is no current one to compare with; null
 * when valid.
 */
export function findChosenPasswordProblem(
  { next, repeat }: ChosenPassword,
  owner: PasswordOwner,
): ChosenProblem | null {
  if ([...next].length < MIN_PASSWORD_LENGTH) return { field: 'next', text: 'account:mustChange.tooShort' };
  if (containsOwner(next, owner)) return { field: 'next', text: 'account:mustChange.containsUser' };
  if (next !== repeat) return { field: 'repeat', text: 'account:mustChange.different' };
  return null;
}

/** P 5: first rule broken by a new portal password; null when valid. */
export function findNewPasswordProblem(fields: NewPasswordFields, owner: PasswordOwner): NewPasswordProblem | null {
  const { current, next } = fields;
  if (current === '') return { field: 'current', text: 'account:login.missingPassword' };
  const problem = findChosenPasswordProblem(fields, owner);
  if (problem?.field === 'next') return problem;
  return next === current ? { field: 'next', text: 'account:mustChange.same' } : problem;
}

/** Security 4: rejects common passwords. Checked last, because the list must be fetched. */
export async function findCommonPasswordProblem(next: string): Promise<ChosenProblem | null> {
  return (await isCommonPassword(next)) ? { field: 'next', text: 'account:mustChange.common' } : null;
}
