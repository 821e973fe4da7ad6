import type { Client } from 'pg';
import type { Brand } from './question.ts';

/** What the data offers to be asked about. */
export interface Facts {
  /** A few hundred plates as they come, and those seen most. */
  readonly plates: readonly string[];
  readonly busyPlates: readonly string[];
  /** Many plates from all over the dictionary, for reads that come in. */
  readonly known: readonly string[];
  readonly gates: number;
  readonly brands: readonly Brand[];
  /** Milliseconds: the simulated time, without what was sent since. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Reads the facts from the plant's tables: a small sample, the same one each time. */
export async function readFacts(
  owner: Client,
  data: { readonly gates: number; readonly fromMs: number; readonly toMs: number; readonly plates: number },
): Promise<Facts> {
  const share = Math.min(100, (40_000 / data.plates) * 100);
  const words = async (text: string): Promise<readonly string[]> =>
    (await owner.query<{ plate: string }>(text)).rows.map((row) => row.plate);
  const valid = `plate ~ '^[A-Z0-9]{5,9}$'`;
  return {
    ...data,
    plates: await words(
      `select plate from plate_dict tablesample system (${share}) repeatable (7) where ${valid} order by hashtext(plate) limit 400`,
    ),
    busyPlates: await words(`select plate from plate_dict where ${valid} order by n desc, plate limit 400`),
    known: await words(
      `select plate from plate_dict tablesample bernoulli (${Math.min(100, (30_000 / data.plates) * 100)}) repeatable (7)`,
    ),
    brands: (
      await owner.query<Brand>(
        `select code as id, value as word from code_value where kind = 'brand' and code between 1 and 12 order by code`,
      )
    ).rows,
  };
}
