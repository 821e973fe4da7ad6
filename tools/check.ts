// `npm run check`: the fast half of `npm test`. Arguments select steps: `npm run check lint`.
import { runAll } from './checks/run-all.ts';
import { createStaticSteps } from './checks/static-steps.ts';
import { createVitestStep } from './checks/test-steps.ts';

await runAll([createStaticSteps(), [createVitestStep('rules and texts', 'unit')]], process.argv.slice(2));
