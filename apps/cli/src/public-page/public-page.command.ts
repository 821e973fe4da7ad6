import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Command, EXIT } from '../command.ts';
import { DATABASE_OPTIONS, findDatabaseAddress } from '../database-address.ts';
import { withLanguage } from '../language.ts';
import { findProgram, runProgram } from '../run-program.ts';

/** What the program of the plant prints: files by name, in base64. */
const Files = z.record(z.string().regex(/^[a-z]+\.(?:html|pdf|csv|json)(?:\.note)?$/), z.string());

/** `varco public-page`: what a plant publishes about itself in a year, as static files with signatures. */
export const publicPage: Command = {
  words: 'public-page',
  summary: 'publicPage:summary',
  options: {
    out: { text: 'publicPage:option.out', value: 'DIR' },
    year: { text: 'publicPage:option.year', value: 'YEAR' },
    ...DATABASE_OPTIONS,
    data: { text: 'cli:joining.optionData', value: 'DIR' },
    lang: { text: 'setup:option.lang', value: 'it|en' },
  },
  async run({ options }, given) {
    const context = withLanguage(given, options);
    const { t, print, warn, env } = context;
    const url = await findDatabaseAddress(options, context);
    const dataDir = options['data'] ?? env['VARCO_DATA_DIR'];
    if (url === null || dataDir === undefined) {
      warn(t('cli:audit.couldNot', { reason: t('cli:audit.noDatabase') }));
      return EXIT.couldNot;
    }
    const { code, output, problem } = await runProgram(findProgram('plant-server', 'public-page'), {
      args: [options['year'] ?? '', options['lang'] ?? 'it'],
      env: { ...env, VARCO_DATABASE_URL: url, VARCO_DATA_DIR: resolve(dataDir) },
    });
    if (code !== 0) {
      warn(t('publicPage:failed', { reason: problem === '' ? '-' : problem }));
      return EXIT.failed;
    }
    const folder = resolve(options['out'] ?? '.');
    const files = Files.parse(JSON.parse(output));
    await writeFiles(folder, files);
    for (const name of Object.keys(files)) print(join(folder, name));
    return EXIT.ok;
  },
};

/** Each file replaces the one before at once: the folder is served while it is written. */
async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const draft = join(folder, `.${name}.new`);
    await writeFile(draft, Buffer.from(content, 'base64'), { mode: 0o644 });
    await rename(draft, join(folder, name));
  }
}
