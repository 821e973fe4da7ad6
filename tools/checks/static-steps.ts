import { readMigratedServers } from '../generate/database.ts';
import { buildOpenApiFiles, findStaleFiles } from '../generate/openapi.ts';
import { checkExactVersions } from './exact-versions.ts';
import { checkLicences } from './licences.ts';
import { checkLockFile } from './lock-file.ts';
import { checkTestTitles } from '../spec/title-limit.ts';
import { toCheckResult, root, createToolStep, type Step } from './run-steps.ts';
import { findOversizedFiles } from './file-size.ts';
import { runWebBudgetStep } from './web-budget.ts';

/** All checks that read the code without running it. The import rules are part of lint. */
export function createStaticSteps(): Step[] {
  return [
    createTypeStep('types: servers and tools', 'tsconfig.json'),
    createTypeStep('types: web', 'tsconfig.web.json'),
    createToolStep('lint and import rules', 'oxlint', []),
    createToolStep('format', 'oxfmt', ['--check', '.']),
    createToolStep('unused files, exports, libraries', 'knip', ['--no-progress']),
    { name: 'web app within its budgets', run: async () => runWebBudgetStep() },
    { name: 'sizes of files', run: async () => toCheckResult(await findOversizedFiles()) },
    { name: 'requirement ids in test titles', run: async () => toCheckResult(await checkTestTitles(root)) },
    { name: 'licences of libraries', run: async () => toCheckResult(await checkLicences()) },
    { name: 'exact versions', run: async () => toCheckResult(await checkExactVersions()) },
    { name: 'lock file complete', run: async () => toCheckResult(await checkLockFile()) },
    {
      name: 'API descriptions up to date',
      run: async () => toCheckResult(await findStaleFiles(await buildOpenApiFiles(), 'openapi')),
    },
    { name: 'row types, indexes of keys', run: async () => toCheckResult(await checkDatabase()) },
  ];
}

/** Types are checked again only where something changed since the last run: 2 s of processor instead of 29. */
const createTypeStep = (name: string, config: string): Step =>
  createToolStep(name, 'tsc', [
    '-p',
    config,
    '--incremental',
    '--tsBuildInfoFile',
    `.cache/types/${config}.tsbuildinfo`,
  ]);

async function checkDatabase(): Promise<string[]> {
  const { files, unindexedKeys } = await readMigratedServers();
  return [...(await findStaleFiles(files, 'dbtypes')), ...unindexedKeys];
}
