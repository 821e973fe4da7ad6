import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { isLoaded } from './load-engines.ts';

const INDEXES = [
  'create unique index reads_id on obvious.reads (id)',
  'create index reads_plate on obvious.reads (plate)',
  'create index reads_ts on obvious.reads (ts)',
  'create index reads_gate on obvious.reads (gate)',
  // Not every portal has this index; without it each ILIKE reads the whole table.
  'create index reads_plate_trigram on obvious.reads using gin (plate gin_trgm_ops)',
];

/** SQL that maps a number to its word by position in a constant list. */
async function buildWordLookup(owner: Client, kind: string, column: string): Promise<string> {
  const { rows } = await owner.query<{ words: string }>(
    `select quote_literal(array_agg(value order by code)::text) as words from code_value where kind = $1`,
    [kind],
  );
  return `(${rows[0]?.words ?? "'{}'"}::text[])[${column} + 1]`;
}

/**
 * The obvious design that many portals begin with: one table with plain words, next to the plant's own tables in the
 * same PostgreSQL. Rows after `endMs` are omitted.
 */
export async function loadObvious(
  dataDir: string,
  owner: Client,
  endMs: number,
  say: (text: string) => void,
): Promise<void> {
  if (isLoaded(dataDir, 'obvious')) return;
  say('obvious design: rows');
  const words = [
    `${await buildWordLookup(owner, 'nation', 'nation')} as nation`,
    `${await buildWordLookup(owner, 'brand', 'brand')} as brand`,
    `${await buildWordLookup(owner, 'model', 'model')} as model`,
    `${await buildWordLookup(owner, 'colour', 'colour')} as colour`,
    `${await buildWordLookup(owner, 'class', 'vclass')} as vclass`,
  ];
  await owner.query('drop schema if exists obvious cascade');
  await owner.query('create schema obvious');
  await owner.query(`set maintenance_work_mem = '1GB'`);
  await owner.query(
    `create table obvious.reads as select id, ts, plate, gate, ${words.join(', ')}, speed, lane, confidence,
       case when adr_un = 0 then '' else adr_kemler || '/' || adr_un end as adr
     from transit where ts < to_timestamp(${endMs / 1000}) order by ts, id`,
  );
  for (const index of INDEXES) {
    say(`obvious design: ${/reads_\w+/.exec(index)?.[0] ?? ''}`);
    await owner.query(index);
  }
  await owner.query('vacuum (analyze) obvious.reads');
  await writeFile(join(dataDir, 'obvious.loaded'), '');
}
