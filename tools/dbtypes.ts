// `npm run dbtypes`: generates the row types of every server from its migrations.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './checks/run-steps.ts';
import { readMigratedServers } from './generate/database.ts';

const { files, unindexedKeys } = await readMigratedServers();
for (const { path, text } of files) {
  await writeFile(join(root, path), text);
  console.log(`Written: ${path}`);
}
for (const key of unindexedKeys) console.error(key);
process.exit(unindexedKeys.length === 0 ? 0 : 1);
