import { join, resolve } from 'node:path';
import type { CommandContext, OptionValues } from './command.ts';
import { findServiceUser } from './service-user.ts';
import type { UserIds } from './run-program.ts';
import { readSettings, type Settings, SETTINGS_FOLDER } from './settings-file.ts';

/** A server of this machine. */
export interface InstalledServer {
  /** `portal`, `plant-borgo`. */
  readonly slug: string;
  readonly settingsFile: string;
  /** Of its backups. */
  readonly backupKeyFile: string;
  /** Null: it is not set up on this machine. */
  readonly settings: Settings | null;
  readonly user: UserIds | null;
}

/** Finds a server by its name; null: the name has another form, and that was said. */
export async function findServer(
  slug: string,
  options: OptionValues,
  { t, warn }: CommandContext,
): Promise<InstalledServer | null> {
  if (!/^(?:portal|plant-[a-z][a-z0-9-]{0,30})$/.test(slug)) {
    warn(t('backup:wrongName'));
    return null;
  }
  const folder = resolve(options['settings'] ?? SETTINGS_FOLDER);
  const settingsFile = join(folder, `${slug}.env`);
  const settings = await readSettings(settingsFile);
  return {
    slug,
    settingsFile,
    backupKeyFile: join(folder, `${slug}-backup.key`),
    settings,
    user: await findServiceUser(),
  };
}

/** Unit of systemd that runs it. */
export const getServerUnit = (slug: string): string =>
  slug === 'portal' ? 'varco-portal' : `varco-plant@${slug.slice('plant-'.length)}`;
