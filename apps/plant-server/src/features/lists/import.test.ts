import * as api from '@varco/contract/plant/blacklist-files.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertTestEntry, importTestFile } from '../../testing/list-entries.ts';
import { REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
});
afterAll(() => plant.close());
beforeEach(() => plant.pool.query('delete from blacklist_entry'));

const parseImportResponse = (answer: { status: number; body: unknown }): api.BlacklistImportResponse => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return api.BlacklistImportResponse.parse(answer.body);
};
/** Number of lines; run with VARCO_IMPORT_LINES=100000 for the maximum file. */
const LINES = Number(process.env['VARCO_IMPORT_LINES'] ?? 10_000);
const readStoredEntries = async () =>
  (
    await plant.pool.query(
      `select plate, note1, expires_at, mail_alarm, radio_alarm, mails, source from blacklist_entry order by plate`,
    )
  ).rows;

describe('PLAPI-34 BLK-06 BLK-32 import', () => {
  const FILE = [
    'Targa;Scadenza;Note;marca;mails',
    'AB123CD;31/12/2026;uno;FIAT;',
    'xx 999 yy;;due;;!a@gdf.it,b@gdf.it',
    'AB123CD;31/12/2026;ancora;;',
    'A;31/12/2026;corta;;',
    'CC111CC;31/02/2027;data;;',
    'DD111DD;31/12/2028;lontana;;',
    `EE111EE;;${'x'.repeat(256)};;`,
    'FF111FF;;;;a@evil.example',
    'GG111GG;;;;non una mail',
    'HH111HH;;;;;;;',
  ].join('\r\n');

  it('enters the good lines, tells each bad one with its line and why', async () => {
    const answer = parseImportResponse(await importTestFile(plant, FILE, { default_expiry: '2027-01-15' }));
    expect(answer).toMatchObject({ preview: false, inserted: 2, updated: 0, skipped: 1, failed: 7 });
    expect(answer.lines.map(({ line, state, reason }) => [line, state, reason])).toEqual([
      [5, 'failed', 'plate'],
      [6, 'failed', 'expiry'],
      [7, 'failed', 'too_far'],
      [8, 'failed', 'too_long'],
      [9, 'failed', 'mail_domain'],
      [10, 'failed', 'mails'],
      [11, 'failed', 'columns'],
      [4, 'skipped', 'twice'],
      [2, 'inserted', null],
      [3, 'inserted', null],
    ]);
    expect(await readStoredEntries()).toMatchObject([
      { plate: 'AB123CD', note1: 'uno', mails: null, source: 'import', expires_at: '2026-12-31T22:59:59.999Z' },
      { plate: 'XX999YY', note1: 'due', mails: '!a@gdf.it,b@gdf.it', expires_at: '2027-01-15T22:59:59.999Z' },
    ]);
    expect(plant.audit.records.at(-1)).toMatchObject({ action: 'blacklist.import', outcome: 'partial', count: 2 });
  });

  it('a preview says the same and writes nothing', async () => {
    const answer = parseImportResponse(await importTestFile(plant, FILE, { preview: true }));
    expect(answer).toMatchObject({ preview: true, inserted: 2, skipped: 1, failed: 7 });
    expect(await readStoredEntries()).toEqual([]);
  });

  it('what stands there is skipped, or changed when asked; of others never', async () => {
    await insertTestEntry(plant, 'AB123CD', { note1: 'prima' });
    await insertTestEntry(plant, 'BB222BB', {}, 'amministratore');
    const file = 'targa,note\nAB123CD,dopo\nBB222BB,dopo\n';
    expect(parseImportResponse(await importTestFile(plant, file))).toMatchObject({ inserted: 0, skipped: 2 });
    const answer = parseImportResponse(
      await importTestFile(plant, file, { overwrite: true, alarms: { all_1: false, all_2: true, all_3: true } }),
    );
    expect(answer.lines).toEqual([
      { line: 3, targa: 'BB222BB', state: 'failed', reason: 'not_yours' },
      { line: 2, targa: 'AB123CD', state: 'updated', reason: null },
    ]);
    expect((await readStoredEntries())[0]).toMatchObject({ note1: 'dopo', mail_alarm: false, radio_alarm: true });
  });

  it.each([
    ['no header', 'AB123CD\n', 'file/header'],
    ['empty', '', 'file/header'],
    ['binary', 'targa\nAB\u0000CD', 'file/encoding'],
    ['an open quotation', 'targa;note\n"AB123CD;x\n', 'file/malformed'],
    ['a line without end', `targa;note\nAB123CD;${'x'.repeat(20_000)}\n`, 'file/malformed'],
  ])('refuses a file with %s, and says so', async (_name, file, field) => {
    const answer = await importTestFile(plant, file);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad_request', field } } });
    expect(await readStoredEntries()).toEqual([]);
  });

  it.each([['not json'], ['{"id":"x"}'], [`{"id":"${randomUUID()}","owner":1}`]])(
    'refuses options %s',
    async (options) => {
      expect((await importTestFile(plant, 'targa\nAB123CD\n', options)).status).toBe(400);
    },
  );

  it('a text of an office program is not calculated on the way out, and comes back as it was', async () => {
    await insertTestEntry(plant, 'AB123CD', { note1: '=cmd|calc', note2: 'a;"b"\nc', marca: 'àè' });
    const file = await plant.call(api.exportBlacklist, { body: {} }, 'operatore', REASON);
    const text = file.bytes.toString();
    expect(text).toContain(`'=cmd|calc`);
    expect(text.split('\r\n', 1)[0]).toBe(
      'targa;scadenza;abilitata;all_1;all_2;all_3;telaio;marca;modello;stato;note1;note2;mails',
    );
    expect(file.headers['content-type']).toContain('text/csv');
    await plant.pool.query('delete from blacklist_entry');
    const answer = parseImportResponse(await importTestFile(plant, text.replace('\nc', ' c')));
    expect(answer).toMatchObject({ inserted: 1, failed: 0 });
    expect((await readStoredEntries())[0]).toMatchObject({ note1: '=cmd|calc' });
  });

  it('who may not enter may not import; an export gives what the person may see', async () => {
    expect((await importTestFile(plant, 'targa\nAB123CD\n', {}, 'quattro')).status).toBe(403);
    await insertTestEntry(plant, 'GR111GR', { groupid: 1 });
    const mine = await plant.call(api.exportBlacklist, { body: {} }, 'operatore', REASON);
    expect(mine.bytes.toString()).toContain('GR111GR');
    const theirs = await plant.call(api.exportBlacklist, { body: {} }, 'quattro', REASON);
    expect(theirs.bytes.toString()).not.toContain('GR111GR');
  });

  it('an export of entries chosen one by one has these, as far as the person sees them', async () => {
    for (const plate of ['AA111AA', 'BB222BB', 'CC333CC']) await insertTestEntry(plant, plate);
    await insertTestEntry(plant, 'GR111GR', { groupid: 1 });
    const found = await plant.pool.query<{ uuid: string }>(
      `select uuid from blacklist_entry where plate in ('AA111AA', 'CC333CC', 'GR111GR') order by plate`,
    );
    const uuids = found.rows.map(({ uuid }) => uuid);
    const exportPlates = async (body: object, who = 'operatore') => {
      const file = await plant.call(api.exportBlacklist, { body }, who, REASON);
      const lines = file.bytes.toString().trim().split('\r\n').slice(1);
      return lines.map((line) => line.split(';')[0]);
    };
    expect(await exportPlates({ uuids })).toEqual(['AA111AA', 'CC333CC', 'GR111GR']);
    expect(await exportPlates({ uuids, f_targa: 'CC' })).toEqual(['CC333CC']);
    expect(await exportPlates({ uuids }, 'quattro')).not.toContain('GR111GR');
    expect((await plant.callRaw(api.exportBlacklist, { body: { uuids: [] } }, 'operatore')).status).toBe(400);
    expect((await plant.callRaw(api.exportBlacklist, { body: { uuids: ['x'] } }, 'operatore')).status).toBe(400);
  });

  it('many lines in one go, all or nothing; its author can ask how far it is; one above 100 000 is too many', async () => {
    const id = randomUUID();
    const lines = Array.from({ length: LINES }, (_, i) => `T${String(i).padStart(6, '0')};voce ${i}`);
    const file = `targa;note1\n${lines.join('\n')}\n`;
    const answer = parseImportResponse(await importTestFile(plant, file, { id }));
    expect(answer).toMatchObject({ inserted: LINES, failed: 0, skipped: 0 });
    const state = await plant.call(api.getBlacklistImport, { params: { id } }, 'operatore');
    expect(state.body).toEqual({ state: 'done', lines: LINES, done: LINES });
    expect((await plant.call(api.getBlacklistImport, { params: { id } }, 'amministratore')).status).toBe(404);
    expect((await importTestFile(plant, 'targa\nAB123CD\n', { id })).status).toBe(409);
    expect((await plant.pool.query('select count(*)::int as n from blacklist_entry')).rows).toEqual([{ n: LINES }]);
    expect((await importTestFile(plant, `targa\n${'AB123CD\n'.repeat(100_001)}`)).status).toBe(400);
  });
});
