import * as heads from '@varco/contract/plant/figurehead.ts';
import * as white from '@varco/contract/plant/whitelist.ts';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { EXPIRY } from '../../testing/list-entries.ts';
import { REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { disableExpiredEntries } from './expire-entries.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
});
afterAll(() => plant.close());
beforeEach(async () => {
  await plant.pool.query('delete from whitelist_entry');
  await plant.pool.query('delete from figurehead_entry');
});

const CODE = 'RSSMRA85T10A562S';
const whiteBody = (more: Partial<CallInput<typeof white.insertWhitelist>['body']> = {}) => ({
  targa: 'ab 123 cd',
  allarmi: ['blacklist' as const, 'rca' as const],
  motivo: 'auto di servizio',
  data_scadenza: EXPIRY,
  ...more,
});
const addWhite = (more = {}, who = 'operatore') =>
  plant.call(white.insertWhitelist, { body: whiteBody(more) }, who, REASON);
const addHead = (codice = CODE, who = 'operatore') =>
  plant.call(heads.insertFigurehead, { body: { codice, note: 'cento auto' } }, who, REASON);

it('WL-01 list, search, insert, edit, delete of the whitelist', async () => {
  const made = white.WhitelistEntry.parse((await addWhite()).body);
  expect(made).toMatchObject({
    targa: 'AB123CD',
    allarmi: ['blacklist', 'rca'],
    motivo: 'auto di servizio',
    abilitata: true,
    username: 'operatore',
    modificabile: true,
  });
  expect(await addWhite()).toMatchObject({ status: 409, body: { error: { code: 'duplicate' } } });
  const listed = await plant.call(white.listWhitelist, { query: { f_targa: 'B12' } }, 'operatore', REASON);
  expect(listed.body).toMatchObject({ objects: [{ targa: 'AB123CD' }], pagination: { count: 1, page_size: 100 } });
  const none = await plant.call(white.searchWhitelist, { body: { f_disabled: true } }, 'operatore', REASON);
  expect(none.body).toMatchObject({ objects: [] });
  const one = { params: { id: made.id } };
  expect((await plant.call(white.getWhitelist, one, 'operatore', REASON)).body).toEqual(made);
  const body = { ...made, motivo: 'nuovo motivo', abilitata: false };
  const changed = await plant.call(white.updateWhitelist, { ...one, body }, 'operatore', REASON);
  expect(changed.body).toMatchObject({ motivo: 'nuovo motivo', abilitata: false, ver: 2 });
  expect((await plant.call(white.updateWhitelist, { ...one, body }, 'operatore', REASON)).status).toBe(409);
  const moved = { ...body, ver: 2, targa: 'ZZ000ZZ' };
  expect((await plant.call(white.updateWhitelist, { ...one, body: moved }, 'operatore', REASON)).status).toBe(400);
  expect((await plant.call(white.deleteWhitelist, one, 'operatore', REASON)).body).toEqual({ deleted: 1 });
  expect((await plant.call(white.getWhitelist, one, 'operatore', REASON)).status).toBe(404);
  expect(
    plant.audit.records.filter(({ action }) => action.startsWith('whitelist.')).map(({ action }) => action),
  ).toEqual(expect.arrayContaining(['whitelist.insert', 'whitelist.update', 'whitelist.delete', 'whitelist.search']));
});

it.each([
  { allarmi: [] },
  { allarmi: ['tutti'] },
  { motivo: '  ' },
  { motivo: 'x'.repeat(256) },
  { targa: 'AB*' },
  { targa: 'A' },
  { data_scadenza: '2028-01-01T00:00:00.000Z' },
])('WL-01 refuses %j', async (more) => {
  const body = { ...whiteBody(), ...more };
  expect(await plant.callRaw(white.insertWhitelist, { body }, 'operatore')).toMatchObject({ status: 400 });
});

it('WL-01 an exception ends with its expiry', async () => {
  await addWhite({ data_scadenza: '2026-12-01T22:59:59.999Z' });
  await disableExpiredEntries({ ...plant.deps, now: () => new Date('2026-12-02T00:00:00.000Z') });
  const { body } = await plant.call(white.searchWhitelist, { body: {} }, 'operatore', REASON);
  expect(body).toMatchObject({ objects: [{ abilitata: false }] });
});

it('FIG-01 FIG-02 PTAPI-12 list, insert, edit, enable and delete of figureheads', async () => {
  const made = heads.FigureheadEntry.parse((await addHead('rss mra 85t10 a562s')).body);
  expect(made).toMatchObject({ codice: CODE, note: 'cento auto', abilitata: true, username: 'operatore' });
  expect(await addHead()).toMatchObject({ status: 409, body: { error: { code: 'duplicate' } } });
  expect((await addHead('12345678903')).status).toBe(200);
  const found = await plant.call(heads.searchFigurehead, { body: { f_codice: 'mra85' } }, 'operatore', REASON);
  expect(found.body).toMatchObject({ objects: [{ codice: CODE }], pagination: { count: 1 } });
  const listed = await plant.call(heads.listFigurehead, { query: {} }, 'operatore', REASON);
  expect(listed.body).toMatchObject({ pagination: { count: 2 } });
  const one = { params: { id: made.id } };
  const body = { ...made, abilitata: false };
  const off = await plant.call(heads.updateFigurehead, { ...one, body }, 'operatore', REASON);
  expect(off.body).toMatchObject({ abilitata: false, ver: 2 });
  expect((await plant.call(heads.getFigurehead, one, 'operatore', REASON)).body).toMatchObject({ abilitata: false });
  expect((await plant.call(heads.deleteFigurehead, one, 'operatore', REASON)).body).toEqual({ deleted: 1 });
});

it.each(['RSSMRA85T10A562X', '123', '12345678901', ''])('FIG-01 refuses the code "%s"', async (codice) => {
  expect((await addHead(codice)).status).toBe(400);
});

it('PERM-02 TPERM-01 who sees and who changes', async () => {
  const made = white.WhitelistEntry.parse((await addWhite()).body);
  await addHead();
  const one = { params: { id: made.id } };
  const seen = async (who: string) => [
    (await plant.call(white.searchWhitelist, { body: {} }, who, REASON)).body,
    (await plant.call(heads.searchFigurehead, { body: {} }, who, REASON)).body,
  ];
  expect(await seen('limitato')).toMatchObject([{ pagination: { count: 1 } }, { pagination: { count: 1 } }]);
  expect(await seen('quattro')).toMatchObject([{ pagination: { count: 0 } }, { pagination: { count: 0 } }]);
  expect((await plant.call(white.getWhitelist, one, 'quattro', REASON)).status).toBe(404);
  expect((await plant.call(white.deleteWhitelist, one, 'limitato', REASON)).status).toBe(403);
  expect((await addWhite({}, 'quattro')).status).toBe(403);
  expect((await addHead(CODE, 'comune')).status).toBe(403);
  expect((await plant.call(white.deleteWhitelist, one, 'amministratore', REASON)).status).toBe(200);
  expect((await plant.call(white.searchWhitelist, { body: {} })).status).toBe(401);
});
