// `npm test`: everything there is to check, in one go. Words after it choose steps: `npm test server browser`.
import { runAll } from './checks/main-run.ts';
import { staticSteps } from './checks/static-steps.ts';
import { journeyStep, vitestStep } from './checks/test-steps.ts';

await runAll(
  [
    [...staticSteps(), vitestStep('components in the browser', 'browser')],
    [vitestStep('rules and texts', 'unit'), vitestStep('servers on PostgreSQL', 'server')],
  ],
  process.argv.slice(2),
  // Eight plants, a portal, PostgreSQL and a browser on two cores: what a person waits for must not wait for other tests.
  [journeyStep()],
);
