// `npm run recompute -- FILE...`: recomputes the scores of answers of a plant from the numbers they show, without the
// product's scoring code. Needs nothing but Node: `node tools/recompute.ts FILE` works without an installation.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { AnswerError } from './recompute/read-fields.ts';
import { recomputeAnswer } from './recompute/recompute-answer.ts';

const HELP = `npm run recompute -- [--weights FILE] ANSWER.json ...

Recomputes the scores of an answer as the plant sent it: suspects (/api/v2/lpr/suspects), accomplices
(/api/platepartners) or related events (/api/related_events). --weights: the answer of
/api/v2/lpr/suspects/weights of a plant that changed its points.

Exit code: 0 all equal, 1 a row differs, 2 a file cannot be recomputed.`;

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new AnswerError(error instanceof Error ? error.message : 'cannot be read');
  }
}

/** A file may come from anywhere: nothing in it may steer the terminal. */
const toPlainLine = (text: string): string => text.replaceAll(/[^\x20-\x7E]/g, '?');

/** Prints every row of a file. Returns the number of rows that differ. */
async function printFile(file: string, weights: unknown): Promise<number> {
  const { model, rows } = recomputeAnswer(await readJson(file), weights);
  console.log(`${file}: ${model}`);
  for (const { plate, shown, recomputed, differences } of rows) {
    const result = differences.length === 0 ? 'equal' : `DIFFERENT: ${differences.join('; ')}`;
    console.log(toPlainLine(`${plate.padEnd(12)} shown ${shown}  recomputed ${recomputed}  ${result}`));
  }
  const wrong = rows.filter(({ differences }) => differences.length > 0).length;
  console.log(`${rows.length} rows, ${rows.length - wrong} equal, ${wrong} different`);
  return wrong;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { weights: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true || positionals.length === 0) {
    console.log(HELP);
    return values.help === true ? 0 : 2;
  }
  const weights = values.weights === undefined ? null : await readJson(values.weights);
  let wrong = 0;
  for (const file of positionals) wrong += await printFile(file, weights);
  return wrong === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  // Also a TypeError of parseArgs: an option that does not exist.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
