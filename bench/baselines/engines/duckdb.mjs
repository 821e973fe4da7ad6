import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { serve } from './serve.mjs';

const folder = process.argv[2] ?? '.';
const instance = await DuckDBInstance.create(path.join(folder, 'reads.duckdb'), { threads: '2', memory_limit: '6GB' });
const connection = await instance.connect();

serve(async (sql) => {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowsJson();
});
