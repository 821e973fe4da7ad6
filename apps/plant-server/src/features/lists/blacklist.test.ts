import { randomUUID } from 'node:crypto';
import * as api from '@varco/contract/plant/blacklist.ts';
import { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertTestEntry, buildEntryBody, EXPIRY } from '../../testing/list-entries.ts';
import { clearLists, createListCalls, toRefusal, startListPlant } from '../../testing/list-fixture.ts';
import { REASON, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startListPlant();
});
afterAll(() => plant.close());
beforeEach(() => clearLists(plant));

const { list, plates, insert, change } = createListCalls(() => plant);

describe('entering', () => {
  it('PLAPI-31 BLK-08 BLK-14 an entry comes back whole, normalised, with the defaults of a new one and a uuid of its own', async () => {
    const entry = await insertTestEntry(plant, 'gk 508-rb', { note1: ' Fuga ' });
    expect(entry).toMatchObject({
      targa: 'GK508RB',
      abilitata: true,
      allarme: true,
      all_1: 1,
      all_2: 1,
      all_3: 0,
      all_4: 0,
      mails: null,
      note1: 'Fuga',
      data_scadenza: EXPIRY,
      datainserimento: plant.clock.now,
      username: 'operatore',
      groupid: null,
      reserved: false,
      ver: 1,
      modificabile: true,
    });
    expect(entry.uuid).toMatch(/^[0-9a-f-]{36}$/);
    const uuid = randomUUID();
    expect((await insertTestEntry(plant, 'AA000AA', { uuid })).uuid).toBe(uuid);
    expect(toRefusal(await insert({ targa: 'BB000BB', uuid }))).toEqual([409, 'conflict', 'blacklist_exists']);
  });

  it('BLK-07 a plate stands once in the list of a plant, whatever the writing and whoever comes second', async () => {
    await insertTestEntry(plant, 'AB123CD');
    expect(toRefusal(await insert({ targa: 'ab 123 cd' }))).toEqual([409, 'conflict', 'blacklist_exists']);
    expect(toRefusal(await insert({ targa: 'AB123CD' }, 'altro'))).toEqual([409, 'conflict', 'blacklist_exists']);
    const both = await Promise.all([insert({ targa: 'ZZ999ZZ' }), insert({ targa: 'ZZ999ZZ' }, 'altro')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('BLK-22 the expiry is at most the end of today plus one year', async () => {
    const [year] = ['2027-11-20T22:59:59.999Z'];
    expect((await insert({ targa: 'AA111AA', data_scadenza: year })).status).toBe(200);
    expect(toRefusal(await insert({ targa: 'AA222AA', data_scadenza: '2027-11-20T23:00:00.000Z' }))).toEqual([
      400,
      'bad_request',
      'invalid_field',
    ]);
  });

  it.each([
    { targa: 'A' },
    { targa: '*' },
    { targa: 'A'.repeat(33) },
    { targa: "A';--" },
    { targa: 'AB123CD', telaio: 'x'.repeat(46) },
    { targa: 'AB123CD', marca: 'x'.repeat(46) },
    { targa: 'AB123CD', modello: 'x'.repeat(46) },
    { targa: 'AB123CD', stato: 'x'.repeat(156) },
    { targa: 'AB123CD', note1: 'x'.repeat(256) },
    { targa: 'AB123CD', note2: 'x'.repeat(256) },
    { targa: 'AB123CD', note1: 'a\u0000b' },
    { targa: 'AB123CD', mails: `${'a'.repeat(249)}@gdf.it` },
    { targa: 'AB123CD', mails: 'a@gdf.it\r\nBcc: b@gdf.it' },
    { targa: 'AB123CD', mails: 'a@gdf.it,A@gdf.it' },
    { targa: 'AB123CD', mails: 'a@evil.example' },
    { targa: 'AB123CD', data_scadenza: 'domani' },
    { targa: 'AB123CD', groupid: 999 },
    { targa: 'AB123CD', owner: 1 },
  ])('BLK-20 BLK-21 BLK-25 refuses %j and writes nothing', async (body) => {
    const answer = await plant.callRaw(
      api.insertBlacklist,
      { body: buildEntryBody(body.targa, body) },
      'amministratore',
    );
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
    expect((await plant.pool.query('select 1 from blacklist_entry')).rowCount).toBe(0);
  });

  const ORIGIN = { modello: 'sospetti', formula: 'suspect-7', punteggio: 731, verifica: 'Viste le immagini' } as const;

  it('an entry that starts from a score leaves score and check in the log; a change cannot carry them', async () => {
    const entry = await insertTestEntry(plant, 'GK508RB', { da_punteggio: ORIGIN });
    expect(entry).not.toHaveProperty('da_punteggio');
    expect(plant.audit.records.at(-1)).toMatchObject({
      action: 'blacklist.insert',
      outcome: 'ok',
      detail: { after: { plate: 'GK508RB' }, score: ORIGIN },
    });
    const changed = { params: { id: entry.id }, body: { ...buildEntryBody('GK508RB', {}), da_punteggio: ORIGIN } };
    expect(toRefusal(await plant.callRaw(api.updateBlacklist, changed, 'operatore'))).toEqual([
      400,
      'bad_request',
      'unknown_field',
    ]);
    await insertTestEntry(plant, 'AB123CD');
    expect(plant.audit.records.at(-1)?.detail).not.toHaveProperty('score');
  });

  it.each([
    { ...ORIGIN, verifica: '  a ' },
    { ...ORIGIN, verifica: 'x'.repeat(256) },
    { ...ORIGIN, verifica: 'viste\u0000le immagini' },
    { ...ORIGIN, modello: 'oroscopo' },
    { ...ORIGIN, formula: '<script>' },
    { ...ORIGIN, formula: 'a'.repeat(41) },
    { ...ORIGIN, punteggio: 1e9 },
    { ...ORIGIN, punteggio: '731' },
    { ...ORIGIN, autore: 1 },
    { modello: 'sospetti' },
  ])('refuses the origin %j and writes nothing', async (origin) => {
    const body = { ...buildEntryBody('GK508RB', {}), da_punteggio: origin };
    const answer = await plant.callRaw(api.insertBlacklist, { body }, 'amministratore');
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
    expect((await plant.pool.query('select 1 from blacklist_entry')).rowCount).toBe(0);
  });

  it('BLK-17 direct e-mails switch the e-mail alarm on; BLK-11 the mark stays', async () => {
    const entry = await insertTestEntry(plant, 'AB123CD', { mails: '!a@gdf.it, b@comando.gdf.it', all_1: 0 });
    expect([entry.mails, entry.all_1]).toEqual(['!a@gdf.it,b@comando.gdf.it', 1]);
  });

  it.each([
    ['quattro', 'level'],
    ['comune', 'not_force'],
  ])('BLK-28 TPERM-01 %s may not enter: %s, and the log says so', async (who, sub) => {
    expect(toRefusal(await insert({ targa: 'AB123CD' }, who))).toEqual([403, 'no_perms', sub]);
    expect(plant.audit.records.at(-1)).toMatchObject({ action: 'blacklist.insert', outcome: 'denied' });
  });

  it('BLK-28 insert_bl explicitly false denies, missing and true allow', async () => {
    await plant.pool.query('update plant_user set insert_bl = false where id = 1');
    expect(toRefusal(await insert({ targa: 'AB123CD' }))).toEqual([403, 'no_perms', 'level']);
    await plant.pool.query('update plant_user set insert_bl = true where id = 1');
    expect((await insert({ targa: 'AB123CD' })).status).toBe(200);
  });

  it('signed out: nothing; no entry in the log: no entry in the list', async () => {
    expect((await plant.call(api.insertBlacklist, { body: buildEntryBody('AB123CD') })).status).toBe(401);
    const deaf = await startListPlant();
    await deaf.token('operatore');
    deaf.audit.refuseWrites();
    const answer = await deaf.call(api.insertBlacklist, { body: buildEntryBody('AB123CD') }, 'operatore', REASON);
    expect(toRefusal(answer)).toEqual([503, 'unavailable', 'audit_unavailable']);
    expect((await deaf.pool.query('select 1 from blacklist_entry')).rowCount).toBe(0);
    await deaf.close();
  });
});

describe('who sees and changes what', () => {
  it('BLK-12 an entry for the own group is seen by the group and by administrators, not by other forces', async () => {
    await insertTestEntry(plant, 'GR111GR', { groupid: 1 });
    await insertTestEntry(plant, 'TU111TI');
    expect(await plates()).toEqual(['GR111GR', 'TU111TI']);
    expect(await plates({}, 'altro')).toEqual(['TU111TI']);
    expect(await plates({}, 'amministratore')).toEqual(['GR111GR', 'TU111TI']);
    expect(toRefusal(await insert({ targa: 'XX000XX', groupid: 5 }))).toEqual([403, 'no_perms', 'level']);
    await plant.pool.query('update plant_user set assignable_bl_groups = $1 where id = 1', [[5]]);
    expect((await insert({ targa: 'XX000XX', groupid: 5 })).status).toBe(200);
  });

  it('PERM-02 below level 5 a person sees the own entries only', async () => {
    await insertTestEntry(plant, 'AB123CD');
    expect(await plates({}, 'quattro')).toEqual([]);
    await plant.pool.query('update blacklist_entry set owner = 4');
    expect(await plates({}, 'quattro')).toEqual(['AB123CD']);
    expect(await plates({}, 'comune')).toEqual([]);
  });

  it('an entry of the INTERFORCE list is seen and made only by who is enabled for it', async () => {
    expect(toRefusal(await insert({ targa: 'IN111TF', interforze: true }))).toEqual([403, 'no_perms', 'level']);
    await plant.pool.query('update plant_user set responsabile_interforze = true where id = 1');
    await insertTestEntry(plant, 'IN111TF', { interforze: true });
    expect(await plates({}, 'altro')).toEqual([]);
    await plant.pool.query(`update plant_user set interforce = 'enabled' where id = 40`);
    expect(await plates({}, 'altro')).toEqual(['IN111TF']);
  });

  it('PLAPI-29 one entry is read, changed and removed; the log holds before and after', async () => {
    const entry = await insertTestEntry(plant, 'AB123CD');
    const read = await plant.call(api.getBlacklist, { params: { id: entry.id } }, 'altro', REASON);
    expect(BlacklistEntry.parse(read.body)).toEqual({ ...entry, modificabile: false });
    const changed = BlacklistEntry.parse((await change(entry, { note1: 'Nuova', abilitata: false })).body);
    expect(changed).toMatchObject({ note1: 'Nuova', abilitata: false, ver: 2, targa: 'AB123CD' });
    expect(plant.audit.records.at(-1)?.detail).toMatchObject({ before: { note1: '' }, after: { note1: 'Nuova' } });
    expect(toRefusal(await change(entry, { note1: 'Vecchia' }))).toEqual([409, 'conflict', null]);
    expect(toRefusal(await change(changed, { targa: 'ZZ000ZZ' }))).toEqual([400, 'bad_request', 'invalid_field']);
    expect(toRefusal(await change(changed, { note1: 'x' }, 'altro'))).toEqual([403, 'no_perms', 'level']);
    expect((await change(changed, { note1: 'capo' }, 'amministratore')).status).toBe(200);
    const gone = { params: { id: entry.id } };
    expect(toRefusal(await plant.call(api.deleteBlacklist, gone, 'altro', REASON))).toEqual([403, 'no_perms', 'level']);
    expect((await plant.call(api.deleteBlacklist, gone, 'operatore', REASON)).body).toEqual({ deleted: 1 });
    expect(toRefusal(await plant.call(api.deleteBlacklist, gone, 'operatore', REASON))).toEqual([
      404,
      'not_found',
      null,
    ]);
  });

  it('what its source keeps cannot be changed here', async () => {
    const entry = await insertTestEntry(plant, 'AB123CD');
    await plant.pool.query('update blacklist_entry set is_read_only = true');
    expect(toRefusal(await change(entry, { note1: 'x' }))).toEqual([403, 'no_perms', 'level']);
    expect((await list()).objects[0]).toMatchObject({ ro: true, modificabile: false });
  });

  it('an expired entry can be changed in other things, and is in force again with a new expiry', async () => {
    const entry = await insertTestEntry(plant, 'AB123CD', { data_scadenza: '2026-11-01T22:59:59.999Z' });
    expect((await change(entry, { note1: 'ok' })).status).toBe(200);
    const tooFar = await change({ ...entry, ver: 2 }, { data_scadenza: '2029-01-01T00:00:00.000Z' });
    expect(tooFar.status).toBe(400);
  });
});

describe('PLAPI-30 by plate', () => {
  it.each([
    ['as specified', api.getBlacklistByPlate, { params: { plate: 'AB123CD' } }],
    ['in the body', api.readBlacklistByPlate, { body: { targa: 'ab 123cd' } }],
  ])('is read %s', async (_name, endpoint, input) => {
    const entry = await insertTestEntry(plant, 'AB123CD');
    const ask = () => plant.callRaw(endpoint, input, 'operatore');
    expect((await ask()).body).toEqual(entry);
    await plant.pool.query('delete from blacklist_entry');
    expect((await ask()).status).toBe(404);
  });

  it('is changed and removed, both ways', async () => {
    await insertTestEntry(plant, 'AB123CD');
    const body = buildEntryBody('AB123CD', { note1: 'uno' });
    await plant.call(api.updateBlacklistByPlate, { params: { plate: 'AB123CD' }, body }, 'operatore', REASON);
    expect((await list()).objects[0]?.note1).toBe('uno');
    await plant.call(api.changeBlacklistByPlate, { body: { ...body, note1: 'due' } }, 'operatore', REASON);
    expect((await list()).objects[0]?.note1).toBe('due');
    const gone = await plant.call(api.deleteBlacklistByPlate, { params: { plate: 'AB123CD' } }, 'operatore', REASON);
    expect(gone.body).toEqual({ deleted: 1 });
    await insertTestEntry(plant, 'AB123CD');
    const again = await plant.call(api.removeBlacklistByPlate, { body: { targa: 'AB123CD' } }, 'operatore', REASON);
    expect(again.body).toEqual({ deleted: 1 });
  });
});

describe('or-conditions', () => {
  it('PLAPI-32 candidates by plate or uuid, reserved left out, the own one first', async () => {
    await insertTestEntry(plant, 'AA111AA', {}, 'altro');
    const mine = await insertTestEntry(plant, 'BB222BB');
    await insertTestEntry(plant, 'CC333CC', { reserved: true, reserved_user_ids: [1] }, 'amministratore');
    const url = `/api/blacklist/query?f_reserved=false&or_targa=AA111AA&or_targa=CC333CC&or_uuid=${mine.uuid}`;
    const headers = { ...REASON, authorization: `Bearer ${await plant.token('operatore')}` };
    const answer = await plant.app.inject({ method: 'GET', url, headers });
    const found: { objects: BlacklistEntry[] } = answer.json();
    expect(found.objects.map(({ targa }) => targa)).toEqual(['BB222BB', 'AA111AA']);
    const twin = { or_targa: ['aa111aa'], f_reserved: false };
    const other_ = await plant.call(api.queryBlacklistByBody, { body: twin }, 'operatore', REASON);
    expect(other_.body).toMatchObject({ objects: [{ targa: 'AA111AA' }] });
  });

  it('PLAPI-33 removes own entries only, and only when the call says so', async () => {
    await insertTestEntry(plant, 'AA111AA', {}, 'altro');
    await insertTestEntry(plant, 'BB222BB');
    const requested = { or_targa: ['AA111AA', 'BB222BB'] };
    expect(toRefusal(await plant.call(api.removeBlacklistQuery, { body: requested }, 'operatore', REASON))).toEqual([
      400,
      'bad_request',
      'invalid_field',
    ]);
    const body = { ...requested, f_created_by_user: true };
    expect((await plant.call(api.deleteBlacklistQuery, { query: body }, 'operatore', REASON)).body).toEqual({
      deleted: 1,
    });
    expect(await plates()).toEqual(['AA111AA']);
    expect((await plant.call(api.removeBlacklistQuery, { body }, 'amministratore', REASON)).body).toEqual({
      deleted: 0,
    });
  });
});
