import { itemAt, type Rng } from '@varco/sim/random.ts';
import type { JsonSchema } from './describe-calls.ts';

/** Gives a value that means something in the attacked world, such as a plate or an id; undefined: none for this field. */
export type SuggestValue = (name: string, schema: JsonSchema) => unknown;

export interface ValueSource {
  readonly rng: Rng;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly suggest: SuggestValue;
}

const MAX_DEPTH = 8;
const MAX_ITEMS = 3;
const REFERENCE = '#/components/schemas/';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A value that fits a JSON schema, as far as the schema says. `name`: of the field. */
export function generateValue(source: ValueSource, schema: JsonSchema, name: string, depth = 0): unknown {
  const { rng, schemas, suggest } = source;
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const target = schemas[reference.replace(REFERENCE, '')] ?? {};
    return generateValue(source, { ...target, $ref: undefined, 'x-name': reference }, name, depth);
  }
  if ('const' in schema) return schema['const'];
  const choices = schema['enum'];
  if (Array.isArray(choices)) return rng.pick<unknown>(choices);
  const suggested = rng.chance(0.9) ? suggest(name, schema) : undefined;
  if (suggested !== undefined) return suggested;
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) return generateValue(source, Object(rng.pick<unknown>(branches)), name, depth);
  const parts = schema['allOf'];
  if (Array.isArray(parts)) return generateValue(source, Object.assign({}, ...parts), name, depth);
  return generateTyped(source, schema, name, depth);
}

function generateTyped(source: ValueSource, schema: JsonSchema, name: string, depth: number): unknown {
  const { rng } = source;
  switch (schema['type']) {
    case 'boolean':
      return rng.chance(0.5);
    case 'null':
      return null;
    case 'integer':
    case 'number':
      return generateNumber(rng, schema);
    case 'string':
      return generateText(rng, schema);
    case 'array':
      return generateList(source, schema, name, depth);
    case 'object':
      return generateObject(source, schema, depth);
    default:
      return rng.pick<unknown>(['x', 1, true]);
  }
}

const toNumber = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

function generateNumber(rng: Rng, schema: JsonSchema): number {
  const low = toNumber(schema['minimum'], 0);
  const high = Math.max(low, Math.min(toNumber(schema['maximum'], 100), low + 1_000_000));
  const at = rng.next();
  if (at < 0.15) return low;
  if (at < 0.25) return toNumber(schema['maximum'], high);
  const near = at < 0.7 ? Math.min(high, low + 25) : high;
  return schema['type'] === 'integer' ? Math.floor(rng.between(low, near + 1)) : rng.between(low, near);
}

function generateText(rng: Rng, schema: JsonSchema): string {
  const pattern = schema['pattern'];
  const format = schema['format'];
  if (format === 'uuid') return buildUuid(rng);
  if (format === 'date-time') return new Date(Date.UTC(2026, 10, 1 + rng.int(20), rng.int(24))).toISOString();
  if (format === 'date') return `2026-11-${String(1 + rng.int(28)).padStart(2, '0')}`;
  if (typeof pattern === 'string') return fitPattern(rng, new RegExp(pattern, 'u'));
  const low = toNumber(schema['minLength'], 0);
  const high = Math.min(toNumber(schema['maxLength'], 20), Math.max(low, 20));
  return buildText(rng, LETTERS, low + rng.int(high - low + 1));
}

const buildText = (rng: Rng, characters: string, length: number): string =>
  Array.from({ length }, () => characters[rng.int(characters.length)]).join('');

const buildUuid = (rng: Rng): string => {
  const hex = buildText(rng, '0123456789abcdef', 30);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
};

const ALPHABETS = [
  '0123456789',
  'ABCDEFGHJKLMNPRSTVWXYZ0123456789',
  'abcdef0123456789',
  `${LETTERS}0123456789-_`,
  `${LETTERS}-_.`,
] as const;
const LENGTHS = [1, 2, 3, 4, 7, 11, 16, 22, 32, 43, 64, 86];

/** A text that meets the pattern, found by trying simple ones from a random one on; empty when none does. */
function fitPattern(rng: Rng, pattern: RegExp): string {
  const tries = ALPHABETS.length * LENGTHS.length;
  const first = rng.int(tries);
  for (let at = first; at < first + tries; at += 1) {
    const text = buildText(rng, itemAt(ALPHABETS, at), itemAt(LENGTHS, Math.floor(at / ALPHABETS.length)));
    if (pattern.test(text)) return text;
  }
  return '';
}

function generateList(source: ValueSource, schema: JsonSchema, name: string, depth: number): unknown {
  const low = toNumber(schema['minItems'], 0);
  const high = Math.min(toNumber(schema['maxItems'], MAX_ITEMS), low + MAX_ITEMS);
  const length = depth > MAX_DEPTH ? low : low + source.rng.int(high - low + 1);
  const items: JsonSchema = Object(schema['items'] ?? {});
  return Array.from({ length }, () => generateValue(source, items, name, depth + 1));
}

function generateObject(source: ValueSource, schema: JsonSchema, depth: number): Record<string, unknown> {
  const { rng } = source;
  const required = new Set<unknown>(Array.isArray(schema['required']) ? schema['required'] : []);
  const share = rng.pick([0, 0.05, 0.1, 0.5]);
  const out: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<unknown>(Object(schema['properties'] ?? {})))
    if (required.has(name) || (depth < MAX_DEPTH && rng.chance(share)))
      out[name] = generateValue(source, Object(field), name, depth + 1);
  return out;
}
