import { type ErrorCode, type ErrorDisplay, displayOf } from '@varco/contract/errors.ts';

/** What a failed call is in the client: the catalogue's code, whoever found the fault. */
export interface ApiErrorFacts {
  readonly code: ErrorCode;
  readonly subCode?: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** Host the call went to: visible errors begin with it (P 8). */
  readonly host: string;
  /** Text of an answer without the envelope, cleaned (P 8); null otherwise. */
  readonly detail?: string | null;
  /** Numeric `error_code` of older plants (readings B-17). */
  readonly errorCode?: number | null;
  readonly field?: string;
  readonly data?: Readonly<Record<string, string | number | boolean>>;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number | null;
  /** A polling request: never shown (P 8). */
  readonly isPolling?: boolean;
  /** What went wrong, for the console and tests; never shown. */
  readonly cause?: unknown;
}

/** The one error of every call. An aborted call throws the browser's own AbortError instead, which nobody shows. */
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

/** Sub-codes of `unavailable` that the client itself gives. */
export type ClientFault = 'network' | 'timeout' | 'not_json' | 'too_large' | 'bad_answer';

/** True when the call was cancelled: silent everywhere (P 8, ERR-09). */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** True when no proper answer came from the host: not reachable, too slow, or not speaking our language. */
export function isConnectionFault(error: unknown): boolean {
  return error instanceof ApiError && (error.subCode === 'network' || error.subCode === 'timeout');
}

/** How the error is shown: silent for aborts and polling (P 8), else as the catalogue says; unknown errors are notified. */
export function displayOfError(error: unknown): ErrorDisplay {
  if (isAbort(error)) return 'silent';
  if (!(error instanceof ApiError)) return 'notify';
  return error.facts.isPolling === true ? 'silent' : displayOf(error.code, error.subCode);
}
