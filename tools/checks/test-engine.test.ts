import { afterEach, expect, it, vi } from 'vitest';
import { takeEngine } from './test-engine.ts';

afterEach(() => vi.unstubAllEnvs());

it('tests run on the embedded PostgreSQL unless another engine is named', () => {
  expect(takeEngine(['servers'])).toEqual({ engine: 'embedded', rest: ['servers'] });
});

it('a cluster is taken from the environment', () => {
  vi.stubEnv('VARCO_TEST_CLUSTER_URLS', 'postgres://postgres@127.0.0.1:6500/postgres');
  expect(takeEngine(['--engine', 'citus'])).toEqual({ engine: 'citus', rest: [] });
});

it('a cluster without addresses and an unknown engine are refused', () => {
  vi.stubEnv('VARCO_TEST_CLUSTER_URLS', '');
  expect(() => takeEngine(['--engine', 'citus'])).toThrow('VARCO_TEST_CLUSTER_URLS');
  expect(() => takeEngine(['--engine', 'oracle'])).toThrow('not oracle');
  expect(() => takeEngine(['--engine'])).toThrow('not nothing');
});
