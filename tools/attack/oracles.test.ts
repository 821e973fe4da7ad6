import { getTransit } from '@varco/contract/plant/transit-detail.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { expect, test } from 'vitest';
import { checkAnswer, SLOW_MS } from './answer-oracle.ts';
import type { AttackAnswer, AttackRequest } from './attack-request.ts';
import { findSecrets } from './secret-oracle.ts';
import type { PlantRightsData, UserRights } from './rights-data.repository.ts';
import { findEscalations, mayCall } from './rights-rules.ts';

const REQUEST: AttackRequest = {
  ...{ server: 'plant', endpoint: 'getTransit', caller: 'operatore', method: 'GET', url: '/api/lpr/1' },
  ...{ headers: {}, body: null, mutations: [], mustFail: false },
};
const json = (status: number, body: unknown, more: Partial<AttackAnswer> = {}): AttackAnswer => ({
  ...{ status, headers: { 'content-type': 'application/json' }, ms: 1, failure: null },
  bytes: Buffer.from(JSON.stringify(body)),
  ...more,
});
const envelope = (code: string) => ({ error: { code, path: '/api/lpr/:id' } });
const kinds = (answer: AttackAnswer, request: Partial<AttackRequest> = {}) =>
  checkAnswer(getTransit, { ...REQUEST, ...request }, answer).map(({ kind }) => kind);

test('declared answers pass; failures, other statuses, codes and bodies, slowness and silence are found', () => {
  expect(kinds(json(404, envelope('not_found')))).toEqual([]);
  expect(kinds(json(503, envelope('unavailable')))).toEqual([]);
  expect(kinds(json(500, envelope('internal')))).toEqual(['status']);
  expect(kinds(json(418, envelope('not_found')))).toEqual(['status']);
  expect(kinds(json(404, envelope('conflict')))).toEqual(['status']);
  expect(kinds(json(404, { message: 'no' }))).toEqual(['body']);
  expect(kinds(json(200, { id: 1 }))).toEqual(['body']);
  expect(kinds(json(404, envelope('not_found'), { ms: SLOW_MS + 1 }))).toEqual(['slow']);
  expect(kinds(json(0, null, { failure: 'timeout' }))).toEqual(['slow']);
  expect(kinds(json(0, null, { failure: 'closed' }))).toEqual(['status']);
});

test('a call that had to be refused is found when it succeeds', () => {
  const page = {
    objects: [],
    pagination: {
      ...{ count: 0, paginate: true, page: 1, page_size: 20, num_pages: 0, has_previous: false, has_next: false },
      ...{ previous_page: null, next_page: null, offset: 0, limit: 20, kind: 'x' },
    },
    ...{ limitations: [], newest_read: null, took_ms: 1 },
  };
  const sent = (mustFail: boolean) => checkAnswer(searchTransits, { ...REQUEST, mustFail }, json(200, page));
  expect(sent(false)).toEqual([]);
  expect(sent(true).map(({ kind }) => kind)).toEqual(['body']);
});

test('hashes, keys, traces and credentials of others are secrets; what was sent is not', () => {
  const secrets = new Map([['credential of capo', { text: 'aaaa.bbbbbbbb.cccc', owner: 'capo' }]]);
  const found = (body: unknown, sent = '', subject: string | null = null) =>
    findSecrets(secrets, subject, sent, json(200, body)).map(({ text }) => text);
  expect(found({ a: 1 })).toEqual([]);
  expect(found({ hash: '$argon2id$v=19$m=1' })).toEqual(['a stored hash']);
  expect(found({ key: '-----BEGIN PRIVATE KEY-----' })).toEqual(['a private key']);
  expect(found({ token: 'aaaa.bbbbbbbb.cccc' })).toEqual(['credential of capo']);
  expect(found({ token: 'aaaa.bbbbbbbb.cccc' }, 'aaaa.bbbbbbbb.cccc')).toEqual([]);
  expect(found({ token: 'aaaa.bbbbbbbb.cccc' }, '', 'capo')).toEqual([]);
  expect(found({ token: 'aaaa.bbbbbbbb.cccc' }, '', 'limitato')).toEqual(['credential of capo']);
});

const user = (more: Partial<UserRights> = {}): UserRights => ({
  ...{ username: 'operatore', level: 5, group: 'fdo carabinieri', isAdmin: false, gates: null, tMaxMinutes: 0 },
  ...{ seesPlates: true, insertsLists: null, managesUsers: false, managesDistricts: false },
  ...{ isResponsible: false, readsAudit: false, lookBackDays: null, approves: false, handlesRequests: false },
  approvedTransits: new Set(),
  grants: new Set(),
  ...more,
});

test('a credential opens the calls of its kind and rule only', () => {
  const plant = user();
  const may = (rule: 'transits.read' | 'retention.manage' | 'audit.all', one: UserRights | null) =>
    mayCall({ who: 'plant-user', rule }, 'plant-user', { plant: one, portal: null });
  expect(may('transits.read', plant)).toBe(true);
  expect(may('transits.read', user({ group: 'comune' }))).toBe(false);
  expect(may('transits.read', null)).toBe(false);
  expect(may('retention.manage', plant)).toBe(false);
  expect(may('retention.manage', user({ isAdmin: true }))).toBe(true);
  expect(may('audit.all', user({ level: 8 }))).toBe(false);
  const both = { plant, portal: null };
  expect(mayCall({ who: 'plant-user', rule: 'signed-in' }, 'useless', both)).toBe(false);
  expect(mayCall({ who: 'ingest-key' }, 'plant-user', both)).toBe(false);
  expect(mayCall({ who: 'ingest-key' }, 'ingest-key', both)).toBe(true);
  expect(mayCall({ who: 'importer', rule: 'ingest.manage' }, 'ingest-key', both)).toBe(true);
  expect(mayCall({ who: 'importer', rule: 'ingest.manage' }, 'plant-user', both)).toBe(false);
  expect(
    mayCall({ who: 'importer', rule: 'ingest.manage' }, 'plant-user', { plant: user({ level: 8 }), portal: null }),
  ).toBe(true);
  expect(mayCall({ who: 'recovery-token' }, 'page', both)).toBe(false);
});

test('a user who rises above the caller, or is made with more gates, is found', () => {
  const data = (...users: UserRights[]): PlantRightsData => ({
    ...{ users: new Map(users.map((one) => [one.username, one])), retentionDays: 90, timeLimit: 'age', transits: [] },
  });
  const manager = user({ username: 'gestore', managesUsers: true, gates: [1] });
  const before = data(manager);
  const after = (more: Partial<UserRights>) => data(manager, user({ username: 'nuovo', gates: [1], ...more }));
  expect(findEscalations(before, after({}), manager)).toEqual([]);
  expect(findEscalations(before, after({ level: 8 }), manager)).toHaveLength(1);
  expect(findEscalations(before, after({ readsAudit: true }), manager)).toHaveLength(1);
  expect(findEscalations(before, after({ gates: [1, 2] }), manager)).toHaveLength(1);
  expect(findEscalations(before, after({}), null)).toHaveLength(1);
  const administrator = { ...manager, level: 8 };
  expect(findEscalations(before, after({ gates: [1, 2] }), administrator)).toEqual([]);
});
