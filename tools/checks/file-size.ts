import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './run-steps.ts';

const maxLines = 400;

// Lint limits the length of code files; this check also covers files lint does not read (styles, SQL, scripts).
const measured = ['apps', 'packages', 'tools', 'e2e', 'bench'].map(
  (folder) => `${folder}/**/*.{ts,tsx,mjs,js,css,sql,html,sh}`,
);
const exempt = [
  /\.gen\.\w+$/,
  /^packages\/i18n\/src\/(it|en)\//,
  /\.seed\.ts$/,
  /\/seeds\//,
  /^bench\/baselines\/engines\//,
  // The schema of pg-boss as its library prints it (ADR 0028).
  /\/migrations\/0006-jobs\.sql$/,
];

/** Files of more than 400 lines, as "path: n lines". Language files, seeds and generated files, the schema of a library among them, may be longer. */
export async function findOversizedFiles(folder = root): Promise<string[]> {
  const complaints: string[] = [];
  const isSkipped = (name: string): boolean => /(^|\/)(node_modules|dist)(\/|$)/.test(name);
  for await (const file of glob(measured, { cwd: folder, exclude: isSkipped })) {
    if (exempt.some((pattern) => pattern.test(file))) continue;
    const lines = (await readFile(join(folder, file), 'utf8')).split('\n').length - 1;
    if (lines > maxLines) complaints.push(`${file}: ${lines} lines, at most ${maxLines}: split it by reason to change`);
  }
  return complaints.toSorted();
}
