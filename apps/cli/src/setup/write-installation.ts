import { chown, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserIds } from '../run-program.ts';
import { changeSettings, parseSettings, readSettings, type Settings, writeSettings } from '../settings-file.ts';
import { type DatabaseAddresses, getSlug, getUnit, type Installed } from './plan-settings.ts';

/** Files and folders of one server. */
export interface Places {
  readonly settings: string;
  /** Only for an external database: the address of the role that owns the tables. */
  readonly ownerSettings: string;
}

export const findPlaces = (folder: string, installed: Installed): Places => ({
  settings: join(folder, `${getSlug(installed)}.env`),
  ownerSettings: join(folder, `${getSlug(installed)}-owner.env`),
});

/** What is there of a server; null: that file does not exist. */
export async function readInstallation(places: Places): Promise<{ settings: Settings | null; owner: Settings | null }> {
  return { settings: await readSettings(places.settings), owner: await readSettings(places.ownerSettings) };
}

/** Addresses of databases in all settings files of a folder. */
export async function listDatabaseAddresses(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.env'));
  const all = await Promise.all(names.map((name) => readSettings(join(folder, name))));
  return all
    .flatMap((one) => [one?.['VARCO_DATABASE_URL'] ?? '', one?.['VARCO_DATABASE_OWNER_URL'] ?? ''])
    .filter((address) => address !== '');
}

/** How a settings file relates to what was asked. */
export interface SettingsOutcome {
  readonly outcome: 'made' | 'same' | 'different' | 'changed';
  /** Variables with another value, or missing. */
  readonly names: readonly string[];
}

export interface WriteOptions {
  readonly user: UserIds | null;
  /** Different values are written instead of being reported. */
  readonly isChanging: boolean;
}

/** Writes the settings of a server: a new file, or the values that differ where that was asked for. */
export async function writeServerSettings(
  places: Places,
  installed: Installed,
  wanted: Settings,
  { user, isChanging }: WriteOptions,
): Promise<SettingsOutcome> {
  const access = { mode: 0o640, gid: user?.gid ?? null };
  const text = await readFile(places.settings, 'utf8').catch(() => null);
  if (text === null) {
    await writeSettings(places.settings, buildText(installed, wanted), access);
    return { outcome: 'made', names: [] };
  }
  const found = parseSettings(text);
  const changes = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => (found[name] ?? '') !== value));
  const names = Object.keys(changes);
  if (names.length === 0) return { outcome: 'same', names };
  if (!isChanging) return { outcome: 'different', names };
  await writeSettings(places.settings, changeSettings(text, changes), access);
  return { outcome: 'changed', names };
}

/** Writes the address of the owner role for the step that changes tables; only its own user reads it. */
export async function writeOwnerSettings(places: Places, { ownerUrl }: DatabaseAddresses): Promise<void> {
  const header = '# Role that owns the tables: for the step that changes them, never for a server.\n';
  const text = `${header}VARCO_DATABASE_OWNER_URL=${ownerUrl}\n`;
  await writeSettings(places.ownerSettings, text, { mode: 0o600, gid: null });
}

const buildText = (installed: Installed, wanted: Settings): string =>
  [
    `# Written by varco setup ${installed.kind}${installed.name === '' ? '' : ` ${installed.name}`}: one NAME=value a line.`,
    `# All of them: "Variabili d'ambiente" in the manual. After a change: systemctl restart ${getUnit(installed)}`,
    ...Object.entries(wanted).map(([name, value]) => `${name}=${value}`),
    '',
  ].join('\n');

/** Makes the data folder for the user of the servers; false: it was there, and stays as it is. */
export async function makeDataFolder(folder: string, user: UserIds | null): Promise<boolean> {
  if ((await stat(folder).catch(() => null)) !== null) return false;
  await mkdir(folder, { recursive: true, mode: 0o750 });
  if (user !== null) await chown(folder, user.uid, user.gid);
  return true;
}
