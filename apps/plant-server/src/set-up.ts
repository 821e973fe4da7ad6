// Program that makes a plant: `varco setup plant` starts it with the plant's settings and the answers on standard input.
import { PlantSetUpInput } from '@varco/contract/set-up.ts';
import { readEnv } from '@varco/server-kit/env/read-env.ts';
import { runSetUpProgram } from '@varco/server-kit/process/set-up-program.ts';
import { PlantEnv } from './env.ts';
import { setUpPlant } from './set-up/set-up-plant.ts';

await runSetUpProgram('varco setup plant', PlantSetUpInput, (input) =>
  setUpPlant(readEnv(PlantEnv, process.env), input),
);
