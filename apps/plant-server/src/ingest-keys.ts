// Program that lists, makes and revokes the keys with which reads are sent to a plant: `varco ingest-keys` starts it with
// the plant's settings and the task on standard input. Prints one line of JSON.
import { json } from 'node:stream/consumers';
import { readEnv } from '@varco/server-kit/env/read-env.ts';
import { startOrExplain } from '@varco/server-kit/process/start-or-explain.ts';
import { PlantEnv } from './env.ts';
import { manageIngestKeys } from './ingest-keys/ingest-keys-program.ts';

await startOrExplain('varco ingest-keys', async () => {
  const report = await manageIngestKeys(readEnv(PlantEnv, process.env), await json(process.stdin));
  process.stdout.write(`${JSON.stringify(report)}\n`);
});
