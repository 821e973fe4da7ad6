/** Why the embedded database did not start. */
export type EmbeddedProblem =
  | 'unsupported-machine'
  | 'other-version'
  | 'other-owner'
  | 'foreign-folder'
  | 'in-use'
  | 'not-migrated'
  | 'disk-full'
  | 'not-permitted'
  | 'failed';

/** Thrown by {@link startEmbeddedPostgres}. The message tells the user what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly problem: EmbeddedProblem;

  constructor(problem: EmbeddedProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/**
 * Converts the output of PostgreSQL or of the system to an error with a known problem. `doing` is "start" or "be
 * created".
 */
export function toEmbeddedError(doing: string, dataDir: string, output: string): EmbeddedPostgresError {
  const tail = output.trim().split('\n').slice(-6).join('\n');
  if (/No space left on device|ENOSPC|Disk quota exceeded/.test(output)) {
    return new EmbeddedPostgresError(
      'disk-full',
      `The disk is full: the database in ${dataDir} could not ${doing}. Free some space and start again; nothing acknowledged is lost.`,
    );
  }
  if (/Permission denied|EACCES|EPERM|Read-only file system/.test(output)) {
    return new EmbeddedPostgresError('not-permitted', `The folder ${dataDir} cannot be written.\n${tail}`);
  }
  return new EmbeddedPostgresError('failed', `The database in ${dataDir} could not ${doing}.\n${tail}`);
}
