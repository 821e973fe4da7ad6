import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const distributionSchema = z.strictObject({
  distributed: z.record(z.string(), z.string()),
  reference: z.array(z.string()),
});

/**
 * How the tables of a database are spread over the servers of a Citus cluster. `distributed`: column of each table whose
 * value says on which server a row is; rows of equal values are together, whatever their table. `reference`: tables that
 * every server has whole. All other tables are on the coordinator.
 */
export type Distribution = Readonly<{
  distributed: Readonly<Record<string, string>>;
  reference: readonly string[];
}>;

/** File that states it, beside the migrations. */
const DISTRIBUTION_FILE = 'distribution.json';

/** The distribution that folders of migrations state; null where none does: such a database cannot be on a cluster. */
export async function readDistribution(...folders: readonly string[]): Promise<Distribution | null> {
  for (const folder of folders) {
    const text = await readFile(join(folder, DISTRIBUTION_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (text !== null) return distributionSchema.parse(JSON.parse(text));
  }
  return null;
}
