import { createHash } from 'node:crypto';
import { EXPORT_KEY_HEADER } from '@varco/contract/portal/exports.ts';
import { REASON } from '@varco/plant-server/testing/test-plant.ts';
import type { Rng } from '@varco/sim/random.ts';
import { adaptValue } from './adapt-value.ts';
import type { AttackRequest } from './attack-request.ts';
import type { Caller } from './caller.ts';
import type { CallDescription, JsonSchema } from './describe-calls.ts';
import { PATH_FIELD } from './known-values.ts';
import { generateValue, type SuggestValue, type ValueSource } from './generate-value.ts';
import { buildTemplate } from './templates.ts';
import { fillBody, type FollowUp } from './follow-ups.ts';
import { type CallDraft, mutateCall, NO_UTF8 } from './mutate-call.ts';

export interface BuiltCall {
  readonly request: AttackRequest;
  /** Filter or body as an object, for the oracle of counts; null when it was spoilt. */
  readonly asked: unknown;
  /** Values of the parameters in the path. */
  readonly params: Readonly<Record<string, string>>;
}

const BOUNDARY = 'varco-attack-boundary';
/** Shares of the calls that follow a template, and of the others that follow a call the tests made. */
const TEMPLATE_SHARE = 0.7;
const LEARNED_SHARE = 0.5;
const LEARNED_FOLLOW_UP_SHARE = 0.85;
const LEARNED_PARAMETER_SHARE = 0.3;

/** One call to an endpoint by a caller: generated, or like one of the tests; valid, or spoilt in one or two ways. */
export function buildCall(
  description: CallDescription,
  caller: Caller,
  rng: Rng,
  suggest: SuggestValue,
  isSpoilt: boolean,
  followUp: FollowUp | null = null,
): BuiltCall {
  const { endpoint, parameters, body, schemas, examples } = description;
  const source: ValueSource = { rng, schemas, suggest };
  const template = rng.chance(TEMPLATE_SHARE)
    ? buildTemplate(endpoint.id, rng, () => suggest('targa', { type: 'string' }))
    : null;
  const learned =
    examples.length > 0 && rng.chance(followUp === null ? LEARNED_SHARE : LEARNED_FOLLOW_UP_SHARE)
      ? rng.pick(examples)
      : null;
  const draft: CallDraft = {
    params: {},
    query: [],
    headers: buildHeaders(caller, rng),
    body: body === null ? undefined : (template ?? buildBody(source, body, learned?.body)),
    ...{ raw: null, mutations: [], mustFail: false },
  };
  const share = rng.pick([0.02, 0.05, 0.3]);
  for (const { name, in: place, required, schema } of parameters) {
    const example = learned?.[place === 'path' ? 'params' : 'query'][name];
    const followed = place === 'path' ? followUp?.params[name] : undefined;
    if (followed !== undefined) draft.params[name] = followed;
    else if (place === 'path' && example !== undefined && rng.chance(LEARNED_PARAMETER_SHARE))
      draft.params[name] = String(example);
    else if (place === 'path') draft.params[name] = String(generateValue(source, schema, `${PATH_FIELD}${name}`));
    else if (example !== undefined || required || rng.chance(share))
      draft.query.push([name, [example ?? generateValue(source, schema, name)].flat().map(String).join(',')]);
  }
  if (followUp !== null) draft.body = fillBody(draft.body, followUp.record, rng);
  const asked: unknown = body === null ? Object.fromEntries(draft.query) : draft.body;
  const params = { ...draft.params };
  if (isSpoilt) mutateCall(draft, rng, { known: listProperties(body, schemas), hasBody: body !== null });
  const request = {
    ...{ server: caller.server, endpoint: endpoint.id, caller: caller.name, method: endpoint.method },
    url: writeUrl(endpoint.path, draft),
    ...writeBody(description, draft),
    ...{ mutations: draft.mutations, mustFail: draft.mustFail && endpoint.bodyType !== 'multipart' },
  };
  return { request, asked: draft.mutations.length === 0 ? asked : null, params };
}

const buildBody = (source: ValueSource, schema: JsonSchema, learned: unknown): unknown =>
  learned === undefined ? generateValue(source, schema, 'body') : adaptValue(source, schema, 'body', learned);

/** A reason for most calls of a plant; the portal's proxy always says for whom it calls, and exports ask for a key. */
function buildHeaders(caller: Caller, rng: Rng): Record<string, string> {
  if (caller.server === 'portal')
    return { 'x-forwarded-for': `203.0.113.${1 + rng.int(250)}`, [EXPORT_KEY_HEADER]: buildExportKey(caller) };
  return caller.server !== 'registry' && rng.chance(0.8) ? { ...REASON } : {};
}

/** Each caller has one key for all own exports, so that those of others are asked for with the wrong one. */
const buildExportKey = ({ name }: Caller): string => createHash('sha256').update(name).digest('base64url');

/** Names of every field anywhere in a schema. */
function listProperties(
  schema: JsonSchema | null,
  schemas: Readonly<Record<string, JsonSchema>>,
  seen: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  if (schema === null) return new Set();
  const reference = String(schema['$ref'] ?? '').replace('#/components/schemas/', '');
  if (reference !== '' && !seen.has(reference))
    return listProperties(schemas[reference] ?? null, schemas, new Set([...seen, reference]));
  const own = Object.keys(Object(schema['properties'] ?? {}));
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => Object.values<JsonSchema>(Object(schema[name] ?? {})));
  return new Set([...own, ...branches.flatMap((branch) => [...listProperties(branch, schemas, seen)])]);
}

/** Lone surrogates cannot be written in an address. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

function writeUrl(path: string, { params, query }: CallDraft): string {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encode(params[name] ?? ''));
  const text = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return text === '' ? filled : `${filled}?${text}`;
}

function writeBody({ endpoint, body }: CallDescription, draft: CallDraft): Pick<AttackRequest, 'headers' | 'body'> {
  if (endpoint.bodyType === 'bytes')
    return {
      headers: { 'content-type': 'application/octet-stream', ...draft.headers },
      body: Buffer.from('piece').toString('base64'),
    };
  const isReport = endpoint.limit === 'report';
  if (body === null && draft.raw === null && !isReport) return { headers: cleanHeaders(draft.headers), body: null };
  const json = draft.raw ?? JSON.stringify(draft.body ?? {}) ?? '';
  const isBroken = draft.mutations.includes(NO_UTF8);
  const isForm = endpoint.bodyType === 'multipart';
  const type = isForm ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json';
  return {
    headers: cleanHeaders({ 'content-type': type, ...draft.headers }),
    body: Buffer.from(isForm ? writeForm(endpoint.id, json) : json, isBroken ? 'latin1' : 'utf8').toString('base64'),
  };
}

/** Header values as a client can send them. */
const cleanHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replaceAll(/[^\u0020-\u007e]/g, '')]));

function writeForm(id: string, json: string): string {
  const part = (head: string, content: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const file = 'name="file"; filename="a.csv"\r\nContent-Type: text/csv';
  const parts =
    id === 'importBlacklist'
      ? [part('name="options"', json), part(file, 'targa;note\r\nDE001CY;x\r\n')]
      : [part('name="reads"', json)];
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}
