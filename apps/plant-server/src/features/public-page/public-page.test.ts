import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseNote } from '@varco/domain/audit/signed-note.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { verifyEd25519 } from '@varco/server-kit/audit/checkpoint-note.ts';
import { generateSigningKey, toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { buildUserSeed, PLANT, startTestPlant, type TestPlant, USERS } from '../../testing/test-plant.ts';
import { makePublicPage } from './make-public-page.ts';
import { makePublicPageFromEnvironment } from './public-page-program.ts';
import { suppressSmall } from '../../policy/suppress-small.ts';

describe('small counts', () => {
  it.each([
    ['none', [0, 12, 5], [0, 12, 5]],
    ['several', [3, 40, 1], [null, 40, null]],
    ['one alone takes the next smallest with it', [40, 3, 9], [40, null, null]],
    ['one with nothing beside it', [2, 0], [null, 0]],
  ])('%s', (_case, counts, shown) => {
    expect(suppressSmall(counts)).toEqual(shown);
  });
});

const ORIGIN = 'prova.example/log';
const key = generateSigningKey();
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant(
    {
      groups: [...PLANT.groups, { id: 5, name: 'fdo <b>associati</b>', level: 5 }],
      // Thirty people of one body, and few of the others.
      users: [...USERS, ...Array.from({ length: 30 }, (_, n) => buildUserSeed(40 + n, `agente${n}`, 5))],
    },
    { openAuditSink: (pool) => openAuditWriter({ pool, identity: { host: 'prova.example', log: PLANT.uuid } }) },
  );
});
afterAll(() => plant.close());

const record = async (count: number, group: string, change: Readonly<Record<string, unknown>> = {}): Promise<void> => {
  await Promise.all(
    Array.from({ length: count }, () =>
      plant.deps.auditSink.record({
        action: 'transits.search',
        outcome: 'ok',
        actor: { kind: 'user', id: '12', name: 'maria.verdi', group, level: 5, session: null },
        from: { ip: '192.0.2.7', client: null },
        req: null,
        count: 3,
        reason: { code: 'training', case: '77/2026', text: 'prova segreta' },
        detail: { f_targa: 'ZZ999ZZ' },
        ...change,
      }),
    ),
  );
};

const make = (year: number) =>
  makePublicPage(plant.deps.store.runner, plant.deps.auditSink, {
    ...{ year, language: 'it', now: new Date(), origin: ORIGIN },
    keys: [key],
  });

test('the page of a year counts what the log says, by body and reason, and hides what is small', async () => {
  await record(20, 'polizia locale');
  await record(3, 'guardia costiera');
  await record(7, 'carabinieri', { reason: { code: 'no-such-reason', case: null, text: 'x'.repeat(12) } });
  // Refused, and another action: not searches that were answered.
  await record(9, 'carabinieri', { outcome: 'denied' });
  await record(6, 'carabinieri', { action: 'exports.start' });
  await record(8, 'carabinieri', { action: 'approvals.decide', count: 1 });
  await record(5, 'carabinieri', { action: 'approvals.decide', count: 0 });
  const files = await make(new Date().getFullYear());
  const figures = JSON.parse(String(files.get('figures.json')));
  expect(figures.searches).toEqual({
    total: 30,
    byGroup: [
      { name: 'polizia locale', n: 20 },
      { name: 'carabinieri', n: null },
      { name: 'guardia costiera', n: null },
    ],
    byReason: [
      { name: 'Addestramento', n: 23 },
      { name: 'no-such-reason', n: 7 },
    ],
  });
  expect(figures.exports).toBe(6);
  expect(figures.approvals).toEqual([
    { name: 'granted', n: 8 },
    { name: 'refused', n: 5 },
  ]);
  expect(String(files.get('index.html'))).toMatch(/consentite da una seconda persona<\/t[hd]>\s*<td[^>]*>8</);
  expect(figures.lookUps).toBe(0);
  expect(figures.people.find(({ name }: { name: string }) => name.includes('<b>'))).toEqual({
    name: 'fdo <b>associati</b>',
    n: 30,
  });
  expect(figures.terms.map(({ kind }: { kind: string }) => kind)).toEqual([
    'transits',
    'plate_pictures',
    'context_pictures',
  ]);
});

test('no file names a person, a plate, a case or an address, and words of the plant are text', async () => {
  const files = await make(new Date().getFullYear());
  expect([...files.keys()]).toEqual([
    ...['index.html', 'report.pdf', 'figures.csv', 'figures.json'],
    ...['index.html.note', 'report.pdf.note', 'figures.csv.note', 'figures.json.note'],
  ]);
  for (const content of files.values())
    expect(String(content)).not.toMatch(/maria\.verdi|ZZ999ZZ|77\/2026|192\.0\.2\.7|segreta/);
  const page = String(files.get('index.html'));
  expect(page).toContain('fdo &#60;b&#62;associati&#60;/b&#62;');
  expect(page).toContain('<td>non pubblicato</td>');
  expect(page).not.toMatch(/<script|<img|<link|href=|src=|<b>/);
  expect(page).toContain('<html lang="it">');
});

test('each file has a note by which whoever knows the key of the log verifies it; a changed file is found', async () => {
  const files = await make(new Date().getFullYear());
  for (const name of ['index.html', 'report.pdf', 'figures.csv', 'figures.json']) {
    const note = parseNote(String(files.get(`${name}.note`)));
    const [signature] = note?.signatures ?? [];
    const publicKey = new Uint8Array(Buffer.from(toPublicJwk(key.publicKey).x, 'base64url'));
    const text = new TextEncoder().encode(note?.text ?? '');
    expect(verifyEd25519(publicKey, text, signature?.signature ?? new Uint8Array(0))).toBe(true);
    const content = files.get(name) ?? Buffer.alloc(0);
    const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');
    expect(note?.text).toBe(`${ORIGIN}\nfile ${name}\nsha256 ${hash(content)}\n`);
    expect(note?.text).not.toContain(hash(Buffer.concat([content, Buffer.from(' ')])));
  }
});

test('the share of reviewed cases stands only for enough of them, and how many there were in no file', async () => {
  const year = new Date().getFullYear();
  await plant.pool.query(
    `with run as (
        insert into review_run (month, version, at, final, people, checkpoint) select make_date($1, 1, 1), 'prova', now(), true, 40, 'prova' returning id)
      insert into review_case (run, person, name, job, looks, score, flagged, drawn, findings)
      select id, gen_random_uuid(), 'maria.verdi', 'prova', 1, 1, true, false, '[]' from run, generate_series(1, 3)`,
    [year],
  );
  const read = async () => JSON.parse(String((await make(year)).get('figures.json'))).reviewed;
  expect(await read()).toEqual({ months: 1, share: null, escalated: 0 });
  await plant.pool.query(
    `insert into review_case (run, person, name, job, looks, score, flagged, drawn, findings)
     select max(id), gen_random_uuid(), 'maria.verdi', 'prova', 1, 1, true, false, '[]' from review_run, generate_series(1, 5) as n group by n`,
  );
  await plant.pool.query(
    `insert into review_step (month, person, kind, note, by_id, by_name, at)
     select make_date($1, 1, 1), person, 'fine', 'prova di revisione', gen_random_uuid(), 'capo', now() from review_case limit 6`,
    [year],
  );
  expect(await read()).toEqual({ months: 1, share: 0.75, escalated: 0 });
});

test('a year before the log has zeros, and making a page is recorded', async () => {
  const figures = JSON.parse(String((await make(2020)).get('figures.json')));
  expect(figures.searches).toEqual({ total: 0, byGroup: [], byReason: [] });
  expect(figures.deletions).toEqual({ runs: 0, transits: 0 });
  const { rows } = await plant.pool.query(
    `select d.body from audit_entry as e join audit_detail as d using (epoch, seq) where e.action = 'public-page.create' order by e.seq desc limit 1`,
  );
  expect(rows[0].body).toContain('2020');
});

describe('the program makes the page from database and data folder alone', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'varco-public-page-'));
  });
  afterAll(() => rm(dataDir, { recursive: true }));
  const run = (change: { year?: string } = {}) =>
    makePublicPageFromEnvironment({ url: plant.url, dataDir, year: '', language: 'en', ...change });
  const putSecret = (secret: Uint8Array): Promise<void> =>
    writeFile(join(dataDir, 'server.secret'), `${Buffer.from(secret).toString('base64url')}\n`);

  it('says in words that a folder is not that of a plant, or is of another one, and makes no secret there', async () => {
    await expect(run()).rejects.toThrow(/no server\.secret/);
    expect(await readdir(dataDir)).toEqual([]);
    await putSecret(Buffer.alloc(32, 9));
    await expect(run()).rejects.toThrow(/of another plant/);
  });

  it('signs as the log of the plant, and says which years there are', async () => {
    await putSecret(Buffer.alloc(32, 7));
    const files = await run();
    expect(String(files.get('index.html'))).toContain('Licence plate reading');
    expect(String(files.get('report.pdf')?.subarray(0, 5))).toBe('%PDF-');
    expect(String(files.get('index.html.note'))).toContain(PLANT.uuid);
    for (const year of ['1999', '2999', '2020.5', 'x'])
      await expect(run({ year })).rejects.toThrow(/^The year must be from 2020/);
  });
});
