import { expect, test } from 'vitest';
import {
  type CredentialFields,
  credentialProblem,
  EMPTY_CREDENTIAL,
  hostAndPort,
  originOf,
} from './credential-form.ts';

const fields = (change: Partial<CredentialFields>): CredentialFields => ({
  ...EMPTY_CREDENTIAL,
  host: 'cesena.example',
  username: 'rossi',
  password: 'Segreto-09',
  ...change,
});

test.each([
  ['nothing in host', { host: ' ' }, 'host', 'plants:form.missingHost'],
  ['plain http', { host: 'http://cesena.example' }, 'host', 'plants:form.notHttps'],
  ['a path', { host: 'cesena.example/api' }, 'host', 'plants:form.hasExtra'],
  ['a user', { host: 'a@cesena.example' }, 'host', 'plants:form.hasExtra'],
  ['a script', { host: 'javascript://alert' }, 'host', 'plants:form.notHttps'],
  ['a space', { host: 'ce sena' }, 'host', 'plants:form.malformed'],
  ['port 0', { port: '0' }, 'port', 'plants:form.badPort'],
  ['port 65536', { port: '65536' }, 'port', 'plants:form.badPort'],
  ['a word as port', { port: 'x' }, 'port', 'plants:form.badPort'],
  ['no user name', { username: ' ' }, 'username', 'plants:form.missingUsername'],
  ['no password', { password: '' }, 'password', 'plants:form.missingPassword'],
] as const)('CRED-05 a new credential with %s is refused', (_title, change, field, text) => {
  expect(credentialProblem(fields(change), true)).toEqual({ field, text });
});

test('CRED-05 a good one passes; when editing, an empty password keeps the stored one', () => {
  expect(credentialProblem(fields({}), true)).toBeNull();
  expect(credentialProblem(fields({ password: '' }), false)).toBeNull();
  expect(originOf(fields({ port: '8443' }))).toBe('https://cesena.example:8443');
  expect(originOf(fields({ host: 'localhost', port: '8401' }))).toBe('http://localhost:8401');
});

test('CRED-05 host and port of what is stored', () => {
  expect(hostAndPort('https://cesena.example')).toEqual({ host: 'cesena.example', port: '443' });
  expect(hostAndPort('http://localhost:8401')).toEqual({ host: 'localhost', port: '8401' });
  expect(hostAndPort('nonsense')).toEqual({ host: 'nonsense', port: '' });
});
