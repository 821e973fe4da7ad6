import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, romeDayStart } from '@varco/domain/time/rome.ts';
import { z } from 'zod';
import { loadData } from './load.ts';
import type { DataSpec } from './traffic.ts';

const Mark = z.object({
  spec: z.object({
    seed: z.int(),
    rows: z.int(),
    gates: z.int(),
    days: z.int(),
    firstDay: z.string(),
  }),
  rows: z.int(),
  plates: z.int(),
  loadSeconds: z.number(),
});

/** Description of the data in a loaded folder. */
export type DataMark = z.infer<typeof Mark>;

const markPath = (dataDir: string): string => join(dataDir, 'varco-bench.json');

const readMark = (dataDir: string): DataMark | null => {
  const path = markPath(dataDir);
  return existsSync(path) ? Mark.parse(JSON.parse(readFileSync(path, 'utf8'))) : null;
};

/** Specification of the data in the folder; null: not loaded yet. */
export const readSpec = (dataDir: string): DataSpec | null => readMark(dataDir)?.spec ?? null;

/** Returns the data of the folder, loading it when missing. Throws when it has another size than `rows`. */
export async function openDataFolder(dataDir: string, spec: DataSpec, say: (text: string) => void): Promise<DataMark> {
  const mark = readMark(dataDir);
  if (mark !== null) {
    if (JSON.stringify(mark.spec) !== JSON.stringify(spec)) {
      throw new Error(
        `${dataDir} holds ${mark.spec.rows.toLocaleString('en')} rows of another making: give another --data.`,
      );
    }
    return mark;
  }
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new Error(`${dataDir} holds a load that broke off: delete it, or give another --data.`);
  }
  const made = { spec, ...(await loadData(dataDir, spec, say)) };
  writeFileSync(markPath(dataDir), `${JSON.stringify(made)}\n`);
  return made;
}

/** First and last instant of the simulated period, epoch milliseconds. */
export const computePeriod = ({ firstDay, days }: DataSpec): { readonly fromMs: number; readonly toMs: number } => ({
  fromMs: romeDayStart(firstDay),
  toMs: romeDayStart(addDays(firstDay, days)),
});
