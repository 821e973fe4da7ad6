import path from 'node:path';
import { Session } from 'chdb';
import { serve } from './serve.mjs';

const session = new Session(path.join(process.argv[2] ?? '.', 'reads.chdb'));
session.query('set max_threads = 2');
// Without this setting a repeated query would be answered from the cache.
session.query('set use_query_condition_cache = 0');

serve(async (sql) => {
  const text = String(session.query(sql, 'JSONCompactEachRow') ?? '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
});
