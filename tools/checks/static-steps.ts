import { readMigratedServers } from '../generate/database.ts';
import { openApiFiles, staleFiles } from '../generate/openapi.ts';
import { lockComplaints } from './lock-file.ts';
import { checkTestTitles } from '../spec/title-limit.ts';
import { checkResult, root, toolStep, type Step } from './run-steps.ts';
import { sizeComplaints } from './file-size.ts';
import { webBudgetStep } from './web-budget.ts';

/** All checks that read the code without running it. The import rules are part of lint. */
export function staticSteps(): Step[] {
  return [
    toolStep('types: servers and tools', 'tsc', ['-p', 'tsconfig.json']),
    toolStep('types: web', 'tsc', ['-p', 'tsconfig.web.json']),
    toolStep('lint and import rules', 'oxlint', []),
    toolStep('format', 'oxfmt', ['--check', '.']),
    toolStep('unused files, exports, libraries', 'knip', ['--no-progress']),
    { name: 'web app within its budgets', run: async () => webBudgetStep() },
    { name: 'sizes of files', run: async () => checkResult(await sizeComplaints()) },
    { name: 'requirement ids in test titles', run: async () => checkResult(await checkTestTitles(root)) },
    { name: 'lock file complete', run: async () => checkResult(await lockComplaints()) },
    {
      name: 'API descriptions up to date',
      run: async () => checkResult(await staleFiles(await openApiFiles(), 'openapi')),
    },
    { name: 'row types, indexes of keys', run: async () => checkResult(await databaseComplaints()) },
  ];
}

async function databaseComplaints(): Promise<string[]> {
  const { files, unindexedKeys } = await readMigratedServers();
  return [...(await staleFiles(files, 'dbtypes')), ...unindexedKeys];
}
