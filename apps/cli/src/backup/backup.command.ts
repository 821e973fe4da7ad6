import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type Command, type CommandContext, EXIT, type ExitCode, type OptionValues } from '../command.ts';
import { withLanguage } from '../language.ts';
import { askProgram, type ConversationOptions } from './backup-conversation.ts';
import { explainBackup } from './explain-backup.ts';
import { type InstalledServer, findServer, getServerUnit } from '../find-server.ts';
import { formatCounts, formatInstant } from './format-backup.ts';
import { setUpBackup } from './set-up-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const BackupResult = z.object({
  at: z.string(),
  bytes: z.number(),
  seconds: z.number(),
  removed: z.number(),
  kind: z.enum(['whole', 'files']),
  isNewPeriod: z.boolean(),
  periods: z.array(z.object({ number: z.number(), until: z.string(), isCurrent: z.boolean() })),
  ended: z.array(z.number()),
  problem: z.string().nullable(),
});

/** `varco backup SERVER`: sets up backups, makes one, or tries whether the newest can be restored (ADR 0046). */
export const backup: Command = {
  words: 'backup',
  summary: 'backup:summary',
  operands: ['SERVER'],
  options: {
    init: { text: 'backup:option.init', value: null },
    files: { text: 'backup:option.files', value: null },
    verify: { text: 'backup:option.verify', value: null },
    'new-key': { text: 'backup:option.newKey', value: null },
    repository: { text: 'backup:option.repository', value: 'PLACE' },
    ring: { text: 'backup:option.ring', value: 'DIR' },
    's3-region': { text: 'backup:option.region', value: 'REGION' },
    's3-key-file': { text: 'backup:option.bucketKey', value: 'FILE' },
    work: { text: 'backup:option.work', value: 'DIR' },
    settings: { text: 'setup:option.settings', value: 'DIR' },
    lang: { text: 'setup:option.lang', value: 'it|en' },
  },
  async run({ options, operands }, given) {
    const context = withLanguage(given, options);
    try {
      const server = await findServer(operands[0] ?? '', options, context);
      if (server === null) return EXIT.couldNot;
      return await runBackup(server, options, context);
    } catch (error) {
      context.warn(explainBackup(error, context));
      return EXIT.failed;
    }
  },
};

async function runBackup(server: InstalledServer, options: OptionValues, context: CommandContext): Promise<ExitCode> {
  const { t, warn } = context;
  const { slug, settings, settingsFile } = server;
  if (settings === null) {
    warn(t('backup:noSettings', { file: settingsFile }));
    return EXIT.couldNot;
  }
  const isNewKey = options['new-key'] !== undefined;
  if (isNewKey && ['files', 'verify', 'init'].some((name) => options[name] !== undefined)) {
    warn(t('backup:newKey.whole'));
    return EXIT.couldNot;
  }
  if (options['init'] !== undefined) return initialise(server, options, context);
  if ((settings['VARCO_BACKUP_REPOSITORY'] ?? '') === '') {
    warn(t('backup:notSetUp', { command: `varco backup ${slug} --init` }));
    return EXIT.couldNot;
  }
  const ask = (action: ConversationOptions['action']): ConversationOptions => ({
    ...{ slug, action, settings, env: context.env, user: server.user, signal: context.signal },
  });
  if (options['verify'] !== undefined)
    return printVerified(await verifyBackup(ask('verify'), options, context), context);
  const settingsText = await readFile(settingsFile, 'utf8');
  if (isNewKey) context.print(t('backup:newKey.begins'));
  const answer = await askProgram(ask(options['files'] === undefined ? 'whole' : 'files'), { settingsText, isNewKey });
  return printBackupResult(BackupResult.parse(answer), context);
}

async function initialise(server: InstalledServer, options: OptionValues, context: CommandContext): Promise<ExitCode> {
  const { t, print } = context;
  const { slug, user } = server;
  const { settings, repository, newKey } = await setUpBackup(server, options);
  await askProgram({ slug, action: 'init', settings, env: context.env, user, signal: context.signal }, {});
  print(t('backup:init.done', { place: repository }));
  if (newKey === null) print(t('backup:init.keyThere'));
  else {
    print(t('backup:init.key'));
    print(`  ${newKey}`);
  }
  print(t('backup:init.next'));
  print(`  systemctl restart ${getServerUnit(slug)}`);
  print(`  varco backup ${slug}`);
  print(
    `  systemctl enable --now varco-backup@${slug}.timer varco-backup-files@${slug}.timer varco-backup-verify@${slug}.timer`,
  );
  return EXIT.ok;
}

/** Reports a finished backup: its kind, time, duration, size in MB, and what was removed or ended. */
function printBackupResult(result: z.infer<typeof BackupResult>, { t, print, warn }: CommandContext): ExitCode {
  const size = (result.bytes / 1_000_000).toFixed(1);
  print(t(`backup:taken.${result.kind}`, { at: formatInstant(result.at), seconds: String(result.seconds), size }));
  if (result.removed > 0) print(t('backup:removed', { count: result.removed }));
  for (const { number, until, isCurrent } of result.isNewPeriod ? result.periods : [])
    if (isCurrent) print(t('backup:period.isNew', { number: String(number) }));
    else print(t('backup:period.until', { number: String(number), until: formatInstant(until) }));
  for (const number of result.ended)
    print(t(number === 0 ? 'backup:period.former' : 'backup:period.ended', { number: String(number) }));
  if (result.problem === null) return EXIT.ok;
  warn(t('backup:period.problem', { reason: result.problem }));
  return EXIT.failed;
}

function printVerified(
  verified: Awaited<ReturnType<typeof verifyBackup>>,
  { t, print, warn }: CommandContext,
): ExitCode {
  const through = formatInstant(verified.through);
  if (!verified.isGood) {
    warn(t('backup:verify.bad', { at: formatInstant(verified.backupAt) }));
    return EXIT.failed;
  }
  print(t('backup:verify.good', { at: formatInstant(verified.backupAt), through }));
  print(`  ${formatCounts(verified.counts)}`);
  return EXIT.ok;
}
