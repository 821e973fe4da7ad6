import { expect, test } from 'vitest';
import { isMailAddress } from './mail-address.ts';

test.each(['a@b.it', 'm.ferri@carabinieri.it', "o'neil+x@sub.example.org", 'A_B@xn--pr-xia.example'])(
  'ACCT-08 %s is an address',
  (text) => expect(isMailAddress(text)).toBe(true),
);

test.each([
  '',
  'abc',
  'a@b',
  '@b.it',
  'a@',
  'a@@b.it',
  'a b@c.it',
  'a@b.it\r\nBcc: x@y.it',
  'a@b.it\n',
  '"a b"@c.it',
  'a(x)@b.it',
  'Nome <a@b.it>',
  'a@b.it,c@d.it',
  'gruppo:a@b.it;',
  '.a@b.it',
  'a..b@c.it',
  'a@-b.it',
  'a@b..it',
  'a@[127.0.0.1]',
  'è@b.it',
  `${'x'.repeat(65)}@b.it`,
  `a@${'x.'.repeat(130)}it`,
])('ACCT-08 %j is none', (text) => expect(isMailAddress(text)).toBe(false));
