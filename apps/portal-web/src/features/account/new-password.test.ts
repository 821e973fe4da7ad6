import { describe, expect, it } from 'vitest';
import { findNewPasswordProblem } from './new-password.ts';

const OWNER = { username: 'cambio.password', email: 'p.riva@comune.ravenna.it' };
const GOOD = 'Quattro cavalli 9';
const createFields = (change: Partial<{ current: string; next: string; repeat: string }>) => ({
  current: 'vecchia password 1',
  next: GOOD,
  repeat: GOOD,
  ...change,
});

describe('P 5 rules of a new portal password', () => {
  it('accepts a good one', () => expect(findNewPasswordProblem(createFields({}), OWNER)).toBeNull());

  it.each([
    ['ACCT-10 shorter than 12', { next: 'Corta 1', repeat: 'Corta 1' }, 'next', 'account:mustChange.tooShort'],
    [
      'ACCT-11 contains the e-mail',
      { next: 'x P.RIVA@comune.ravenna.it', repeat: '' },
      'next',
      'account:mustChange.containsUser',
    ],
    [
      'ACCT-12 contains the username',
      { next: 'il mio Cambio.Password', repeat: '' },
      'next',
      'account:mustChange.containsUser',
    ],
    [
      'contains the part before @',
      { next: 'ecco p.riva e basta', repeat: '' },
      'next',
      'account:mustChange.containsUser',
    ],
    ['ACCT-17 equals the current', { current: GOOD }, 'next', 'account:mustChange.same'],
    ['ACCT-13 repeated differently', { repeat: 'Quattro cavalli 8' }, 'repeat', 'account:mustChange.different'],
    ['no current password', { current: '' }, 'current', 'account:login.missingPassword'],
  ] as const)('%s', (_name, change, field, text) => {
    expect(findNewPasswordProblem(createFields(change), OWNER)).toEqual({ field, text });
  });
});
