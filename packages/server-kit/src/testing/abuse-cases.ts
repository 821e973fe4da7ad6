import { listErrorStatuses } from '@varco/contract/answerable-errors.ts';
import { type Endpoint, LIMITS } from '@varco/contract/endpoint.ts';
import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';
import type { FastifyInstance } from 'fastify';

export interface AbuseOptions {
  /** Headers of a caller who may call this endpoint; null: cases that need authentication are skipped. */
  readonly headersOf: (endpoint: Endpoint) => Readonly<Record<string, string>> | null;
  /** Valid path parameters by name; default `1`. */
  readonly params?: Readonly<Record<string, string>>;
  /** True for plants: a foreign origin must be refused. */
  readonly hasCors: boolean;
}

interface AbuseCase {
  readonly name: string;
  readonly statuses: readonly number[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string;
  readonly query?: string;
  /** Value of every path parameter; absent: valid ones. */
  readonly params?: string;
  /** Sent as an authorised caller. */
  readonly signedIn?: boolean;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const EXTRA_FIELDS = { admin: true, active: true, level: 9, email_verified: true, owned_by_id: 1 };
const REFUSAL_STATUSES = [400, 401, 403, 415] as const;

/**
 * Runs the abuse cases that every endpoint must withstand (security rules, part 15) through the whole app and returns
 * the failures, one line each. Derived from the contract, so that new endpoints are covered automatically.
 */
export async function findAbuseFaults(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  options: AbuseOptions,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const endpoint of endpoints) {
    const caller = options.headersOf(endpoint);
    for (const one of buildCases(endpoint, options.hasCors)) {
      if (one.signedIn === true && caller === null) continue;
      const fault = await runCase(app, endpoint, one, options, one.signedIn === true ? (caller ?? {}) : {});
      if (fault !== null) faults.push(`${endpoint.method} ${endpoint.path}, ${one.name}: ${fault}`);
    }
  }
  return faults;
}

/** Beyond the column of an id, and what JavaScript counts exactly. */
const HUGE_NUMBERS = ['2147483648', '9007199254740991'];
const hasNumber = (endpoint: Endpoint): boolean => endpoint.path.includes('/:');

function buildCases(endpoint: Endpoint, hasCors: boolean): readonly AbuseCase[] {
  const isOpen = endpoint.access.who === 'anyone';
  const cases: AbuseCase[] = [
    { name: 'token in the query', query: 'access_token=abc', statuses: REFUSAL_STATUSES, signedIn: true },
    { name: 'unknown query field', query: 'admin=1', statuses: REFUSAL_STATUSES, signedIn: true },
    { name: 'query over 8 KiB', query: `a=${'x'.repeat(9_000)}`, statuses: REFUSAL_STATUSES },
  ];
  if (!isOpen) {
    const body = endpoint.body === undefined ? {} : { payload: '{}', headers: JSON_TYPE };
    cases.push({ name: 'signed out', statuses: [401, 403, 415], ...body });
    cases.push({
      name: 'nonsense token',
      statuses: [401, 403, 415],
      ...body,
      headers: { ...body.headers, authorization: 'Bearer a.b.c' },
    });
  }
  if (hasCors)
    for (const origin of ['https://evil.example', 'null'])
      cases.push({ name: `origin ${origin}`, statuses: [403], headers: { origin }, signedIn: true });
  for (const id of hasNumber(endpoint) ? HUGE_NUMBERS : [])
    cases.push({ name: `number ${id}`, params: id, statuses: [400, 401, 403, 404, 415], signedIn: true });
  return endpoint.method === 'GET' || endpoint.method === 'HEAD' ? cases : [...cases, ...buildBodyCases(endpoint)];
}

function buildBodyCases(endpoint: Endpoint): readonly AbuseCase[] {
  const cases: AbuseCase[] = [
    { name: 'text/plain', payload: '{}', headers: { 'content-type': 'text/plain' }, statuses: [415] },
    {
      name: 'a form',
      payload: 'a=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      statuses: [415],
    },
    { name: 'compressed', payload: 'x', headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, statuses: [415] },
  ];
  if (endpoint.body === undefined || endpoint.bodyType === 'multipart') return cases;
  const json = (name: string, payload: string, ...statuses: number[]): AbuseCase => ({
    name,
    payload,
    headers: JSON_TYPE,
    statuses,
    signedIn: true,
  });
  const tooBig = LIMITS[endpoint.limit].bodyKiB * 1_024;
  return [
    ...cases,
    json('not JSON', '{"a":', 400),
    json('depth bomb', `${'['.repeat(1_000)}${']'.repeat(1_000)}`, 400),
    json('duplicate keys', '{"a":1,"a":2}', 400),
    json('__proto__', '{"__proto__":{"admin":true}}', 400),
    json('constructor', '{"constructor":{"prototype":{"admin":true}}}', 400),
    json('fields nobody asked for', JSON.stringify(EXTRA_FIELDS), 400),
    json('null', 'null', 400),
    json('a list', '[]', 400),
    json('over the limit', `"${'x'.repeat(tooBig)}"`, 413),
  ];
}

async function runCase(
  app: FastifyInstance,
  endpoint: Endpoint,
  one: AbuseCase,
  options: AbuseOptions,
  caller: Readonly<Record<string, string>>,
): Promise<string | null> {
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(one.params ?? options.params?.[name] ?? '1'),
  );
  const answer = await app.inject({
    method: endpoint.method,
    url: one.query === undefined ? path : `${path}?${one.query}`,
    headers: { ...caller, ...one.headers },
    ...(one.payload === undefined ? {} : { payload: one.payload }),
  });
  if (!one.statuses.includes(answer.statusCode))
    return `status ${answer.statusCode}, expected ${one.statuses.join(' or ')}`;
  if (!listErrorStatuses(endpoint).has(answer.statusCode)) return `status ${answer.statusCode} is not declared`;
  if (answer.headers['cache-control'] !== 'no-store' || answer.headers['x-content-type-options'] !== 'nosniff')
    return 'headers missing';
  if (endpoint.method === 'HEAD') return null;
  const envelope = ErrorEnvelope.safeParse(JSON.parse(answer.payload));
  if (!envelope.success) return 'no envelope';
  return envelope.data.error.path === endpoint.path ? null : `path ${envelope.data.error.path}`;
}
