import type { JsonSchema } from './describe-calls.ts';
import type { ValueSource } from './generate-value.ts';

/** Share of the values of a learned call that are replaced by ones of the attacked world. */
const REPLACED_SHARE = 0.5;
const REFERENCE = '#/components/schemas/';

/** A learned value with some parts replaced by ones that mean something in the attacked world. `name`: of the field. */
export function adaptValue(source: ValueSource, schema: JsonSchema, name: string, learned: unknown): unknown {
  const chosen = chooseBranch(source, schema, learned);
  if (Array.isArray(learned))
    return learned.map((item) => adaptValue(source, Object(chosen['items'] ?? {}), name, item));
  if (typeof learned === 'object' && learned !== null) {
    const properties: Readonly<Record<string, JsonSchema>> = Object(chosen['properties'] ?? {});
    return Object.fromEntries(
      Object.entries<unknown>(Object(learned)).map(([field, inner]) => [
        field,
        adaptValue(source, properties[field] ?? {}, field, inner),
      ]),
    );
  }
  if (learned === null || 'const' in chosen || 'enum' in chosen || !source.rng.chance(REPLACED_SHARE)) return learned;
  const suggested = source.suggest(name, chosen);
  return typeof suggested === typeof learned ? suggested : learned;
}

/** The schema itself, or the branch of it that such a value belongs to. */
function chooseBranch({ schemas }: ValueSource, schema: JsonSchema, learned: unknown): JsonSchema {
  const resolve = (one: JsonSchema): JsonSchema => {
    const reference = one['$ref'];
    if (typeof reference !== 'string') return one;
    return { ...schemas[reference.replace(REFERENCE, '')], 'x-name': reference };
  };
  const whole = resolve(schema);
  const branches = whole['anyOf'] ?? whole['oneOf'];
  if (!Array.isArray(branches)) return whole;
  const type = Array.isArray(learned) ? 'array' : typeof learned;
  const fits = (one: JsonSchema): boolean => one['type'] === type || (type === 'number' && one['type'] === 'integer');
  return branches.map((branch) => resolve(Object(branch))).find(fits) ?? {};
}
