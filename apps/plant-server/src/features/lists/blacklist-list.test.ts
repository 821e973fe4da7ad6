import * as api from '@varco/contract/plant/blacklist.ts';
import { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { insertTestEntry, buildEntryBody } from '../../testing/list-entries.ts';
import { clearLists, createListCalls, toRefusal, startListPlant } from '../../testing/list-fixture.ts';
import { REASON, type TestPlant } from '../../testing/test-plant.ts';
import { disableExpiredEntries } from './expire-entries.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startListPlant();
});
afterAll(() => plant.close());
beforeEach(() => clearLists(plant));

const { list, plates, insert, change } = createListCalls(() => plant);

describe('reserved', () => {
  const reserve = (who = 'amministratore', users = [1, 40]) =>
    insert({ targa: 'RS111RS', reserved: true, reserved_user_ids: users, note1: 'riservata' }, who);

  it('BLK-27 from level 8 on; BLK-26 never without users', async () => {
    expect(toRefusal(await reserve('operatore'))).toEqual([403, 'no_perms', 'level']);
    expect(toRefusal(await reserve('amministratore', []))).toEqual([400, 'bad_request', 'invalid_field']);
    expect(toRefusal(await reserve('amministratore', [1, 3]))).toEqual([400, 'bad_request', 'invalid_field']);
    expect((await plant.pool.query('select 1 from blacklist_entry')).rowCount).toBe(0);
    expect((await plant.call(api.listReservedUsers, {}, 'operatore', REASON)).status).toBe(403);
    const { body } = await plant.call(api.listReservedUsers, {}, 'amministratore', REASON);
    const names = api.listReservedUsers.response.parse(body).objects.map(({ username }) => username);
    expect(names).toContain('altro');
    expect(names).not.toContain('comune');
    expect(names).not.toContain('spento');
  });

  it('BLK-08 BLK-16 BLK-18 a master that raises nothing, and a share of every user with alarms of its own', async () => {
    const body = buildEntryBody('RS111RS', {
      reserved: true,
      reserved_user_ids: [1, 40],
      mails: 'a@gdf.it',
      groupid: 2,
    });
    const master = BlacklistEntry.parse(
      (await plant.call(api.insertBlacklist, { body }, 'amministratore', REASON)).body,
    );
    expect(master).toMatchObject({
      reserved: true,
      reserved_master: true,
      reserved_user_ids: [1, 40],
      all_1: 0,
      all_2: 0,
      mails: null,
      groupid: null,
    });
    expect(master.reserved_slave_ids).toHaveLength(2);
    const [share] = (await list({}, 'altro')).objects;
    expect(share).toMatchObject({
      targa: 'RS111RS',
      reserved_slave: true,
      riservata_id: master.id,
      username: 'altro',
      all_1: 1,
      all_2: 1,
      reserved_user_ids: [],
      modificabile: true,
    });
    // A user without a share neither sees the reserved entry nor gets a conflict with it.
    expect(await plates({}, 'limitato')).toEqual([]);
    expect((await insert({ targa: 'RS111RS' }, 'limitato')).status).toBe(200);
  });

  it('a share changes its alarms only; the master changes the rest for all, and who has one', async () => {
    const master = BlacklistEntry.parse((await reserve()).body);
    const shareOf = async (who: string) => {
      const [found] = (await list({ f_reserved: true }, who)).objects;
      if (found === undefined) throw new Error('no share');
      return found;
    };
    const mine = await shareOf('operatore');
    const changed = await change(mine, { all_1: 0, all_3: 1, note1: 'altro testo' });
    expect(changed.body).toMatchObject({ all_1: 0, all_3: 1, note1: 'riservata' });
    const gone = { params: { id: mine.id } };
    expect(toRefusal(await plant.call(api.deleteBlacklist, gone, 'operatore', REASON))).toEqual([
      403,
      'no_perms',
      'level',
    ]);
    const edit = { note1: 'per tutti', reserved_user_ids: [1] };
    expect((await change(master, edit, 'amministratore')).body).toMatchObject({ reserved_user_ids: [1] });
    expect(await shareOf('operatore')).toMatchObject({ note1: 'per tutti', all_1: 0, all_3: 1 });
    expect(await plates({}, 'altro')).toEqual([]);
    expect((await change({ ...master, ver: 2 }, { reserved: false }, 'amministratore')).status).toBe(400);
    await plant.call(api.deleteBlacklist, { params: { id: master.id } }, 'amministratore', REASON);
    expect((await plant.pool.query('select 1 from blacklist_entry')).rowCount).toBe(0);
  });
});

describe('the list', () => {
  it('PLAPI-28 BLK-30 every filter, both ways', async () => {
    await insertTestEntry(plant, 'AA111AA');
    await insertTestEntry(plant, 'AB222BA', {}, 'altro');
    await insertTestEntry(plant, 'BB333BB', { data_scadenza: '2026-11-01T22:59:59.999Z' });
    await insertTestEntry(plant, 'CC444CC', { abilitata: false });
    await insertTestEntry(plant, 'DD555DD', { allarme: false });
    await insertTestEntry(plant, 'EE666EE', { reserved: true, reserved_user_ids: [1] }, 'amministratore');
    await plant.pool.query(`update blacklist_entry set owner = 1 where plate = 'AB222BA'`);
    expect(await plates()).toEqual(['AA111AA', 'AB222BA', 'BB333BB', 'CC444CC', 'DD555DD', 'EE666EE']);
    expect(await plates({ f_targa: 'b2' })).toEqual(['AB222BA']);
    expect(await plates({ f_targa: 'A*A' })).toEqual(['AA111AA', 'AB222BA']);
    expect((await plant.callRaw(api.searchBlacklist, { body: { f_targa: '%' } }, 'operatore')).status).toBe(400);
    expect(await plates({ f_created_by_user: false })).toEqual(['AB222BA', 'EE666EE']);
    expect(await plates({ f_created_by_user: true, f_targa: 'AB' })).toEqual([]);
    expect(await plates({ f_owned: false })).toEqual([]);
    expect(await plates({ f_expired: true })).toEqual(['BB333BB']);
    expect(await plates({ f_disabled: true })).toEqual(['CC444CC']);
    expect(await plates({ f_alarmed: false })).toEqual(['DD555DD']);
    expect(await plates({ f_reserved: true })).toEqual(['EE666EE']);
    expect(await plates({ f_reserved: false, f_disabled: false, f_expired: false, f_alarmed: true })).toEqual([
      'AA111AA',
      'AB222BA',
    ]);
    const answer = await plant.call(api.listBlacklist, { query: { f_targa: 'AA1' } }, 'operatore', REASON);
    expect(api.BlacklistPage.parse(answer.body).objects.map(({ targa }) => targa)).toEqual(['AA111AA']);
  });

  it('counts every view, within the filter and among the entries this person sees', async () => {
    await insertTestEntry(plant, 'AA111AA');
    await insertTestEntry(plant, 'AB222BA', { data_scadenza: '2026-11-24T22:59:59.999Z' }, 'altro');
    await insertTestEntry(plant, 'BB333BB', { data_scadenza: '2026-11-01T22:59:59.999Z' });
    await insertTestEntry(plant, 'CC444CC', { abilitata: false });
    await insertTestEntry(plant, 'EE666EE', { reserved: true, reserved_user_ids: [40] }, 'amministratore');
    const count = async (body: object = {}, who = 'operatore') =>
      api.BlacklistCounts.parse((await plant.call(api.countBlacklist, { body }, who, REASON)).body);
    expect(await count()).toEqual({ all: 4, active: 2, expiring: 1, expired: 1, disabled: 1, never_hit: 0 });
    expect(await count({ f_targa: 'AB' })).toMatchObject({ all: 1, active: 1, expiring: 1 });
    expect(await count({ f_created_by_user: true })).toMatchObject({ all: 3 });
    expect(plant.audit.records.at(-1)).toMatchObject({ action: 'blacklist.search', count: 3 });
    await plant.pool.query(`update blacklist_entry set entered_at = '2026-09-01T10:00:00Z' where plate = 'AA111AA'`);
    expect(await count()).toMatchObject({ never_hit: 1 });
    expect((await plant.callRaw(api.countBlacklist, { body: { f_owned: 'x' } }, 'operatore')).status).toBe(400);
    // Who sees only own entries counts none of the others.
    expect(await count({}, 'comune')).toMatchObject({ all: 0, active: 0 });
  });

  it('says with which nation this plant last read a plate, and nothing where it was never read', async () => {
    await insertReads(plant.deps.store, [
      { gate: 1, plate: 'RO12ABC', at: '2026-11-19T10:00:00.000Z', nation: 'RO' },
      { gate: 1, plate: 'ZZ888ZZ', at: '2026-11-19T10:00:00.000Z' },
    ]);
    for (const plate of ['RO12ABC', 'ZZ888ZZ', 'ZZ999ZZ', 'RO12AB*']) await insertTestEntry(plant, plate);
    expect((await list()).objects.map(({ targa, nazione }) => [targa, nazione])).toEqual([
      ['RO12AB*', ''],
      ['RO12ABC', 'RO'],
      ['ZZ888ZZ', ''],
      ['ZZ999ZZ', ''],
    ]);
  });

  it('BLK-33 pages of 100, 20 with offset and limit, ordered by plate unless told', async () => {
    for (const [plate, expiry] of [
      ['C', '2027-01-01'],
      ['A', '2027-03-01'],
      ['B', '2027-02-01'],
    ] as const)
      await insertTestEntry(plant, `${plate}1`, { data_scadenza: `${expiry}T22:59:59.999Z` });
    const page = await list();
    expect(page.pagination).toMatchObject({ page_size: 100, count: 3, num_pages: 1, has_next: false, page: 1 });
    expect(page.objects.map(({ targa }) => targa)).toEqual(['A1', 'B1', 'C1']);
    expect((await list({ offset: 0 })).pagination).toMatchObject({ limit: 20, page_size: 20 });
    expect(await plates({ page_size: 2, p: 2 })).toEqual(['C1']);
    expect(await plates({ offset: 1, limit: 1, order_by: '-data_scadenza' })).toEqual(['B1']);
    const url = '/api/blacklist?order_by=+data_scadenza';
    const headers = { ...REASON, authorization: `Bearer ${await plant.token('operatore')}` };
    const ordered: api.BlacklistPage = (await plant.app.inject({ method: 'GET', url, headers })).json();
    expect(ordered.objects.map(({ targa }) => targa)).toEqual(['C1', 'B1', 'A1']);
  });

  it('offers for cleaning up: expiring within 15 days, and never seen since it was entered', async () => {
    await insertTestEntry(plant, 'PR111ES', { data_scadenza: '2026-12-01T22:59:59.999Z' });
    await insertTestEntry(plant, 'VI111ST');
    await insertTestEntry(plant, 'MA111I0');
    await insertTestEntry(plant, 'MAI*');
    await plant.pool.query(`update blacklist_entry set entered_at = '2026-09-01T00:00:00Z' where plate <> 'PR111ES'`);
    await plant.pool.query(`insert into plate_dict (plate, folded, first_seen, last_seen, n, last_gate, nation)
      values ('VI111ST', 'x', '2026-01-01', '2026-10-01', 1, 1, 1), ('MA111I0', 'y', '2026-01-01', '2026-08-01', 1, 1, 1)`);
    expect(await plates({ f_expiring: true })).toEqual(['PR111ES']);
    expect(await plates({ f_never_hit: true })).toEqual(['MA111I0']);
  });

  it('an entry is switched off when its expiry is over, once, and the log says so', async () => {
    await insertTestEntry(plant, 'AB123CD', { data_scadenza: '2026-12-01T22:59:59.999Z' });
    await disableExpiredEntries(plant.deps);
    expect((await list()).objects[0]?.abilitata).toBe(true);
    const before = plant.audit.records.length;
    const later = { ...plant.deps, now: () => new Date('2026-12-01T23:00:00.000Z') };
    await disableExpiredEntries(later);
    await disableExpiredEntries(later);
    expect((await list()).objects[0]).toMatchObject({ abilitata: false, ver: 2 });
    const said = plant.audit.records.slice(before).filter(({ action }) => action === 'blacklist.expire');
    expect(said).toHaveLength(1);
    expect(said[0]).toMatchObject({ actor: { kind: 'system' }, count: 1 });
  });
});

it('what is asked and found is in the log, with its filter', async () => {
  await insertTestEntry(plant, 'AB123CD');
  await list({ f_targa: 'AB' });
  expect(plant.audit.records.at(-1)).toMatchObject({
    action: 'blacklist.search',
    count: 1,
    detail: { filter: { f_targa: 'AB' } },
    reason: { code: 'training' },
  });
});

it('a plant that wants a reason gets one for its lists too', async () => {
  await plant.pool.query('update plant_settings set requires_reason = true');
  expect((await plant.call(api.searchBlacklist, { body: {} }, 'operatore')).status).toBe(428);
  expect((await plant.call(api.insertBlacklist, { body: buildEntryBody('AB123CD') }, 'operatore')).status).toBe(428);
  await plant.pool.query('update plant_settings set requires_reason = false');
});
