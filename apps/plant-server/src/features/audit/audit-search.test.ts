import { createHash } from 'node:crypto';
import { AuditPage, type AuditLogEntry } from '@varco/contract/audit-log.ts';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { plantLogin } from '@varco/contract/plant/auth.ts';
import { exportAudit, searchAudit } from '@varco/contract/plant/audit.ts';
import { getTransit } from '@varco/contract/plant/transit-detail.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { encodeReason, REASON_HEADER } from '@varco/contract/reason.ts';
import { fromBase64Url, type Sha256, toBase64Url } from '@varco/domain/audit/audit-bytes.ts';
import { computeDetailCommitment, computeEntryHash } from '@varco/domain/audit/audit-hash.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sampleReads } from '../../testing/random-reads.ts';
import {
  buildUserSeed,
  PASSWORD,
  PLANT,
  REASON,
  startTestPlant,
  type TestPlant,
  USERS,
} from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';

/** A data protection officer: a group without force rights, the lowest level, and the right to read the log. */
const OFFICER = 'garante';
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant(
    {
      groups: [...PLANT.groups, { id: 5, name: 'protezione dati', level: 1 }],
      users: [
        ...USERS,
        buildUserSeed(30, OFFICER, 5, { auditRead: true }),
        buildUserSeed(31, 'garante.spento', 5, { auditRead: true, active: 0 }),
        buildUserSeed(32, 'nuovo.capo', 2),
        buildUserSeed(33, 'oscurato.revisore', 1, { auditRead: true, seesPlates: false, gates: [1] }),
      ],
    },
    { openAuditSink: (pool) => openAuditWriter({ pool, identity: { host: 'prova.example', log: PLANT.uuid } }) },
  );
  await insertReads(plant.deps.store, sampleReads(60, 7));
  for (const user of ['operatore', 'limitato', OFFICER]) await plant.token(user);
});
afterAll(() => plant.close());

type Body = CallInput<typeof searchAudit>['body'];
const look = (plate: string, user = 'operatore', headers: Readonly<Record<string, string>> = REASON) =>
  plant.call(searchTransits, { body: { f_targa: plate } }, user, headers);
const ask = (body: Body, user = OFFICER) => plant.call(searchAudit, { body }, user);
async function read(body: Body, user = OFFICER): Promise<AuditPage> {
  const answer = await ask(body, user);
  expect(answer.status).toBe(200);
  return AuditPage.parse(answer.body);
}
const entryCount = async (): Promise<number> =>
  Number((await plant.pool.query('select count(*) as n from audit_entry')).rows[0].n);
const reasonOf = (code: string, number: string) => ({
  [REASON_HEADER]: encodeReason({ code, text: 'prova di addestramento', case: number }),
});

test('an officer without any right on transits reads who looked, when, from where, why and how many rows', async () => {
  const shown = TransitPage.parse((await look('OF123RE')).body).objects.length;
  const { entries } = await read({ plate: 'OF123RE' });
  expect(entries).toMatchObject([
    {
      action: 'transits.search',
      actor: { name: 'operatore', group: 'fdo carabinieri', level: 5 },
      from: { ip: '127.0.0.1' },
      count: shown,
      reason: { code: 'training', case: '12/2026', text: 'prova di addestramento' },
    },
  ]);
  expect(await look('OF123RE', OFFICER)).toMatchObject({ status: 403 });
  const some = await plant.pool.query<{ id: string }>('select id from transit limit 1');
  const opened = await plant.call(getTransit, { params: { id: some.rows[0]!.id } }, OFFICER, REASON);
  expect(opened.status).toBe(403);
});

test.each([
  ['operator', 'operatore', 403],
  ['of another body', 'comune', 403],
  ['redacted operator', 'oscurato', 403],
  ['level 4', 'quattro', 403],
  ['new administrator without the right', 'nuovo.capo', 403],
  ['administrator with the right', 'amministratore', 200],
  ['officer', OFFICER, 200],
  ['redacted reader, limited to a gate', 'oscurato.revisore', 200],
])('the right alone decides: %s', async (_name, user, status) => {
  const body = { limit: 1 };
  expect((await ask(body, user)).status).toBe(status);
  const file = await plant.callRaw(exportAudit, { body: { format: 'csv', case: 'none' } }, user);
  expect(file.status).toBe(status);
});

test('a disabled reader cannot sign in, and a token ends with the right', async () => {
  const signIn = await plant.callRaw(plantLogin, { body: { username: 'garante.spento', password: PASSWORD } });
  expect(signIn.status).toBe(401);
  await plant.pool.query("update plant_user set audit_read = false where username = 'oscurato.revisore'");
  expect((await ask({}, 'oscurato.revisore')).status).toBe(403);
  await plant.pool.query("update plant_user set audit_read = true where username = 'oscurato.revisore'");
});

test('a refused reading is an entry, an answered one is exactly one entry', async () => {
  const before = await entryCount();
  await ask({ plate: 'AB123CD', with_totals: true });
  expect(await entryCount()).toBe(before + 1);
  await ask({}, 'operatore');
  expect(await entryCount()).toBe(before + 2);
  const { entries } = await read({ action: 'audit.read', limit: 2 });
  expect(entries).toMatchObject([
    { outcome: 'denied', actor: { name: 'operatore' } },
    { outcome: 'ok', actor: { name: OFFICER }, detail: { own: false, plate: 'AB123CD' } },
  ]);
});

test('a plate is found as typed in any form, never as part of another, and not in ids, names or reasons', async () => {
  await look('cc 88 dd, ab 77 xy;=EE99FF');
  await look('AB77XYZ');
  await look('AB{2}XY,ZZ1*', 'limitato');
  await look('QQ1', 'operatore', {
    [REASON_HEADER]: encodeReason({ code: 'training', text: 'cerco AB77XY da ieri', case: null }),
  });
  const typed = async (plate: string) =>
    (await read({ plate, action: 'transits.search' })).entries.map(({ actor }) => actor.name);
  expect(await typed('AB77XY')).toEqual(['operatore']);
  expect(await typed('AB77XYZ')).toEqual(['operatore']);
  expect(await typed('EE99FF')).toEqual(['operatore']);
  expect(await typed('AB{2}XY')).toEqual(['limitato']);
  expect(await typed('ZZ1*')).toEqual(['limitato']);
  expect(await typed('FILTER')).toEqual([]);
  // The question about a plate is itself a look at that plate.
  expect((await read({ plate: 'AB77XYZ' })).entries[0]).toMatchObject({
    action: 'audit.read',
    actor: { name: OFFICER },
  });
});

test('an opened transit is found by its plate and by its id, a result list only by its search', async () => {
  const { objects } = TransitPage.parse((await look('*')).body);
  const [first] = objects;
  await plant.call(getTransit, { params: { id: first!.id } }, 'limitato', REASON);
  await plant.call(getTransit, { params: { id: first!.id } }, 'operatore', REASON);
  const byId = await read({ transit: first!.id, action: 'transits.read' });
  expect(byId.entries[0]).toMatchObject({ detail: { id: first!.id, plate: first!.targa } });
  expect((await read({ transit: first!.id })).entries.map(({ action }) => action)).not.toContain('transits.search');
  expect((await read({ plate: first!.targa })).entries.map(({ action }) => action)).toContain('transits.read');
});

test('every filter restricts, and together they all hold', async () => {
  await look('FI100LT', 'operatore', reasonOf('training', 'C-1'));
  await look('FI100LT', 'limitato', reasonOf('training', 'C-2'));
  const mine = { plate: 'FI100LT', action: 'transits.search' } as const;
  const names = async (body: Body) => (await read({ ...mine, ...body })).entries.map(({ actor }) => actor.name);
  expect(await names({})).toEqual(['limitato', 'operatore']);
  expect(await names({ user: 'OPERATORE' })).toEqual(['operatore']);
  expect(await names({ case: 'C-2' })).toEqual(['limitato']);
  expect(await names({ reason: 'training' })).toEqual(['limitato', 'operatore']);
  expect(await names({ reason: 'accident' })).toEqual([]);
  expect(await names({ ip: '127.0.0.1' })).toEqual(['limitato', 'operatore']);
  expect(await names({ ip: '10.9.8.7' })).toEqual([]);
  expect(await names({ actions: ['transits.read', 'transits.count'] })).toEqual([]);
  expect(await names({ actions: ['transits.search'] })).toHaveLength(2);
  expect(await names({ failed: true })).toEqual([]);
  expect(await names({ min_count: 1_000 })).toEqual([]);
  expect(await names({ from: '2100-01-01T00:00:00.000Z' })).toEqual([]);
  expect(await names({ to: '2000-01-01T00:00:00.000Z' })).toEqual([]);
  expect((await read({ failed: true, limit: 200 })).entries.every(({ outcome }) => outcome === 'denied')).toBe(true);
  const many = await read({ min_count: 30, limit: 200 });
  expect(many.entries.length).toBeGreaterThan(0);
  expect(many.entries.every(({ count }) => (count ?? 0) >= 30)).toBe(true);
});

test('totals by person and by action are those of the whole filter', async () => {
  for (let i = 0; i < 4; i++) await look(`TO${i}`, i === 3 ? 'limitato' : 'operatore', reasonOf('training', 'T-9'));
  const { entries, totals } = await read({ case: 'T-9', limit: 1, with_totals: true });
  expect(entries).toHaveLength(1);
  expect(totals).toEqual({
    entries: 4,
    people: [
      { name: 'operatore', entries: 3 },
      { name: 'limitato', entries: 1 },
    ],
    actions: [{ action: 'transits.search', entries: 4 }],
    others: { people: 0, actions: 0 },
  });
  expect((await read({ case: 'T-9' })).totals).toBeNull();
  expect((await read({ case: 'none', with_totals: true })).totals).toMatchObject({ entries: 0, people: [] });
});

test('pages neither repeat nor miss an entry while others are appended', async () => {
  for (let i = 0; i < 7; i++) await look(`PG${i}`, 'operatore', reasonOf('training', 'P-1'));
  const seen: AuditLogEntry[] = [];
  let before: NonNullable<AuditPage['next']> | undefined;
  for (;;) {
    const page: AuditPage = await read({ case: 'P-1', limit: 2, ...(before === undefined ? {} : { before }) });
    seen.push(...page.entries);
    if (page.next === null) break;
    before = page.next;
    await look('PGNEW', 'operatore', reasonOf('training', 'P-1'));
  }
  const plates = seen.map(
    ({ detail }) => z.object({ filter: z.object({ f_targa: z.string() }) }).parse(detail).filter.f_targa,
  );
  expect(plates).toEqual(['PG6', 'PG5', 'PG4', 'PG3', 'PG2', 'PG1', 'PG0']);
});

test.each([
  ['unknown field', { admin: true }],
  ['quote in a plate', { plate: `A' or '1'='1` }],
  ['plate in lower case', { plate: 'ab123cd' }],
  ['plate over 32 characters', { plate: 'A'.repeat(33) }],
  ['empty person', { user: '' }],
  ['NUL in a person', { user: 'a\0b' }],
  ['person of a megabyte', { user: 'a'.repeat(1_000_000) }],
  ['address that is none', { ip: '127.0.0.1; drop table audit_entry' }],
  ['transit that is none', { transit: '-1' }],
  ['transit of 30 digits', { transit: '1'.repeat(30) }],
  ['no action', { actions: [] }],
  ['too many actions', { actions: Array.from({ length: 101 }, () => 'audit.read') }],
  ['action with a pattern', { actions: ['%'] }],
  ['rows as text', { min_count: '5' }],
  ['negative rows', { min_count: -5 }],
  ['position without an epoch', { before: { seq: 3 } }],
  ['position beyond an integer', { before: { epoch: 1e12, seq: 1 } }],
  ['position as a list', { before: [1, 2] }],
  ['page too large', { limit: 100_000 }],
  ['a time that is none', { from: 'ieri' }],
])('hostile filter refused: %s', async (_name, body) => {
  const status = (await plant.callRaw(searchAudit, { body }, OFFICER)).status;
  expect([400, 413]).toContain(status);
});

test.each([`%' or 1=1; --`, '"}]', '\\', '{}', '$1', "x'); drop table audit_entry; --"])(
  'a person or case named %s is only a text',
  async (text) => {
    expect((await read({ user: text })).entries).toEqual([]);
    expect((await read({ case: text })).entries).toEqual([]);
  },
);

test('a hostile plate in a search never stops the log, and is found as it was typed', async () => {
  const texts = ['\\"}],"ids":[', '%', '"window":"', '[]', `"reason_text":"x"`, 'A'.repeat(64), '\u202eAB1', 'ÀB123'];
  for (const text of texts) await look(text);
  await look('AF111TR');
  expect((await read({ plate: 'AF111TR', action: 'transits.search' })).entries).toHaveLength(1);
});

const file = async (body: CallInput<typeof exportAudit>['body']) => {
  const answer = await plant.callRaw(exportAudit, { body }, OFFICER);
  expect(answer.status).toBe(200);
  return answer;
};
const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};
const Line = z.object({
  epoch: z.int(),
  seq: z.int(),
  entry: z.string(),
  detail: z.string().nullable(),
  salt: z.string().nullable(),
  previous: z.string(),
  hash: z.string(),
});
const bytesOf = (text: string): Uint8Array => fromBase64Url(text) ?? new Uint8Array();

test('the exported lines are the listed entries, each can be verified, and the export is an entry with their number', async () => {
  for (let i = 0; i < 3; i++) await look(`EX${i}`, 'operatore', reasonOf('training', 'E-1'));
  const { entries } = await read({ case: 'E-1' });
  const text = (await file({ case: 'E-1', format: 'jsonl' })).bytes.toString('utf8');
  const [head, ...lines] = text.trimEnd().split('\n');
  expect(JSON.parse(head!)).toMatchObject({
    kind: 'varco-audit-export',
    version: 1,
    origin: `prova.example/audit/${PLANT.uuid}/1`,
    entries: 3,
    filter: { case: 'E-1' },
  });
  const rows = lines.map((line) => Line.parse(JSON.parse(line)));
  expect(rows.map(({ epoch, seq, hash }) => ({ epoch, seq, hash }))).toEqual(
    entries.map(({ epoch, seq, hash }) => ({ epoch, seq, hash })),
  );
  for (const row of rows) {
    expect(toBase64Url(computeEntryHash(sha256, bytesOf(row.previous), row.entry))).toBe(row.hash);
    const stored = z.object({ detail: z.string() }).parse(JSON.parse(row.entry));
    expect(computeDetailCommitment(sha256, bytesOf(row.salt ?? ''), row.detail ?? '')).toBe(stored.detail);
  }
  const [last] = (await read({ action: 'audit.export', limit: 1 })).entries;
  expect(last).toMatchObject({ actor: { name: OFFICER }, count: 3, bytes: Buffer.byteLength(text) });
  expect(last!.detail).toEqual({ case: 'E-1', format: 'jsonl' });
});

test('the exported table has one line for each entry, and no cell is a formula', async () => {
  await look('CS1', 'operatore', {
    [REASON_HEADER]: encodeReason({ code: 'training', text: '=HYPERLINK("x";"y") prova', case: '=1+1' }),
  });
  const text = (await file({ case: '=1+1', format: 'csv' })).bytes.toString('utf8');
  const [head, line, end] = text.split('\r\n');
  expect(head).toContain('"persona";"gruppo"');
  expect(line).toContain(`"'=1+1";"'=HYPERLINK(""x"";""y"") prova"`);
  expect(end).toBe('');
});

test('a plant that requires a reason requires it of the reader too', async () => {
  await plant.pool.query('update plant_settings set requires_reason = true');
  try {
    expect(await ask({})).toMatchObject({ status: 428, body: { error: { code: 'reason_required' } } });
    expect((await plant.call(searchAudit, { body: {} }, OFFICER, REASON)).status).toBe(200);
    expect((await plant.call(exportAudit, { body: { format: 'csv' } }, OFFICER)).status).toBe(428);
  } finally {
    await plant.pool.query('update plant_settings set requires_reason = false');
  }
});
