import { createI18n } from '@varco/i18n/create-i18n.ts';
import { COMMANDS } from './commands.ts';
import { runCommand } from './run-command.ts';

/** Italian unless the terminal asks for another language. */
const wanted = process.env['VARCO_LANG'] ?? process.env['LC_ALL'] ?? process.env['LANG'] ?? 'it';
const { t } = createI18n(wanted.startsWith('en') ? 'en' : 'it');

process.exitCode = await runCommand(COMMANDS, process.argv.slice(2), {
  t,
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${line}\n`),
});
