import { createInterface } from 'node:readline/promises';
import { readSecretLine } from '@varco/evidence/secret-line.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { runExporter } from './run-exporter.ts';

/** Italian unless the environment asks for another language. */
const requestedLanguage = process.env['VARCO_LANG'] ?? process.env['LC_ALL'] ?? process.env['LANG'] ?? 'it';
const language = requestedLanguage.startsWith('en') ? 'en' : 'it';
const { t } = createI18n(language);

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

process.exitCode = await runExporter(process.argv.slice(2), {
  t,
  language,
  now: () => new Date().toISOString(),
  print: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${line}\n`),
  signal: interruption.signal,
  readSecret: () => readSecretLine(process.stdin),
  ...(process.stdin.isTTY ? { ask } : {}),
  ...(process.stderr.isTTY ? { progress: (line) => process.stderr.write(`\r\u001b[K${line ?? ''}`) } : {}),
});
