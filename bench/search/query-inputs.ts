import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { Client } from 'pg';
import { type Brand, PAGE_SIZE } from './transit-query.ts';

/** Values of the data set used to build queries. */
export interface SearchInputs {
  /** A few hundred random plates, and the most frequent ones. */
  readonly plates: readonly string[];
  readonly busyPlates: readonly string[];
  /** Many plates from the whole dictionary, used for incoming reads. */
  readonly known: readonly string[];
  readonly gates: number;
  /** Rows far down the list of all transits, and of the list of three gates. */
  readonly deep: readonly DeepRow[];
  readonly deepOfGates: readonly DeepRow[];
  readonly brands: readonly Brand[];
  /** Milliseconds: the simulated period, without reads sent later. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** The last row of a page, and the number of rows up to it. */
export interface DeepRow {
  readonly id: string;
  readonly offset: number;
  readonly gates?: readonly number[];
}

/** Page numbers whose last row is used to continue from. */
const DEPTHS = [2, 10, 40, 100, 400, 1_000, 4_000];
const DEEP_GATES = [
  [7, 31, 64],
  [2, 15, 77],
  [40, 41, 90],
];

async function readDeepRows(
  owner: Client,
  gates: readonly number[] | undefined,
  to: string,
): Promise<readonly DeepRow[]> {
  const rows: DeepRow[] = [];
  for (const page of DEPTHS) {
    const offset = page * PAGE_SIZE;
    const { rows: found } = await owner.query<{ id: string }>(
      `select id from transit where ts < $1 ${gates === undefined ? '' : `and gate in (${gates.join(', ')})`}
       order by ts desc, id desc offset ${offset - 1} limit 1`,
      [to],
    );
    if (found[0] !== undefined) rows.push({ id: found[0].id, offset, ...(gates === undefined ? {} : { gates }) });
  }
  return rows;
}

/** Reads the query inputs from the plant's tables: a small sample, the same each time. */
export async function readSearchInputs(
  owner: Client,
  data: { readonly gates: number; readonly fromMs: number; readonly toMs: number; readonly plates: number },
): Promise<SearchInputs> {
  const share = Math.min(100, (40_000 / data.plates) * 100);
  const words = async (text: string): Promise<readonly string[]> =>
    (await owner.query<{ plate: string }>(text)).rows.map((row) => row.plate);
  const valid = `plate ~ '^[A-Z0-9]{5,9}$'`;
  const to = toIsoInstant(data.toMs);
  const deepOfGates: DeepRow[] = [];
  for (const gates of DEEP_GATES) deepOfGates.push(...(await readDeepRows(owner, gates, to)));
  return {
    ...data,
    plates: await words(
      `select plate from plate_dict tablesample system (${share}) repeatable (7) where ${valid} order by hashtext(plate) limit 400`,
    ),
    busyPlates: await words(`select plate from plate_dict where ${valid} order by n desc, plate limit 400`),
    known: await words(
      `select plate from plate_dict tablesample bernoulli (${Math.min(100, (30_000 / data.plates) * 100)}) repeatable (7)`,
    ),
    deep: await readDeepRows(owner, undefined, to),
    deepOfGates,
    brands: (
      await owner.query<Brand>(
        `select code as id, value as word from code_value where kind = 'brand' and code between 1 and 12 order by code`,
      )
    ).rows,
  };
}
