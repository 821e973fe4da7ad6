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

/** What a loaded folder holds. */
export type DataMark = z.infer<typeof Mark>;

const markOf = (dataDir: string): string => join(dataDir, 'varco-bench.json');

/** The folder's data, loaded now when there is none. Throws when it holds another size than `rows`. */
export async function openData(dataDir: string, spec: DataSpec, say: (text: string) => void): Promise<DataMark> {
  const path = markOf(dataDir);
  if (existsSync(path)) {
    const mark = Mark.parse(JSON.parse(readFileSync(path, 'utf8')));
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
  const mark = { spec, ...(await loadData(dataDir, spec, say)) };
  writeFileSync(path, `${JSON.stringify(mark)}\n`);
  return mark;
}

/** First and last instant of the simulated time, milliseconds. */
export const timeOf = ({ firstDay, days }: DataSpec): { readonly fromMs: number; readonly toMs: number } => ({
  fromMs: romeDayStart(firstDay),
  toMs: romeDayStart(addDays(firstDay, days)),
});
