import { ERRORS, type ErrorCode } from '@varco/contract/errors.ts';

/** Facts a client may show with the error. Never personal data. */
export type ErrorData = Readonly<Record<string, string | number | boolean>>;

export interface AppErrorOptions {
  readonly sub?: string;
  /** Only where the catalogue's status does not fit. */
  readonly status?: number;
  /** Name of the field, never its value: `body/f_targa`. */
  readonly field?: string;
  readonly data?: ErrorData;
  /** Seconds for the `Retry-After` header. */
  readonly retryAfterS?: number;
  readonly cause?: unknown;
}

/**
 * The only error a server throws on purpose. The error handler converts it to the envelope of P 8; every other error
 * becomes `internal` with the request id and no detail.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly sub: string | null;
  readonly field: string | null;
  readonly data: ErrorData | null;
  readonly retryAfterS: number | null;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.sub === undefined ? code : `${code}/${options.sub}`, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? ERRORS[code].status;
    this.sub = options.sub ?? null;
    this.field = options.field ?? null;
    this.data = options.data ?? null;
    this.retryAfterS = options.retryAfterS ?? null;
  }
}
