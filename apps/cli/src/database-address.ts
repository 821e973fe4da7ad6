import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { CommandContext, CommandOption, OptionValues } from './command.ts';
import { findEmbeddedAddress } from './audit/embedded-address.ts';

/** Options by which `findDatabaseAddress` finds a database. */
export const DATABASE_OPTIONS = {
  database: { text: 'cli:audit.optionDatabase', value: 'URL' },
  data: { text: 'cli:audit.optionData', value: 'DIR' },
  name: { text: 'cli:audit.optionName', value: 'NAME' },
} as const satisfies Readonly<Record<string, CommandOption>>;

/**
 * The database address from the options, else that of the server running on the data folder; null when neither is
 * available.
 */
export async function findDatabaseAddress(options: OptionValues, { env }: CommandContext): Promise<string | null> {
  const { database, data, name } = options;
  if (database !== undefined) return database;
  const folder = data ?? env['VARCO_DATA_DIR'];
  const url = env['VARCO_DATABASE_URL'] ?? '';
  if (data === undefined && url !== '') return url;
  return folder === undefined ? null : findEmbeddedAddress(folder, name ?? env['VARCO_DATABASE_NAME'] ?? 'varco_plant');
}

/**
 * Plain-language text of a database error. Never contains the address, which may include a password. `noTable` is the
 * text for a database without the expected tables.
 */
export function describeDatabaseError(error: unknown, { t }: CommandContext, noTable: MessageKey): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN'].includes(code))
    return t('cli:audit.unreachable');
  if (code.startsWith('28')) return t('cli:audit.refused');
  if (code === '3D000') return t('cli:audit.noSuchDatabase');
  if (code === '42P01') return t(noTable);
  if (code === '42501') return t('cli:audit.noRights');
  return t('cli:audit.stopped', { code: code === '' ? '-' : code });
}
