import { z } from 'zod';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Path of the first field of `value` that `schema` does not know, or null. The schemas of the contract ignore unknown
 * keys so that clients stay tolerant; a server rejects them, because otherwise `admin: true` would pass unnoticed.
 */
export function findUnknownField(schema: z.core.$ZodType, value: unknown, path: string): string | null {
  if (schema instanceof z.ZodObject) return isObject(value) ? findInObject(schema, value, path) : null;
  if (schema instanceof z.ZodArray) return Array.isArray(value) ? findInItems(schema.element, value, path) : null;
  if (schema instanceof z.ZodRecord)
    return isObject(value) ? findInItems(schema.valueType, Object.values(value), path) : null;
  if (schema instanceof z.ZodTuple) return findInTuple(schema, value, path);
  if (schema instanceof z.ZodUnion) return findInUnion(schema.options, value, path);
  if (schema instanceof z.ZodIntersection) return findInIntersection(schema, value, path);
  if (schema instanceof z.ZodPipe) return findInPipe(schema, value, path);
  if (schema instanceof z.ZodLazy) return findUnknownField(schema.unwrap(), value, path);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodPrefault
  )
    return findUnknownField(schema.unwrap(), value, path);
  return null;
}

function findInObject(schema: z.ZodObject, value: Record<string, unknown>, path: string): string | null {
  for (const key of Object.keys(value)) {
    const field: z.core.$ZodType | undefined = Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;
    if (field === undefined) {
      if (schema.def.catchall === undefined || schema.def.catchall instanceof z.ZodNever)
        return `${path}/${maskFieldName(key)}`;
      continue;
    }
    const found = findUnknownField(field, value[key], `${path}/${key}`);
    if (found !== null) return found;
  }
  return null;
}

/** The field name helps developers; anything but a plain name could be data and is masked. */
const maskFieldName = (key: string): string =>
  /^[A-Za-z][A-Za-z0-9_]{0,40}$/.test(key) && !/\d{2}/.test(key) ? key : '?';

function findInItems(item: z.core.$ZodType, values: readonly unknown[], path: string): string | null {
  for (const value of values) {
    const found = findUnknownField(item, value, path);
    if (found !== null) return found;
  }
  return null;
}

function findInTuple(schema: z.ZodTuple, value: unknown, path: string): string | null {
  if (!Array.isArray(value)) return null;
  for (const [index, item] of schema.def.items.entries()) {
    const found = findUnknownField(item, value[index], path);
    if (found !== null) return found;
  }
  return null;
}

/** Accepted when one member that accepts the value knows all of its fields. */
function findInUnion(options: readonly z.core.$ZodType[], value: unknown, path: string): string | null {
  let worst: string | null = null;
  for (const option of options) {
    if (!z.safeParse(option, value).success) continue;
    const found = findUnknownField(option, value, path);
    if (found === null) return null;
    worst = found;
  }
  return worst;
}

/** Each side knows only its own fields; a field is unknown when it is unknown to both. */
function findInIntersection(schema: z.ZodIntersection, value: unknown, path: string): string | null {
  if (!isObject(value)) return null;
  for (const key of Object.keys(value)) {
    const one = { [key]: value[key] };
    const left = findUnknownField(schema.def.left, one, path);
    if (left !== null && findUnknownField(schema.def.right, one, path) !== null) return left;
  }
  return null;
}

/** `preprocess` has the transform first and the schema second; a plain transform has the schema first. */
function findInPipe(schema: z.ZodPipe, value: unknown, path: string): string | null {
  const isPreprocess = schema.def.in instanceof z.ZodTransform;
  if (isPreprocess && !isObject(value) && !Array.isArray(value)) return null;
  return findUnknownField(isPreprocess ? schema.def.out : schema.def.in, value, path);
}
