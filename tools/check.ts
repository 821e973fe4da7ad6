// `npm run check`: the quick half of `npm test`. Words after it choose steps: `npm run check lint`.
import { runAll } from './checks/main-run.ts';
import { staticSteps } from './checks/static-steps.ts';
import { vitestStep } from './checks/test-steps.ts';

await runAll([staticSteps(), [vitestStep('rules and texts', 'unit')]], process.argv.slice(2));
