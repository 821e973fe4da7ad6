import { sql } from 'kysely';
import { candidateQuery } from './candidate-query.sql.ts';
import type { ScanRequest } from './scan-statements.repository.ts';
import type { TransitKey } from '../transit-row.ts';
import { compileStatement, type Runner } from '../../../database/sql-statement.ts';

/** The rows after the first `skip` ones. The database reads every row before them. */
export function fetchKeysAtOffset(
  runner: Runner,
  { search, range, order, count }: ScanRequest,
  skip: number,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  const direction = order === 'newest' ? sql`desc` : sql`asc`;
  const query = sql`select h.plate, h.id::text as id ${candidateQuery(search, range)}
    order by h.ts ${direction}, h.id ${direction} offset ${skip} limit ${count}`;
  return runner.run<{ plate: string; id: string }>(compileStatement(query), signal);
}
