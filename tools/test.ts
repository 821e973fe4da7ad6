// `npm test`: runs all checks and tests. Arguments select steps: `npm test server browser`.
import { runAll } from './checks/run-all.ts';
import { createStaticSteps } from './checks/static-steps.ts';
import { createJourneyStep, createVitestStep } from './checks/test-steps.ts';

await runAll(
  [
    [...createStaticSteps(), createVitestStep('components in the browser', 'browser')],
    [createVitestStep('rules and texts', 'unit'), createVitestStep('servers on PostgreSQL', 'server')],
  ],
  process.argv.slice(2),
  // Exclusive: eight plants, a portal, PostgreSQL and a browser on two cores would time out next to other tests.
  [createJourneyStep()],
);
