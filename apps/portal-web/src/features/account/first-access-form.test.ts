import { expect, it } from 'vitest';
import { EMPTY_FIRST_ACCESS, requiresAuthority, findFirstAccessProblem, toFieldProblem } from './first-access-form.ts';

const GOOD = {
  ...EMPTY_FIRST_ACCESS,
  email: 'ada.galli@comune.forli.fc.it',
  fullName: 'Ada Galli',
  mobile: '+39 333 000 0000',
  authority: 'Comune di Forlì',
  next: 'Quattro cavalli 9',
  repeat: 'Quattro cavalli 9',
};
const findProblem = (change: Partial<typeof GOOD>, isTaken = false) =>
  findFirstAccessProblem({ ...GOOD, ...change }, isTaken);

it('ACCT-07 a complete form may be sent, with or without a username of one’s own', () => {
  expect(findProblem({})).toBeNull();
  expect(findProblem({ username: 'ada.galli' })).toBeNull();
  expect(findProblem({ username: 'ADA.GALLI@comune.forli.fc.it' })).toBeNull();
});

it.each([
  ['ACCT-08', { email: 'abc' }, 'email', 'account:firstAccess.emailInvalid'],
  ['ACCT-10', { next: 'Undici 1234', repeat: 'Undici 1234' }, 'next', 'account:mustChange.tooShort'],
  ['ACCT-11', { next: 'x ADA.GALLI@comune.forli.fc.it' }, 'next', 'account:mustChange.containsUser'],
  ['ACCT-12', { username: 'gallina', next: 'la mia Gallina 9' }, 'next', 'account:mustChange.containsUser'],
  ['ACCT-13', { repeat: 'Quattro cavalli 8' }, 'repeat', 'account:mustChange.different'],
  ['ACCT-07', { fullName: ' ' }, 'fullName', 'account:firstAccess.missing'],
  ['ACCT-07', { mobile: '' }, 'mobile', 'account:firstAccess.missing'],
  ['ACCT-07', { authority: '' }, 'authority', 'account:firstAccess.missing'],
  ['ACCT-07', { username: 'x@carabinieri.it' }, 'username', 'account:firstAccess.usernameMail'],
])('%s %j', (_id, change, field, text) => expect(findProblem(change)).toEqual({ field, text }));

it('ACCT-09 a taken e-mail blocks', () =>
  expect(findProblem({}, true)).toEqual({ field: 'email', text: 'account:firstAccess.emailTaken' }));

it('GUARD-14 police and armed forces are not asked for an authority', () => {
  expect(requiresAuthority('a@carabinieri.it')).toBe(false);
  expect(requiresAuthority('a@evilcarabinieri.it')).toBe(true);
  expect(findProblem({ email: 'a.galli@carabinieri.it', authority: '' })).toBeNull();
});

it('a refusal of the server lands at its field, an odd one nowhere', () => {
  expect(toFieldProblem('body/email')).toEqual({ field: 'email', text: 'account:firstAccess.emailInvalid' });
  expect(toFieldProblem('body/authority')?.field).toBe('authority');
  for (const odd of ['body/peer_creds', 'constructor', '']) expect(toFieldProblem(odd)).toBeNull();
});
