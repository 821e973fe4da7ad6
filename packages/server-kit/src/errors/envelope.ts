import type { ErrorEnvelope } from '@varco/contract/error-envelope.ts';
import type { AppError } from './app-error.ts';

/** Envelope of P 8. `path` is the route pattern, never the called address. */
export function toErrorEnvelope(error: AppError, path: string, requestId: string): ErrorEnvelope {
  return {
    error: {
      code: error.code,
      ...(error.sub === null ? {} : { sub_code: error.sub }),
      path,
      ...(error.field === null ? {} : { field: error.field.slice(0, 200) }),
      ...(error.data === null ? {} : { data: { ...error.data } }),
      request_id: requestId,
    },
  };
}
