import type { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { findUnknownField } from './unknown-field.ts';

export type InputPart = 'params' | 'query' | 'body';

/**
 * Parses one part of a request strictly. Throws `bad_request` with `unknown_field` or `invalid_field` and the name of
 * the field (`body/f_targa`); the value is never part of the error.
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, part: InputPart): z.output<S> {
  const unknown = findUnknownField(schema, value, part);
  if (unknown !== null) throw new AppError('bad_request', { sub: 'unknown_field', field: unknown });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path ?? [];
  throw new AppError('bad_request', { sub: 'invalid_field', field: [part, ...path.map(formatFieldStep)].join('/') });
}

/** Index or name of a field. A record key is text of the caller, so anything that is not a plain name is masked. */
function formatFieldStep(step: PropertyKey): string {
  const name = String(step);
  return /^(?:[a-z][a-z0-9_]{0,40}|\d{1,6})$/.test(name) ? name : '?';
}
