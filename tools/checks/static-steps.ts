import { lockComplaints } from './lock-file.ts';
import { checkResult, toolStep, type Step } from './run-steps.ts';
import { sizeComplaints } from './file-size.ts';

/** Everything that reads the code without running it. Import rules are part of lint. */
export function staticSteps(): Step[] {
  return [
    toolStep('types: servers and tools', 'tsc', ['-p', 'tsconfig.json']),
    toolStep('types: web', 'tsc', ['-p', 'tsconfig.web.json']),
    toolStep('lint and import rules', 'oxlint', []),
    toolStep('format', 'oxfmt', ['--check', '.']),
    toolStep('unused files, exports, libraries', 'knip', ['--no-progress']),
    { name: 'sizes of files', run: async () => checkResult(await sizeComplaints()) },
    { name: 'lock file complete', run: async () => checkResult(await lockComplaints()) },
  ];
}
