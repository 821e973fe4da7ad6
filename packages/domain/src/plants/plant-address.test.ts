import { expect, test } from 'vitest';
import { composePlantAddress, buildPlantAddressKey, parsePlantAddress } from './plant-address.ts';

test.each([
  ['https://A.example', 'https://a.example/'],
  ['https://a.example', 'https://a.example:443'],
  ['https://a.example', 'https://a.example.'],
  ['http://localhost:8401', 'https://LOCALHOST:8401/'],
  ['https://forlì.example', 'https://xn--forl-tpa.example'],
  ['http://127.0.0.1:8401', 'http://127.1:8401'],
])('PLANT-04 PLANT-07 %s and %s are one plant', (a, b) => {
  expect(buildPlantAddressKey(a)).toBe(buildPlantAddressKey(b));
});

test.each([
  ['https://a.example', 'https://a.example:8443'],
  ['https://a.example', 'https://b.a.example'],
  ['http://localhost:8401', 'http://localhost:8402'],
])('PLANT-04 %s and %s are two plants', (a, b) => {
  expect(buildPlantAddressKey(a)).not.toBe(buildPlantAddressKey(b));
});

test.each([
  ['cesena.example', '', 'https://cesena.example'],
  [' cesena.example ', ' 8443 ', 'https://cesena.example:8443'],
  ['cesena.example:8443', '9999', 'https://cesena.example:8443'],
  ['https://cesena.example', '8443', 'https://cesena.example'],
  ['localhost', '8401', 'http://localhost:8401'],
  ['127.0.0.1', '8401', 'http://127.0.0.1:8401'],
  ['http://evil.example', '', 'http://evil.example'],
])('CRED-05 host %j and port %j give %j', (host, port, url) => {
  expect(composePlantAddress(host, port)).toBe(url);
});

test('CRED-05 what is no address stays none', () => {
  for (const [host, port] of [
    ['', ''],
    ['a b', ''],
    ['cesena.example', '99999'],
    ['cesena.example', 'x'],
    ['cesena.example/api', ''],
    ['user@cesena.example', ''],
  ] as const)
    expect(parsePlantAddress(composePlantAddress(host, port)).ok).toBe(false);
});
