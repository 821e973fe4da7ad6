// `npm test`: runs all checks and tests. Arguments select steps: `npm test server browser`.
import { runAll } from './checks/main-run.ts';
import { staticSteps } from './checks/static-steps.ts';
import { journeyStep, vitestStep } from './checks/test-steps.ts';

await runAll(
  [
    [...staticSteps(), vitestStep('components in the browser', 'browser')],
    [vitestStep('rules and texts', 'unit'), vitestStep('servers on PostgreSQL', 'server')],
  ],
  process.argv.slice(2),
  // Exclusive: eight plants, a portal, PostgreSQL and a browser on two cores would time out next to other tests.
  [journeyStep()],
);
