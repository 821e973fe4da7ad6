// Program that makes the portal: `varco setup portal` starts it with the portal's settings and the answers on standard
// input.
import { PortalSetUpInput } from '@varco/contract/set-up.ts';
import { runSetUpProgram } from '@varco/server-kit/process/set-up-program.ts';
import { readPortalEnv } from './env.ts';
import { setUpPortal } from './set-up/set-up-portal.ts';

await runSetUpProgram('varco setup portal', PortalSetUpInput, (input) =>
  setUpPortal(readPortalEnv(process.env), input),
);
