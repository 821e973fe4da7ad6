// `npm run sim`: thousands of days of plants, browsers, cameras and networks in simulated time. Exit code 1 when a promise of
// the product was broken, or when the planted faults were not found.
import { installModuleHooks } from './engine/module-hooks.ts';
import { HELP, OptionError, parseSimOptions, type SimOptions } from './options.ts';
import { findPlantedFault } from './planted/all-faults.ts';
import { runPlantedFaults } from './planted/run-planted.ts';

async function simulate(options: SimOptions): Promise<number> {
  const { fault } = options;
  const planted = fault === null ? null : findPlantedFault(fault);
  if (planted === undefined) throw new OptionError(`there is no planted fault ${fault}`);
  installModuleHooks(planted);
  // After the hooks, which change how the product is loaded.
  const { runFederation } = await import('./federation.ts');
  return runFederation(options);
}

try {
  const options = parseSimOptions(process.argv.slice(2));
  if (options === null) console.log(HELP);
  else process.exitCode = options.command === 'faults' ? await runPlantedFaults(options) : await simulate(options);
} catch (error) {
  if (!(error instanceof OptionError)) throw error;
  console.error(`${error.message}\n\n${HELP}`);
  process.exitCode = 2;
}
