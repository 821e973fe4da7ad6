import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { type Command, type CommandContext, EXIT, type ExitCode, type OptionValues } from '../command.ts';
import { withLanguage } from '../language.ts';
import { parseSettings, type Settings, writeSettings } from '../settings-file.ts';
import { makeDataFolder } from '../setup/write-installation.ts';
import { askProgram } from './backup-conversation.ts';
import { explainBackup } from './explain-backup.ts';
import { type InstalledServer, findServer, getServerUnit } from '../find-server.ts';
import { formatCounts, formatInstant, parseTarget } from './format-backup.ts';
import { writeKeyFile } from './set-up-backup.ts';

const Described = z.object({ at: z.string(), settings: z.string(), dataDir: z.string() });
const Done = z.object({
  backupAt: z.string(),
  picturesAt: z.string(),
  through: z.string(),
  epoch: z.number().nullable(),
  counts: z.record(z.string(), z.number()),
});

/** `varco restore SERVER --to TIME|latest`: puts a server back from its backups into an empty place (ADR 0046). */
export const restore: Command = {
  words: 'restore',
  summary: 'backup:restoreSummary',
  operands: ['SERVER'],
  options: {
    to: { text: 'backup:option.to', value: 'TIME|latest' },
    repository: { text: 'backup:option.from', value: 'PLACE' },
    'key-file': { text: 'backup:option.keyFile', value: 'FILE' },
    ring: { text: 'backup:option.ringFrom', value: 'DIR' },
    's3-region': { text: 'backup:option.region', value: 'REGION' },
    's3-key-file': { text: 'backup:option.bucketKey', value: 'FILE' },
    settings: { text: 'setup:option.settings', value: 'DIR' },
    lang: { text: 'setup:option.lang', value: 'it|en' },
  },
  async run({ options, operands }, given) {
    const context = withLanguage(given, options);
    const to = parseTarget(options['to'] ?? '');
    if (to === undefined) {
      context.warn(context.t('backup:wrongTime'));
      return EXIT.couldNot;
    }
    try {
      const server = await findServer(operands[0] ?? '', options, context);
      return server === null ? EXIT.couldNot : await runRestore(server, to, options, context);
    } catch (error) {
      context.warn(explainBackup(error, context));
      return EXIT.failed;
    }
  },
};

async function runRestore(
  server: InstalledServer,
  to: string | null,
  options: OptionValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { t, print, warn } = context;
  const settings = server.settings ?? (await bringSettings(server, options, context));
  if (settings === null) {
    warn(t('backup:needsPlace', { file: server.settingsFile }));
    return EXIT.couldNot;
  }
  const dataDir = settings['VARCO_DATA_DIR'] ?? '';
  // Asked before anything is made: what is there is never touched.
  if ((await readdir(dataDir).catch(() => [])).length > 0) {
    warn(t('backup:notEmpty', { folder: dataDir }));
    return EXIT.failed;
  }
  await makeDataFolder(dataDir, server.user);
  const { slug, user } = server;
  print(t('backup:restoring'));
  const ask = { slug, action: 'restore' as const, settings, env: context.env, user, signal: context.signal };
  const done = Done.parse(await askProgram(ask, { to }));
  print(t('backup:restored.database', { through: formatInstant(done.through), at: formatInstant(done.backupAt) }));
  print(t('backup:restored.pictures', { at: formatInstant(done.picturesAt) }));
  print(`  ${formatCounts(done.counts)}`);
  if (done.epoch !== null) print(t('backup:restored.epoch', { epoch: String(done.epoch) }));
  print(t('setup:start', { command: `systemctl enable --now ${getServerUnit(slug)}` }));
  print(t('backup:restored.again', { command: `varco backup ${slug}` }));
  return EXIT.ok;
}

/** On an empty machine: settings and key come back first; null: place or key file were not named. */
async function bringSettings(
  server: InstalledServer,
  options: OptionValues,
  context: CommandContext,
): Promise<Settings | null> {
  const { repository, 'key-file': keyFile } = options;
  if (repository === undefined || keyFile === undefined) return null;
  const { slug, user } = server;
  // Read here: the file may be for root alone.
  const key = (await readFile(keyFile, 'utf8')).trim();
  const access: Settings = {
    VARCO_BACKUP_REPOSITORY: repository,
    VARCO_BACKUP_KEY: key,
    ...(options['ring'] === undefined ? {} : { VARCO_BACKUP_RING: resolve(options['ring']) }),
    ...(options['s3-region'] === undefined ? {} : { VARCO_BACKUP_S3_REGION: options['s3-region'] }),
    ...(options['s3-key-file'] === undefined ? {} : { VARCO_BACKUP_S3_KEY_FILE: resolve(options['s3-key-file']) }),
  };
  const answer = await askProgram(
    {
      ...{ slug, action: 'describe', settings: { ...access, VARCO_DATA_DIR: '/' } },
      ...{ env: context.env, user, signal: context.signal },
    },
    {},
  );
  const { settings: text } = Described.parse(answer);
  const found = parseSettings(text);
  await mkdir(dirname(server.settingsFile), { recursive: true, mode: 0o755 });
  await writeKeyFile(found['VARCO_BACKUP_KEY_FILE'] ?? server.backupKeyFile, key, user);
  await writeSettings(server.settingsFile, text, { mode: 0o640, gid: user?.gid ?? null });
  context.print(context.t('backup:restored.settings', { file: server.settingsFile }));
  return found;
}
