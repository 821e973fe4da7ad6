import { EnvError } from '@varco/server-kit/env/read-env.ts';
import { z } from 'zod';

/** `user:password`; the password may contain colons. */
const accountField = z
  .string()
  .regex(/^[^:\s]{1,64}:[^\u0000-\u001f]{12,200}$/u, 'must be user:password, the password at least 12 characters')
  .transform((text) => ({ user: text.slice(0, text.indexOf(':')), password: text.slice(text.indexOf(':') + 1) }));

/** Environment of the simulated registry. Empty is the same as absent; there are no default secrets. */
export const RegistryEnv = z.object({
  VARCO_PORT: z.coerce.number().int().min(0).max(65_535).default(8420),
  VARCO_HOST: z.string().default('127.0.0.1'),
  /** Credentials of the VPN to the ministry, and of the ministry's service. */
  VARCO_REGISTRY_VPN: accountField,
  VARCO_REGISTRY_MINISTRY: accountField,
  /** Module that exports `openRegistrySource(seed)`, the source of the records. */
  VARCO_REGISTRY_SOURCE: z.string().min(1),
  VARCO_REGISTRY_SEED: z.coerce.number().int().min(0).default(1),
  /** File for the charges; empty: in memory only. */
  VARCO_REGISTRY_CHARGES: z.string().default(''),
  VARCO_DEMO: z
    .enum(['', '0', '1'])
    .default('')
    .transform((text) => text === '1'),
  VARCO_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
});
export type RegistryEnv = z.output<typeof RegistryEnv>;

/** Reads the environment. Throws `EnvError` whose message names each invalid variable, never its value. */
export function readRegistryEnv(source: Readonly<Record<string, string | undefined>>): RegistryEnv {
  const input = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => name.startsWith('VARCO_') && value !== ''),
  );
  const parsed = RegistryEnv.safeParse(input);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new EnvError(`The registry cannot start, its settings are wrong:\n${lines.join('\n')}`);
}
