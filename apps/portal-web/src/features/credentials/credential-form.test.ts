import { expect, test } from 'vitest';
import {
  type CredentialFields,
  findCredentialProblem,
  EMPTY_CREDENTIAL,
  splitHostAndPort,
  parseOrigin,
} from './credential-form.ts';

const createFields = (change: Partial<CredentialFields>): CredentialFields => ({
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
  expect(findCredentialProblem(createFields(change), true)).toEqual({ field, text });
});

test('CRED-05 a good one passes; when editing, an empty password keeps the stored one', () => {
  expect(findCredentialProblem(createFields({}), true)).toBeNull();
  expect(findCredentialProblem(createFields({ password: '' }), false)).toBeNull();
  expect(parseOrigin(createFields({ port: '8443' }))).toBe('https://cesena.example:8443');
  expect(parseOrigin(createFields({ host: 'localhost', port: '8401' }))).toBe('http://localhost:8401');
});

test('CRED-05 host and port of what is stored', () => {
  expect(splitHostAndPort('https://cesena.example')).toEqual({ host: 'cesena.example', port: '443' });
  expect(splitHostAndPort('http://localhost:8401')).toEqual({ host: 'localhost', port: '8401' });
  expect(splitHostAndPort('nonsense')).toEqual({ host: 'nonsense', port: '' });
});
