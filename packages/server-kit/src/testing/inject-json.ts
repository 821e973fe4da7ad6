import { listErrorStatuses } from '@varco/contract/answerable-errors.ts';
import type { CallInput, Endpoint } from '@varco/contract/endpoint.ts';
import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';
import type { FastifyInstance } from 'fastify';
import { recordCall } from './record-calls.ts';

export interface InjectOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface InjectResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; null when there is none. */
  readonly body: unknown;
  readonly bytes: Buffer;
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
}

/**
 * Calls an endpoint through the whole app without a socket. Lists in a query are written with commas. Throws when the
 * server answers with an error that the endpoint does not declare: whoever programs against `openapi.json` would not
 * expect it.
 */
export async function injectJson<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  input: CallInput<E>,
  options: InjectOptions = {},
): Promise<InjectResponse> {
  return injectRaw(app, endpoint, input, options);
}

/** Like `injectJson`, for input that the types would reject: hostile values. */
export async function injectRaw(
  app: FastifyInstance,
  endpoint: Endpoint,
  input: unknown,
  options: InjectOptions = {},
): Promise<InjectResponse> {
  const part = (name: string): Record<string, unknown> => Object(Reflect.get(Object(input), name) ?? {});
  const body: unknown = Reflect.get(Object(input), 'body');
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(part('params')[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(part('query')))
    if (value !== undefined) query.set(key, [value].flat().join(','));
  const answer = await app.inject({
    method: endpoint.method,
    url: query.size === 0 ? path : `${path}?${query.toString()}`,
    headers: {
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const headers: Record<string, string> = {};
  for (const [key, value] of Object.entries(answer.headers)) headers[key] = String(value);
  const isJson = (headers['content-type'] ?? '').startsWith('application/json') && answer.rawPayload.length > 0;
  const parsed: unknown = isJson ? JSON.parse(answer.payload) : null;
  refuseUndeclaredError(endpoint, answer.statusCode, parsed);
  recordCall(endpoint, input, answer.statusCode);
  return { status: answer.statusCode, headers, body: parsed, bytes: answer.rawPayload, cookies: answer.cookies };
}

function refuseUndeclaredError(endpoint: Endpoint, status: number, body: unknown): void {
  if (status < 400) return;
  const codes = listErrorStatuses(endpoint).get(status) ?? [];
  const code = ErrorEnvelope.safeParse(body).data?.error.code;
  // A HEAD has no body; a file stands for itself once it has begun.
  if (code === undefined ? codes.length > 0 : codes.some((one) => one === code)) return;
  throw new Error(`${endpoint.id} answered ${status} ${code ?? 'without a code'}, which it does not declare`);
}
