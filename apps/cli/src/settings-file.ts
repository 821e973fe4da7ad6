import { randomBytes } from 'node:crypto';
import { chown, open, readFile, rename, unlink } from 'node:fs/promises';

/** Variables of a settings file, as systemd reads it: one NAME=value a line. */
export type Settings = Readonly<Record<string, string>>;

/** Folder of the settings files of an installation. */
export const SETTINGS_FOLDER = '/etc/varco';

/** Values are written without quotes: systemd and Node must read the same, so these characters are refused. */
const UNSAFE = /[\s"'`\\#]/;

/** True for a value that every reader of a settings file takes as it stands. */
export const isSafeValue = (value: string): boolean => !UNSAFE.test(value);

/** The variables of a text; comments and lines without `=` are left out, quotes around a value are removed. */
export function parseSettings(text: string): Settings {
  const found: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const match = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (match?.[1] !== undefined) found[match[1]] = (match[2] ?? '').replace(/^(["'])(.*)\1$/, '$2');
  }
  return found;
}

/** The variables of a file; null: it does not exist. Throws when it cannot be read. */
export async function readSettings(file: string): Promise<Settings | null> {
  try {
    return parseSettings(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** A text of settings with some values changed in their lines, or added at the end; comments stay. */
export function changeSettings(text: string, changes: Settings): string {
  const rest = new Map(Object.entries(changes));
  const lines = text.replace(/\n$/, '').split('\n');
  const changed = lines.map((line) => {
    const name = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*=/.exec(line)?.[1];
    const value = name === undefined ? undefined : rest.get(name);
    if (name === undefined || value === undefined) return line;
    rest.delete(name);
    return `${name}=${value}`;
  });
  return `${[...changed, ...[...rest].map(([name, value]) => `${name}=${value}`)].join('\n')}\n`;
}

export interface FileAccess {
  readonly mode: number;
  /** Group that may read it; null: that of the caller. */
  readonly gid: number | null;
}

/** Writes a file as a whole under its mode: a process that is killed leaves the old file, or the new one. */
export async function writeSettings(file: string, text: string, { mode, gid }: FileAccess): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', mode);
    try {
      await handle.chmod(mode);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (gid !== null) await chown(draft, process.getuid?.() ?? -1, gid);
    await rename(draft, file);
  } catch (error) {
    await unlink(draft).catch(() => {});
    throw error;
  }
}
