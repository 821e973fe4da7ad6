import { correctPlate } from '@varco/contract/plant/corrections.ts';
import { getTransitImage } from '@varco/contract/plant/media.ts';
import { getTransit } from '@varco/contract/plant/transit-detail.ts';
import { addTransitNote, listTransitNotes } from '@varco/contract/plant/transit-notes.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf } from '../../../testing/error-of.ts';
import { insertBlacklistRow } from '../../../testing/list-rows.ts';
import { computeExpectedRollUps, readStoredRollUps } from '../../../testing/roll-ups.ts';
import { createPhoto } from '../../../testing/send-pictures.ts';
import { REASON, type TestPlant } from '../../../testing/test-plant.ts';
import { nextPlate, parseRequest, passage, startRequestPlant } from '../../../testing/person-requests.ts';
import { createRestrictionClient } from '../../../testing/restrictions.ts';

let plant: TestPlant;
let owner: Pool;
beforeAll(async () => {
  plant = await startRequestPlant();
  owner = createPool({ url: plant.ownerUrl, applicationName: 'restriction test', max: 2 });
});
afterAll(async () => {
  await owner.end();
  await plant.close();
});
beforeEach(() => {
  plant.audit.records.length = 0;
});
const { addProven, find, restrict, announce, lift, notice, erase, end, readLetter, store, readNotice, countFound } =
  createRestrictionClient(() => plant);

/** Tables with rows of a transit, as they are read back to be compared. */
const TABLES = [
  'transit',
  'unread_transit',
  'transit_picture',
  'transit_read',
  'plate_correction',
  'transit_note',
  'plate_check',
  'alert',
] as const;

/** Every row of some plates, and of a passage without one, as JSON. */
async function readRows(plates: readonly string[], unread = '0'): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const table of TABLES) {
    const ids = table === 'plate_check' ? '' : ` or (plate = '' and ${table === 'alert' ? 'transit' : 'id'} = $2)`;
    const { rows } = await plant.pool.query<{ body: string }>(
      `select to_jsonb(t)::text as body from ${table} as t where plate = any($1::text[])${ids} order by 1`,
      ids === '' ? [plates] : [plates, unread],
    );
    found[table] = rows.map(({ body }) => body);
  }
  for (const table of ['alert_decision', 'alert_delivery'])
    found[table] = (
      await plant.pool.query<{ body: string }>(
        `select to_jsonb(d)::text as body from ${table} as d join alert as a on a.id = d.alert where a.plate = any($1::text[]) order by 1`,
        [plates],
      )
    ).rows.map(({ body }) => body);
  return found;
}

/** Tables that hold one of the texts in any column, without those whose plates have a term of their own. */
async function findTables(texts: readonly string[]): Promise<readonly string[]> {
  const own = /^(audit_|person_request|blacklist|legal_hold|review_)/;
  const tables = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables.rows.filter(({ name }) => !own.test(name) && name !== 'plate_change')) {
    const { rows } = await owner.query(`select 1 from ${name} as r where r::text ~ $1 limit 1`, [texts.join('|')]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** A vehicle with two read passages, one misread and one unread that were corrected to it, pictures, a note, a read and an alert. */
async function passEverywhere(plate: string, colour: string) {
  const bytes = await createPhoto(colour);
  const full = (await plant.deps.pictures.put(bytes, 'context')).hash;
  const shared = (await plant.deps.pictures.put(await createPhoto('#445566'), 'context')).hash;
  const misread = `${plate.slice(0, -1)}X`;
  const listed = await insertBlacklistRow(plant.pool, plate, { note: 'segreto' });
  const stored = await store(
    passage(plate, { pictures: { full, context: shared }, nation: 'I', speed: 61, insured: 'no' }),
    passage(plate, { gate: 2, nation: 'I' }),
    passage(misread, { gate: 3 }),
    passage('', { gate: 2, pictures: { full: shared } }),
    // Not the person's: it stays, with the picture it shares.
    passage('ZZ111KK', { pictures: { context: shared } }),
  );
  const ids = stored.map(({ id }) => id);
  const [first = '', , third = '', unread = ''] = ids;
  for (const id of [third, unread])
    expect(
      (
        await plant.call(
          correctPlate,
          { params: { id }, body: { targa: plate, reason: 'letta male' } },
          'operatore',
          REASON,
        )
      ).status,
    ).toBe(200);
  const note = { testo: 'visto fermo', etichette: ['furto'] };
  expect((await plant.call(addTransitNote, { params: { id: first }, body: note }, 'operatore', REASON)).status).toBe(
    200,
  );
  const at = (await plant.pool.query<{ ts: string }>('select ts from transit where id = $1', [first])).rows[0]?.ts;
  await plant.pool.query(`insert into transit_read values ($1, $2, $3, $2, null, 1, 2, 3, $1, 900, 1, true, $4, 1)`, [
    plate,
    at,
    first,
    full,
  ]);
  await plant.pool.query('insert into plate_check (plate, checked_at) values ($1, $2)', [plate, at]);
  await plant.pool.query(
    `insert into alert (seq, kind, priority, plate, ts, transit, gate, nation, brand, model, colour, vclass, flags, list, entry, entry_facts,
       closeness, is_interforce, channels_new) values (null, 'blacklist', 1, $1, $2, $3, 1, 1, 0, 0, 0, 0, 0, 'blacklist', $4,
       jsonb_build_object('targa', $1::text), 'exact', false, true)`,
    [plate, at, first, listed],
  );
  await plant.pool.query(
    `insert into alert_decision (id, alert, person, person_name, kind, choice, note, at, version)
     select gen_random_uuid(), id, gen_random_uuid(), 'Prova', 'verify', '', '', now(), 1 from alert where plate = $1`,
    [plate],
  );
  return { bytes, full, shared, first, unread, ids, plates: [plate, misread], misread };
}

describe('a restriction', () => {
  test('takes everything out of what finds, counts and shows transits; lifting brings back exactly what was there', async () => {
    const plate = nextPlate();
    const given = await passEverywhere(plate, '#aa3311');
    const [rows, rollUps] = [await readRows(given.plates, given.unread), await readStoredRollUps(plant.pool)];
    expect(Object.entries(rows).map(([table, of]) => `${table} ${of.length}`)).toEqual([
      ...[
        'transit 3',
        'unread_transit 1',
        'transit_picture 2',
        'transit_read 1',
        'plate_correction 2',
        'transit_note 1',
      ],
      ...['plate_check 1', 'alert 1', 'alert_decision 1', 'alert_delivery 0'],
    ]);
    expect(await countFound(plate)).toEqual([4, 4]);
    const { id } = await addProven({ targa: plate, tipo: 'restriction' });
    expect(errorOf(await end(id))).toBe('conflict/request_not_restricted');
    expect(errorOf(await restrict(id, 3))).toBe('conflict/request_changed');

    expect(parseRequest(await restrict(id, 4))).toMatchObject({
      limitazione: { transiti: 4, trattenuti: 0, da: 'Elena Prova' },
      limitati: 4,
    });
    expect(await countFound(plate)).toEqual([0, 0]);
    expect(await readRows(given.plates, given.unread)).toEqual(
      Object.fromEntries(Object.keys(rows).map((of) => [of, []])),
    );
    expect(await findTables(given.plates)).toEqual([]);
    expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));
    const params = { id: given.first };
    expect((await plant.call(getTransit, { params }, 'operatore', REASON)).status).toBe(404);
    const image = { params, query: { variant: 'full' as const } };
    expect((await plant.call(getTransitImage, image, 'operatore', REASON)).status).toBe(404);
    const notes = await plant.call(listTransitNotes, { body: { testo: 'visto fermo' } }, 'operatore', REASON);
    expect(JSON.stringify(notes.body)).not.toContain(given.first);
    expect((await find(id)).trovato).toMatchObject({ transiti: { n: 0 }, limitati: { n: 4 } });

    await end(id);
    const letter = JSON.stringify((await readLetter(id)).paragrafi);
    expect(letter).toContain('Il 20/11/2026 il trattamento è stato limitato per 4 transiti');
    expect(errorOf(await lift(id, 4))).toBe('conflict/request_not_announced');
    expect((await notice(id)).status).toBe(409);
    parseRequest(await announce(id));
    expect(JSON.stringify((await readNotice(id)).paragrafi)).toMatch(/art\. 18, paragrafo 3.*revocata/);
    expect(errorOf(await lift(id, 5))).toBe('conflict/request_changed');
    expect(parseRequest(await lift(id, 4))).toMatchObject({ limitati: 0, revoca: { transiti: 4 } });

    const after = await readRows(given.plates, given.unread);
    const quiet = (bodies: readonly string[] = []) =>
      bodies.map((body) => ({ ...JSON.parse(body), seq: null, channels_new: false }));
    expect(quiet(after['alert'])).toEqual(quiet(rows['alert']));
    expect({ ...after, alert: [] }).toEqual({ ...rows, alert: [] });
    expect(await readStoredRollUps(plant.pool)).toEqual(rollUps);
    expect(await countFound(plate)).toEqual([4, 4]);
    expect((await plant.call(getTransit, { params }, 'operatore', REASON)).status).toBe(200);
    expect((await plant.call(getTransitImage, image, 'operatore', REASON)).status).toBe(200);
    expect(await plant.deps.pictures.readOriginal(given.full)).toEqual(given.bytes);
    for (const again of [await lift(id, 0), await erase(id, 0), await announce(id)])
      expect(errorOf(again)).toBe('conflict/');
  });

  test('tells nobody of the past: an alert that waited to be published is not published when it comes back', async () => {
    const plate = nextPlate();
    const { first } = await passEverywhere(plate, '#117733');
    const { id } = await addProven({ targa: plate, tipo: 'restriction' });
    parseRequest(await restrict(id, 4));
    await announce(id);
    const before = (await plant.pool.query<{ n: number }>('select count(*)::int as n from recent_arrival')).rows[0]?.n;
    parseRequest(await lift(id, 4));
    const waiting =
      'select 1 from alert where transit = $1 and (seq is null or seq > 0 or channels_new or channels_urged)';
    expect((await plant.pool.query(waiting, [first])).rowCount).toBe(0);
    expect((await plant.pool.query('select count(*)::int as n from recent_arrival')).rows[0]?.n).toBe(before);
  });
});
