import type { Rng } from '@varco/sim/random.ts';

/** A call before it is written down: parts can still be spoilt one by one. */
export interface CallDraft {
  readonly params: Record<string, string>;
  readonly query: [string, string][];
  readonly headers: Record<string, string>;
  /** JSON body; undefined: none. */
  body: unknown;
  /** Takes the place of the JSON. */
  raw: string | null;
  readonly mutations: string[];
  mustFail: boolean;
}

interface Target {
  /** Names of fields the call declares, which are no extra fields. */
  readonly known: ReadonlySet<string>;
  readonly hasBody: boolean;
}

type Mutation = readonly [name: string, apply: (draft: CallDraft, rng: Rng, target: Target) => void];

const STRANGE_TEXTS = [
  ...['', ' ', '\u0000', '\ud800', '😀', "' or 1=1 --", '%', '_', '\\', '../../etc/passwd', '=1+1', '{{7*7}}'],
  ...[
    '<script>alert(1)</script>',
    'ＡＢ１２３',
    '\u202eABC',
    'NaN',
    '1e309',
    '-0',
    'null',
    'true',
    '[]',
    'A'.repeat(5_000),
  ],
  ...[
    '9007199254740993',
    '-1',
    '2147483648',
    '99999999999999999999',
    '0x10',
    '٣',
    '\r\nX-Evil: 1',
    '${jndi:x}',
    '*{*}=',
  ],
];
const STRANGE_VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -1e308, [], {}, [[]], [null], { $gt: '' }, { length: 1e9 }],
  Array.from({ length: 1_200 }, () => 1),
];
const STRANGE_IDS = [
  '0',
  '-1',
  '2147483647',
  '2147483648',
  '9007199254740991',
  '9223372036854775807',
  'NaN',
  '1.5',
  '%00',
];
/** Fields of the right type that raise rights where a server copies what it is sent. */
const EXTRA_FIELDS: Readonly<Record<string, unknown>> = {
  admin: true,
  is_admin: true,
  active: true,
  level: 9,
  audit_read: true,
  sees_plates: true,
  email_verified: true,
  owned_by_id: 1,
  owner: 1,
  user_id: 2,
  gates: null,
  t_max: 0,
  must_change: false,
  expires_at: '2099-01-01T00:00:00.000Z',
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces one value somewhere inside. */
function replaceInside(value: unknown, rng: Rng, replacement: unknown): unknown {
  if (Array.isArray(value) && value.length > 0) {
    const at = rng.int(value.length);
    return value.map((item: unknown, index) => (index === at ? replaceInside(item, rng, replacement) : item));
  }
  if (!isRecord(value) || Object.keys(value).length === 0) return replacement;
  const name = rng.pick(Object.keys(value));
  return { ...value, [name]: rng.chance(0.5) ? replacement : replaceInside(value[name], rng, replacement) };
}

const nest = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const QUERY_MUTATIONS: readonly Mutation[] = [
  ['strange text in the query', ({ query }, rng) => replaceQuery(query, rng, rng.pick(STRANGE_TEXTS))],
  [
    'a query field twice',
    ({ query }, rng) => void query.push(query.length > 0 ? rng.pick(query) : ['p', '1'], ['p', '1']),
  ],
  [
    'prototype in the query',
    ({ query }, rng) => void query.push([rng.pick(['__proto__', 'constructor', 'a[b]']), '1']),
  ],
  ['a token in the query', ({ query }, rng) => void query.push([rng.pick(['access_token', 'token']), 'a.b.c'])],
  ['a long query', ({ query }) => void query.push(['p', 'x'.repeat(9_000)])],
  [
    'many query fields',
    ({ query }) => void query.push(...Array.from({ length: 80 }, (_, at): [string, string] => [`a${at}`, '1'])),
  ],
];

function replaceQuery(query: [string, string][], rng: Rng, text: string): void {
  if (query.length === 0) query.push(['p', text]);
  else query[rng.int(query.length)] = [rng.pick(query)[0], text];
}

const HEADER_MUTATIONS: readonly Mutation[] = [
  [
    'a foreign origin',
    ({ headers }, rng) => void (headers['origin'] = rng.pick(['https://evil.example', 'null', 'file://'])),
  ],
  ['a forwarded address', ({ headers }) => void (headers['x-forwarded-for'] = "127.0.0.1, ' or 1=1")],
  ['another method by header', ({ headers }) => void (headers['x-http-method-override'] = 'DELETE')],
  [
    'a broken reason',
    ({ headers }, rng) => void (headers['x-varco-reason'] = rng.pick(['e30', '%', 'A'.repeat(4_000)])),
  ],
  [
    'a range',
    ({ headers }, rng) => void (headers['range'] = rng.pick(['bytes=0-', 'bytes=5-1', 'bytes=999999999999-'])),
  ],
  ['a claimed user', ({ headers }) => void Object.assign(headers, { 'x-user-id': '2', 'x-real-ip': '127.0.0.1' })],
  ['a page navigation', ({ headers }) => void (headers['sec-fetch-mode'] = 'navigate')],
];

const PATH_MUTATIONS: readonly Mutation[] = [
  ['a strange id', ({ params }, rng) => replaceParam(params, rng, rng.pick(STRANGE_IDS))],
  ['strange text in the path', ({ params }, rng) => replaceParam(params, rng, rng.pick(STRANGE_TEXTS).slice(0, 300))],
];

function replaceParam(params: Record<string, string>, rng: Rng, text: string): void {
  const names = Object.keys(params);
  // Without a text it would be the address of another call.
  if (names.length > 0) params[rng.pick(names)] = text === '' ? ' ' : text;
}

const JSON_TYPE = 'application/json';
/** Name of the mutation whose body is written byte by byte. */
export const NO_UTF8 = 'a body that is no UTF-8';
const asRaw = (draft: CallDraft): string => draft.raw ?? JSON.stringify(draft.body ?? {});

const BODY_MUTATIONS: readonly Mutation[] = [
  ['another type inside', (draft, rng) => void (draft.body = replaceInside(draft.body, rng, rng.pick(STRANGE_VALUES)))],
  ['strange text inside', (draft, rng) => void (draft.body = replaceInside(draft.body, rng, rng.pick(STRANGE_TEXTS)))],
  [
    'deep JSON inside',
    (draft, rng) => void (draft.body = replaceInside(draft.body, rng, nest(rng.pick([9, 40, 2_000])))),
  ],
  ['another whole body', (draft, rng) => void (draft.body = rng.pick<unknown>([null, [], 1, 'x', [[]], {}]))],
  ['prototype keys', (draft) => void (draft.raw = asRaw(draft).replace(/^\{/, '{"__proto__":{"admin":true},'))],
  ['the same key twice', (draft) => void (draft.raw = asRaw(draft).replace(/^\{("[^"]*":)/, '{$1null,$1'))],
  ['a cut body', (draft, rng) => void (draft.raw = asRaw(draft).slice(0, rng.int(asRaw(draft).length)))],
  [NO_UTF8, (draft) => void (draft.raw = `{"a":"\u00ff\u00fe"}`)],
  ['a large body', (draft) => void (draft.raw = `{"a":"${'x'.repeat(70_000)}"}`)],
  [
    'another content type',
    ({ headers }, rng) =>
      void (headers['content-type'] = rng.pick(['text/plain', 'application/xml', `${JSON_TYPE}; charset=utf-16`, ''])),
  ],
  ['a compressed body', ({ headers }) => void (headers['content-encoding'] = 'gzip')],
  ['a missing field', (draft, rng) => dropField(draft, rng)],
];

function dropField(draft: CallDraft, rng: Rng): void {
  if (!isRecord(draft.body) || Object.keys(draft.body).length === 0) return;
  const gone = rng.pick(Object.keys(draft.body));
  draft.body = Object.fromEntries(Object.entries(draft.body).filter(([name]) => name !== gone));
}

/** Adds a field of the right type that this call does not have: it must be refused, not ignored and not stored. */
function addExtraField(draft: CallDraft, rng: Rng, { known }: Target): void {
  const names = Object.keys(EXTRA_FIELDS).filter((name) => !known.has(name));
  if (!isRecord(draft.body) || names.length === 0) return;
  const name = rng.pick(names);
  draft.body = { ...draft.body, [name]: EXTRA_FIELDS[name] };
  draft.mutations.push(`extra field ${name}`);
  draft.mustFail = true;
}

/** Spoils a call in one or two ways, or, in a third of the calls, not at all. */
export function mutateCall(draft: CallDraft, rng: Rng, target: Target): void {
  const groups = [
    QUERY_MUTATIONS,
    HEADER_MUTATIONS,
    ...(Object.keys(draft.params).length > 0 ? [PATH_MUTATIONS] : []),
    ...(target.hasBody ? [BODY_MUTATIONS, BODY_MUTATIONS] : []),
  ];
  if (target.hasBody && rng.chance(0.1)) {
    addExtraField(draft, rng, target);
    return;
  }
  for (let count = rng.pick([0, 1, 1, 2]); count > 0; count -= 1) {
    const [name, apply] = rng.pick(rng.pick(groups));
    apply(draft, rng, target);
    draft.mutations.push(name);
  }
}
