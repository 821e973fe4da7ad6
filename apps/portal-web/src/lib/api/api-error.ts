import { type ErrorCode, type ErrorDisplay, getErrorDisplay } from '@varco/contract/errors.ts';

/** Facts about a failed call. The code is from the error catalogue, whether the server or the client detected the fault. */
export interface ApiErrorFacts {
  readonly code: ErrorCode;
  readonly subCode?: string;
  /** HTTP status; 0 when no response came. */
  readonly status: number;
  /** Host of the call. Visible errors begin with it (P 8). */
  readonly host: string;
  /** Cleaned text of an error response without the standard envelope (P 8); null otherwise. */
  readonly detail?: string | null;
  /** Numeric `error_code` of older plants (readings B-17). */
  readonly errorCode?: number | null;
  readonly field?: string;
  readonly data?: Readonly<Record<string, string | number | boolean>>;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number | null;
  /** True for a polling request, whose errors are never shown (P 8). */
  readonly isPolling?: boolean;
  /** Technical cause for console and tests; never shown. */
  readonly cause?: unknown;
}

/** The error of every failed call. An aborted call throws the browser's AbortError instead, which is never shown. */
export class ApiError extends Error {
  readonly facts: ApiErrorFacts;

  constructor(facts: ApiErrorFacts) {
    super(`${facts.host}: ${facts.code}${facts.subCode === undefined ? '' : `/${facts.subCode}`}`, {
      cause: facts.cause,
    });
    this.name = 'ApiError';
    this.facts = facts;
  }

  get code(): ErrorCode {
    return this.facts.code;
  }

  get subCode(): string | undefined {
    return this.facts.subCode;
  }
}

/** Sub-codes of `unavailable` set by the client itself. */
export type ClientFault = 'network' | 'timeout' | 'not_json' | 'too_large' | 'bad_answer';

/** True when the call was cancelled: silent everywhere (P 8, ERR-09). */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** True when the host sent no valid response: unreachable, too slow, or not following the protocol. */
export function isConnectionFault(error: unknown): boolean {
  return error instanceof ApiError && (error.subCode === 'network' || error.subCode === 'timeout');
}

/**
 * How to show an error: not at all for aborts and polling (P 8), else according to the catalogue; unknown errors as a
 * notification.
 */
export function getFailureDisplay(error: unknown): ErrorDisplay {
  if (isAbort(error)) return 'silent';
  if (!(error instanceof ApiError)) return 'notify';
  return error.facts.isPolling === true ? 'silent' : getErrorDisplay(error.code, error.subCode);
}
