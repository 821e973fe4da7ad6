import { Rng } from '@varco/sim/random.ts';
import { expect, test } from 'vitest';
import { adaptValue } from './adapt-value.ts';
import { readLearnedCalls, selectCalls } from './learned-calls.ts';
import { ATTACKED_APIS } from './world.ts';

const call = (endpoint: string, body: unknown) => ({ endpoint, path: '/api/x', params: {}, query: {}, body });

test('of calls that fill the same fields one is learned, and those that fill most fields come first', () => {
  const calls = [
    call('b', { a: 2 }),
    call('b', { a: 1 }),
    call('b', { a: 1, inner: [{ c: 'x' }] }),
    call('a', { text: 'x'.repeat(3_000) }),
    ...Array.from({ length: 9 }, (_one, at) => call('c', { [`field${at}`]: 1 })),
  ];
  const selected = selectCalls(calls);
  expect(selected.slice(0, 2)).toEqual([call('b', { a: 1, inner: [{ c: 'x' }] }), call('b', { a: 1 })]);
  expect(selected.map(({ endpoint }) => endpoint)).toEqual(['b', 'b', 'c', 'c', 'c']);
  expect(selectCalls(calls.toReversed())).toEqual(selected);
});

test('a learned value gets plates and ids of the attacked world where it names any, and keeps its shape', () => {
  const schemas = { Entry: { type: 'object', properties: { targa: { type: 'string' }, note: { type: 'string' } } } };
  const source = {
    rng: new Rng(3),
    schemas,
    suggest: (name: string) => (name === 'targa' ? 'ZA1' : undefined),
  };
  const schema = { anyOf: [{ type: 'null' }, { type: 'array', items: { $ref: '#/components/schemas/Entry' } }] };
  const learned = Array.from({ length: 20 }, () => ({ targa: 'AA001AA', note: 'furto', other: null }));
  const adapted = Object.values<{ targa: string; note: string; other: null }>(
    Object(adaptValue(source, schema, 'voci', learned)),
  );
  expect(new Set(adapted.map(({ targa }) => targa))).toEqual(new Set(['AA001AA', 'ZA1']));
  expect(new Set(adapted.map(({ note, other }) => `${note} ${other}`))).toEqual(new Set(['furto null']));
});

test('every learned call belongs to an endpoint of the contract, and most endpoints with a body have one', () => {
  const learnedFor = readLearnedCalls();
  const endpoints = [...ATTACKED_APIS.plant, ...ATTACKED_APIS.portal].filter(
    ({ method, bodyType }) => method !== 'GET' && bodyType === undefined,
  );
  const missing = endpoints.filter((endpoint) => learnedFor(endpoint).length === 0);
  expect(missing.length / endpoints.length).toBeLessThan(0.2);
});
