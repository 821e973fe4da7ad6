import { createInterface } from 'node:readline/promises';
import { readSecretLine } from '@varco/evidence/secret-line.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { COMMANDS } from './commands.ts';
import { runCommand } from './run-command.ts';

/** Italian unless the environment asks for another language. */
const requestedLanguage = process.env['VARCO_LANG'] ?? process.env['LC_ALL'] ?? process.env['LANG'] ?? 'it';
const { t } = createI18n(requestedLanguage.startsWith('en') ? 'en' : 'it');

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(`${question} `, { signal: interruption.signal });
  } finally {
    terminal.close();
  }
}

process.exitCode = await runCommand(COMMANDS, process.argv.slice(2), {
  t,
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${line}\n`),
  signal: interruption.signal,
  readSecret: () => readSecretLine(process.stdin),
  ...(process.stdin.isTTY ? { ask } : {}),
  ...(process.stderr.isTTY ? { progress: (line) => process.stderr.write(`\r\u001b[K${line ?? ''}`) } : {}),
});
