import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Invalid settings; the message is for the person who starts the program and contains no value. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings by a schema whose keys are the names of the variables. `NAME_FILE` names a file with the value
 * (secrets); setting both is an error. An empty text counts as not set. Throws `EnvError` with one line per fault.
 */
export function readEnv<S extends z.ZodObject>(schema: S, env: Environment): z.output<S> {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of Object.keys(schema.shape)) {
    const value = readVariable(name, env, faults);
    if (value !== undefined && value !== '') values[name] = value;
  }
  const parsed = schema.safeParse(values);
  if (!parsed.success)
    for (const issue of parsed.error.issues)
      faults.push(`${issue.path.join('.')}: ${describeIssue(issue, Object.hasOwn(values, String(issue.path[0])))}`);
  if (!parsed.success || faults.length > 0)
    throw new EnvError(`These settings do not hold:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  return parsed.data;
}

function readVariable(name: string, env: Environment, faults: string[]): string | undefined {
  const file = env[`${name}_FILE`];
  if (file === undefined || file === '') return env[name];
  if (env[name] !== undefined && env[name] !== '') {
    faults.push(`${name}: given both as a value and as a file (${name}_FILE); give one`);
    return undefined;
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    faults.push(`${name}_FILE: the file cannot be read`);
    return undefined;
  }
}

/** Messages of custom refinements are readable already; the others are described without the value. */
function describeIssue(issue: z.core.$ZodIssue, isGiven: boolean): string {
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'invalid_type' && !isGiven) return 'is missing';
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small') return `must be at least ${String(issue.minimum)}`;
  if (issue.code === 'too_big') return `must be at most ${String(issue.maximum)}`;
  return 'has a wrong form';
}
