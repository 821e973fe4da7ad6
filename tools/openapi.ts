// `npm run openapi`: generates the API descriptions from the contract.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './checks/run-steps.ts';
import { buildOpenApiFiles } from './generate/openapi.ts';

for (const { path, text } of await buildOpenApiFiles()) {
  await writeFile(join(root, path), text);
  console.log(`Written: ${path}`);
}
