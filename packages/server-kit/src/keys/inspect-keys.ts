import type { KeyFacts } from '@varco/contract/inspection.ts';
import { SERVER_KEYS } from '@varco/contract/server-keys.ts';
import type { Pool } from 'pg';
import { readKeyAge } from './key-store.repository.ts';
import { type KeyTable, TLOG_KEYS } from './key-table.ts';

/** Ages of the keys of a server, for `varco doctor`. `table`: where the keys of the server itself are. */
export async function inspectKeys(pool: Pool, table: KeyTable): Promise<KeyFacts[]> {
  const facts: KeyFacts[] = [];
  for (const name of SERVER_KEYS) {
    const age = await readKeyAge(pool, name === 'server' ? table : TLOG_KEYS[name]);
    if (age !== null) facts.push({ name, ...age });
  }
  return facts;
}
