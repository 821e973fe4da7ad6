import { AuditUnavailable } from '../audit/audit-sink.ts';
import { findStorageFailure } from '../disk/storage-failure.ts';
import { BucketError } from '../media/blob-bucket.ts';
import { AppError } from './app-error.ts';

/** Error code by SQLSTATE. Anything else is `db_err`, so that a server fault is never reported as the caller's. */
const SQL_STATES: Readonly<Record<string, () => AppError>> = {
  '57014': () => new AppError('unavailable', { sub: 'statement_timeout' }),
  '53300': () => new AppError('unavailable', { sub: 'db_in_use' }),
  '53400': () => new AppError('unavailable', { sub: 'db_in_use' }),
  '55P03': () => new AppError('unavailable', { sub: 'db_in_use' }),
  // The host behind the address is not the primary (any more).
  '25006': () => new AppError('unavailable', { sub: 'cant_connect_to_db' }),
  '57P01': () => new AppError('unavailable', { sub: 'cant_connect_to_db' }),
  '57P02': () => new AppError('unavailable', { sub: 'cant_connect_to_db' }),
  '57P03': () => new AppError('unavailable', { sub: 'cant_connect_to_db' }),
  '23505': () => new AppError('duplicate'),
  // NUL and other bytes that text cannot contain: the caller's fault.
  '22021': () => new AppError('bad_request', { sub: 'invalid_field' }),
  '22P05': () => new AppError('bad_request', { sub: 'invalid_field' }),
  // A number that its column cannot hold.
  '22003': () => new AppError('bad_request', { sub: 'invalid_field' }),
};

const FRAMEWORK_CODES: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('payload_too_large'),
  FST_REQ_FILE_TOO_LARGE: () => new AppError('payload_too_large'),
  FST_PARTS_LIMIT: () => new AppError('payload_too_large'),
  FST_FILES_LIMIT: () => new AppError('payload_too_large'),
  FST_FIELDS_LIMIT: () => new AppError('payload_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('unsupported_media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new AppError('bad_request'),
  FST_ERR_BAD_URL: () => new AppError('bad_request', { sub: 'invalid_field', field: 'path' }),
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError('not_found'),
};

const LOST_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
/** A database that ends in the middle of a statement: read or write on its socket. */
const BROKEN_CONNECTION = new Set(['ECONNRESET', 'EPIPE']);
/** Driver messages without a code. They are constants of the library, never data. */
const DRIVER_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^timeout exceeded when trying to connect$/, 'db_in_use'],
  [/^Connection terminated/, 'cant_connect_to_db'],
  [/^Client has encountered a connection error and is not queryable$/, 'cant_connect_to_db'],
  [/^Query read timeout$/, 'statement_timeout'],
  [/^Cannot use a pool after calling end on the pool$/, 'shutting_down'],
];

const readOwnProperty = (object: object, key: string): unknown => Object.getOwnPropertyDescriptor(object, key)?.value;

/**
 * Converts any thrown value to an `AppError`. The original message never reaches the response: PostgreSQL and parsers
 * quote the offending values.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof AuditUnavailable) return new AppError('unavailable', { sub: 'audit_unavailable', cause: error });
  if (error instanceof BucketError) return new AppError('unavailable', { cause: error });
  if (!(error instanceof Error)) return new AppError('internal', { cause: error });
  if (findStorageFailure(error) !== null) return new AppError('unavailable', { sub: 'storage_full', cause: error });
  const known = fromErrorCode(error) ?? fromDriverMessage(error) ?? fromFrameworkStatus(error);
  return known ?? new AppError('internal', { cause: error });
}

function fromErrorCode(error: Error): AppError | null {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const make = SQL_STATES[code] ?? FRAMEWORK_CODES[code];
  if (make !== undefined) return make();
  const isSql = readOwnProperty(error, 'severity') !== undefined && /^[0-9A-Z]{5}$/.test(code);
  if (isSql && code.startsWith('08')) return new AppError('unavailable', { sub: 'cant_connect_to_db', cause: error });
  if (isSql) return new AppError('db_err', { cause: error });
  const syscall = readOwnProperty(error, 'syscall');
  const isBroken = BROKEN_CONNECTION.has(code) && (syscall === 'read' || syscall === 'write');
  if (isBroken || (LOST_CONNECTION.has(code) && syscall === 'connect'))
    return new AppError('unavailable', { sub: 'cant_connect_to_db', cause: error });
  return null;
}

function fromDriverMessage(error: Error): AppError | null {
  const found = DRIVER_MESSAGES.find(([pattern]) => pattern.test(error.message));
  return found === undefined ? null : new AppError('unavailable', { sub: found[1], cause: error });
}

/** Framework errors have a status below 500; anything else stays unknown. */
function fromFrameworkStatus(error: Error): AppError | null {
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 400) return new AppError('bad_request', { cause: error });
  if (status === 413) return new AppError('payload_too_large', { cause: error });
  if (status === 415) return new AppError('unsupported_media_type', { cause: error });
  return null;
}
