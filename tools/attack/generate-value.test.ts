import type { Endpoint } from '@varco/contract/endpoint.ts';
import { PLANT_API } from '@varco/contract/plant-api.ts';
import { PORTAL_API } from '@varco/contract/portal-api.ts';
import { Rng } from '@varco/sim/random.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeCalls } from './describe-calls.ts';
import { generateValue } from './generate-value.ts';
import { OptionError, parseAttackOptions } from './options.ts';

/** Bodies whose parts must agree (key derivation, sealed vaults, exports): no schema says how, so no value is guessed. */
const TRIES = 60;

const isEverValid = ({ endpoint, body, schemas }: ReturnType<typeof describeCalls>[number]): boolean => {
  const source = { rng: new Rng(7), schemas, suggest: () => undefined };
  const schema = endpoint.body;
  if (body === null || !(schema instanceof z.ZodType)) return true;
  return Array.from({ length: TRIES }).some(() => schema.safeParse(generateValue(source, body, 'body')).success);
};
const listUnreached = (endpoints: readonly Endpoint[]): readonly string[] =>
  describeCalls(endpoints)
    .filter((description) => !isEverValid(description))
    .map(({ endpoint }) => endpoint.id);

test('values made from the description are valid for nearly every call, so that the attack comes past its door', () => {
  const unreached = [...listUnreached(PLANT_API), ...listUnreached(PORTAL_API)];
  expect(unreached.length, unreached.join(', ')).toBeLessThan(0.2 * (PLANT_API.length + PORTAL_API.length));
});

test('the same seed makes the same values', () => {
  const [first] = describeCalls(PLANT_API.filter(({ id }) => id === 'searchTransits'));
  const make = () =>
    generateValue({ rng: new Rng(3), schemas: first?.schemas ?? {}, suggest: () => undefined }, first?.body ?? {}, '');
  expect(make()).toEqual(make());
});

test('options of the command', () => {
  expect(parseAttackOptions(['--minutes', '3', '--seed', '9', '--requests', '10'])).toEqual({
    ...{ minutes: 3, seed: 9, requests: 10, replay: null, timing: null, learn: null, out: '.cache/attack' },
  });
  expect(parseAttackOptions(['--help'])).toBeNull();
  for (const wrong of [['--minutes', 'x'], ['--seed', '-1'], ['--nonsense']])
    expect(() => parseAttackOptions(wrong)).toThrow(OptionError);
});
