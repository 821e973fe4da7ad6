/** An answer that cannot be recomputed: not JSON of this kind, a field missing, or a formula this program does not know. */
export class AnswerError extends Error {}

export type Fields = Readonly<Record<string, unknown>>;

/** Throws `AnswerError` unless the value is a JSON object. */
export function toFields(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AnswerError(`${name} is not an object`);
  return Object.fromEntries(Object.entries(value));
}

/** The objects of a list. Throws `AnswerError`. */
export function readRows(fields: Fields, name: string): readonly Fields[] {
  return readList(fields, name).map((one, index) => toFields(one, `${name}[${index}]`));
}

/** Throws `AnswerError` unless the field is a list. */
export function readList(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw new AnswerError(`${name} is not a list`);
  return [...value];
}

/** Throws `AnswerError` unless the value is a finite number. */
export function toNumber(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new AnswerError(`${name} is not a number`);
  return value;
}

export const readNumber = (fields: Fields, name: string): number => toNumber(fields[name], name);

/** Throws `AnswerError` unless the field is a text. */
export function readText(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new AnswerError(`${name} is not a text`);
  return value;
}

/** Throws `AnswerError` unless the field is true or false. */
export function readFlag(fields: Fields, name: string): boolean {
  const value = fields[name];
  if (typeof value !== 'boolean') throw new AnswerError(`${name} is neither true nor false`);
  return value;
}

/** One row of an answer: what it shows, what comes out, and every number that differs. */
export interface RecomputedRow {
  readonly plate: string;
  readonly shown: number;
  /** The value that the shown numbers give; where they are rounded, the middle of what they allow. */
  readonly recomputed: number;
  /** Empty: equal. */
  readonly differences: readonly string[];
}
