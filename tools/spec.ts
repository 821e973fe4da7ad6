// `npm run spec`: which rows of docs/spec/requirements.tsv were proven by the last test run. `--table` also writes
// coverage.tsv.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './checks/run-steps.ts';
import { resultsDir } from './checks/test-steps.ts';
import { computeCoverage, parseRequirements, type CoveredRow } from './spec/coverage.ts';
import { readOutcomes } from './spec/test-results.ts';

const requirements = parseRequirements(await readFile(join(root, 'docs/spec/requirements.tsv'), 'utf8'));
const outcomes = await readOutcomes(resultsDir);
if (outcomes.length === 0) {
  console.error('There is no test run to read: run npm test first.');
  process.exit(1);
}
const { rows, unknownIds } = computeCoverage(requirements, outcomes);

const areas = Map.groupBy(rows, (row) => row.area);
for (const [area, ofArea] of areas) {
  const open = ofArea.filter((row) => row.state !== 'proven');
  console.log(`\n${area}: ${ofArea.length - open.length} of ${ofArea.length}`);
  for (const row of open) console.log(`  ${row.id.padEnd(9)} ${row.state === 'failing' ? 'FAILING ' : ''}${row.text}`);
}

const widest = Math.max(...[...areas.keys()].map((area) => area.length));
console.log(`\n${'area'.padEnd(widest)}  proven  failing   rows`);
for (const [area, ofArea] of areas) console.log(formatAreaLine(area, ofArea));
console.log(formatAreaLine('all', rows));
if (unknownIds.length > 0) console.log(`\nNamed by tests, but no row of the checklist: ${unknownIds.join(' ')}`);

if (process.argv.includes('--table')) {
  const table = rows.map((row) => [row.id, row.area, row.state, row.tests.map(collapseSpaces).join(' | ')].join('\t'));
  await writeFile(join(root, 'docs/spec/coverage.tsv'), `${['id\tarea\tstate\ttests', ...table].join('\n')}\n`);
  console.log('\nWritten: docs/spec/coverage.tsv');
}

function formatAreaLine(name: string, of: readonly CoveredRow[]): string {
  const count = (state: CoveredRow['state']): string => String(of.filter((row) => row.state === state).length);
  return `${name.padEnd(widest)}  ${count('proven').padStart(6)}  ${count('failing').padStart(7)}  ${String(of.length).padStart(5)}`;
}

function collapseSpaces(title: string): string {
  return title.replaceAll(/\s+/g, ' ').trim();
}
