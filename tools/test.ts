// `npm test`: runs all checks and tests. Arguments select steps: `npm test server browser`. `npm test -- --engine citus` runs
// the tests of the servers on a cluster.
import { runAll } from './checks/run-all.ts';
import { createToolStep } from './checks/run-steps.ts';
import { createStaticSteps } from './checks/static-steps.ts';
import { takeEngine } from './checks/test-engine.ts';
import { createJourneyStep, createVitestStep } from './checks/test-steps.ts';

const { engine, rest } = takeEngine(process.argv.slice(2));
const servers = createVitestStep('servers on PostgreSQL', 'server');

await (engine === 'citus'
  ? runAll([[servers]], rest)
  : runAll(
      [
        [
          ...createStaticSteps(),
          createToolStep('a hundred simulated days', 'node', ['tools/sim/main.ts', 'federation']),
          createVitestStep('components in the browser', 'browser'),
        ],
        [createVitestStep('rules and texts', 'unit'), servers],
      ],
      rest,
      // Exclusive: eight plants, a portal, PostgreSQL and a browser on two cores would time out next to other tests.
      [createJourneyStep()],
    ));
