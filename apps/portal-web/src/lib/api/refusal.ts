import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';
import { ERRORS, type ErrorCode, isErrorCode } from '@varco/contract/errors.ts';
import { ApiError } from './api-error.ts';
import { cleanText, parseGuarded } from './json-guard.ts';

const CODES_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  401: 'no_auth',
  403: 'no_perms',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  418: 'not_configured',
  428: 'reason_required',
  429: 'rate_limit_exceeded',
  500: 'internal',
};

/** Error code for a response without the standard envelope, by HTTP status. */
export function getCodeByStatus(status: number): ErrorCode {
  return CODES_BY_STATUS[status] ?? (status >= 500 ? 'unavailable' : 'bad_request');
}

/** Builds the error of an unsuccessful response from its envelope, or from its detail or message text (P 8). */
export function buildResponseError(
  response: Response,
  bytes: Uint8Array<ArrayBuffer> | null,
  about: { readonly host: string; readonly isPolling: boolean },
): ApiError {
  const { status } = response;
  const retryAfter = Number(response.headers.get('Retry-After') ?? '');
  const common = { ...about, status, retryAfterSeconds: retryAfter > 0 ? Math.min(retryAfter, 3600) : null };
  const json = bytes === null ? null : parseGuarded(new TextDecoder().decode(bytes));
  const raw = json?.ok === true ? json.value : null;
  const envelope = ErrorEnvelope.safeParse(raw);
  if (envelope.success) {
    const { code, sub_code: subCode, field, data, request_id: requestId } = envelope.data.error;
    const isKnown = isErrorCode(code) && isPlausibleCode(code, status);
    return new ApiError({
      ...common,
      code: isKnown ? code : getCodeByStatus(status),
      ...(subCode === undefined ? {} : { subCode }),
      ...(field === undefined ? {} : { field }),
      ...(data === undefined ? {} : { data }),
      ...(requestId === undefined ? {} : { requestId }),
    });
  }
  return new ApiError({
    ...common,
    code: getCodeByStatus(status),
    detail: readDetail(raw),
    errorCode: readNumericCode(raw),
  });
}

/**
 * False for an auth code with a foreign status: a plant must not be able to sign the client out with a wrapped
 * `invalid_token`.
 */
function isPlausibleCode(code: ErrorCode, status: number): boolean {
  return code !== 'invalid_token' || status === ERRORS.invalid_token.status;
}

function readDetail(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const fields: Record<string, unknown> = { ...raw };
  for (const text of [fields['detail'], fields['message']]) {
    if (typeof text === 'string' && text !== '') return cleanText(text);
  }
  return null;
}

function readNumericCode(raw: unknown): number | null {
  if (typeof raw !== 'object' || raw === null || !('error_code' in raw)) return null;
  return typeof raw.error_code === 'number' && Number.isInteger(raw.error_code) ? raw.error_code : null;
}
