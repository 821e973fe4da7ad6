// `npm run check`: the fast half of `npm test`. Arguments select steps: `npm run check lint`.
import { runAll } from './checks/main-run.ts';
import { staticSteps } from './checks/static-steps.ts';
import { vitestStep } from './checks/test-steps.ts';

await runAll([staticSteps(), [vitestStep('rules and texts', 'unit')]], process.argv.slice(2));
