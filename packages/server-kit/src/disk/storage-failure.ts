const FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
/** SQLSTATE of a database that found no room. */
const DATABASE_FULL = '53100';
const MAX_CAUSES = 5;

/** A write that found no room: in the database, or at a path of this machine (null: unknown). */
export type StorageFailure = { readonly where: 'database' } | { readonly where: 'file'; readonly path: string | null };

/** Finds in an error, or in what caused it, that a disk or a quota was full; null: it has another reason. */
export function findStorageFailure(error: unknown, depth = 0): StorageFailure | null {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === DATABASE_FULL) return { where: 'database' };
  if (FULL_CODES.has(code))
    return { where: 'file', path: 'path' in error && typeof error.path === 'string' ? error.path : null };
  return findStorageFailure(error.cause, depth + 1);
}
