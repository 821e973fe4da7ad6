import { createPool } from '@varco/server-kit/database/pool.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf } from '../../../testing/error-of.ts';
import { computeExpectedRollUps, readStoredRollUps } from '../../../testing/roll-ups.ts';
import type { TestPlant } from '../../../testing/test-plant.ts';
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
const {
  addProven,
  search,
  restrict,
  announce,
  lift,
  erase,
  end,
  readLetter,
  store,
  readNotice,
  countFound,
  hold,
  readStored,
} = createRestrictionClient(() => plant);

describe('a restriction', () => {
  test.each([
    ['gdpr', /limitato per 1 transito.*Transiti non limitati .*: 1\./],
    ['police', /limitato per 1 transito(?!.*non limitati)/],
  ] as const)('leaves what a legal hold keeps and says how many: %s', async (regime, expected) => {
    const plate = nextPlate();
    await store(passage(plate, { at: '2026-11-05T10:00:00.000Z' }), passage(plate, { at: '2026-11-15T10:00:00.000Z' }));
    await hold(plate, { dal: '2026-11-10T00:00:00.000Z' });
    const { id } = await addProven({ targa: plate, tipo: 'restriction', regime });
    expect(parseRequest(await restrict(id, 2)).limitazione).toMatchObject({ transiti: 1, trattenuti: 1 });
    expect((await countFound(plate))[0]).toBe(1);
    await end(id);
    expect(JSON.stringify((await readLetter(id)).paragrafi)).toMatch(expected);
  });

  test('of no transit is carried out and lifted; reads that arrive later are not restricted', async () => {
    const plate = nextPlate();
    const { id } = await addProven({ targa: plate, tipo: 'restriction' });
    expect(parseRequest(await restrict(id, 0)).limitazione).toMatchObject({ transiti: 0, trattenuti: 0 });
    await store(passage(plate));
    expect((await countFound(plate))[0]).toBe(1);
    await announce(id);
    expect(parseRequest(await lift(id, 0)).revoca).toMatchObject({ transiti: 0 });
  });

  test('two officers at once: every transit once, one of them carried it out', async () => {
    const plate = nextPlate();
    await store(...Array.from({ length: 120 }, () => passage(plate)));
    const { id } = await addProven({ targa: plate, tipo: 'restriction' });
    const restricted = await Promise.all([restrict(id, 120), restrict(id, 120)]);
    expect(restricted.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await readStored(id)).toBe(120);
    await announce(id);
    const lifted = await Promise.all([lift(id, 120), lift(id, 120)]);
    expect(lifted.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(lifted.flatMap((one) => (one.status === 200 ? parseRequest(one).revoca?.transiti : []))).toEqual([120]);
    expect((await countFound(plate))[1]).toBe(120);
    expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));
  });

  test('is not done for a request of another kind, a closed one, or before identity is proven', async () => {
    const { id } = await addProven({ targa: nextPlate() });
    for (const answer of [await restrict(id, 0), await announce(id), await lift(id, 0)])
      expect(answer.status).toBe(409);
    const closed = await addProven({ targa: nextPlate(), tipo: 'restriction' });
    await end(closed.id, 'withdrawn');
    expect(errorOf(await restrict(closed.id, 0))).toBe('conflict/request_closed');
    expect(errorOf(await announce(closed.id))).toBe('conflict/request_not_restricted');
    expect((await search(closed.id)).status).toBe(409);
  });

  test('no entry in the log, no step', async () => {
    const plate = nextPlate();
    await store(passage(plate));
    const { id } = await addProven({ targa: plate, tipo: 'restriction' });
    plant.audit.refuseWrites();
    expect(errorOf(await restrict(id, 1))).toBe('unavailable/audit_unavailable');
    plant.audit.acceptWrites();
    expect((await countFound(plate))[0]).toBe(1);
    parseRequest(await restrict(id, 1));
    expect(plant.audit.records.filter(({ action }) => action === 'person-requests.restrict').at(-1)).toMatchObject({
      count: 1,
      reason: { code: 'person-request', case: 'Prot. 12/2026' },
      detail: { step: 'done', held: 0 },
    });
  });
});

describe('the end of a restriction', () => {
  test('by erasure deletes what is restricted; a hold that was set since keeps its transits restricted, and the letter counts both', async () => {
    const plate = nextPlate();
    await store(passage(plate, { at: '2026-11-05T10:00:00.000Z' }), passage(plate, { at: '2026-11-15T10:00:00.000Z' }));
    const { id } = await addProven({ targa: plate, tipo: 'restriction' });
    expect(errorOf(await erase(id, 0))).toBe('conflict/request_not_restricted');
    parseRequest(await restrict(id, 2));
    await hold(plate, { dal: '2026-11-10T00:00:00.000Z' });
    expect(errorOf(await erase(id, 1))).toBe('conflict/request_changed');
    expect(parseRequest(await erase(id, 2))).toMatchObject({
      limitati: 1,
      cancellazione: { transiti: 1, trattenuti: 1 },
    });
    expect(JSON.stringify((await readNotice(id)).paragrafi)).toMatch(
      /sono stati cancellati \(1 transito\).*obbligo di conservazione, 1 transito/,
    );
    expect((await lift(id, 1)).status).toBe(409);
    expect((await countFound(plate))[0]).toBe(0);
  });

  test('an interrupted lifting leaves whole batches and is repeated; nothing is doubled', async () => {
    const plate = nextPlate();
    await store(...Array.from({ length: 130 }, () => passage(plate)));
    const { id } = await addProven({ targa: plate, tipo: 'restriction' });
    parseRequest(await restrict(id, 130));
    await announce(id);
    // The 101st record was altered on the disk, so the third batch cannot be opened.
    const chosen = 'select id from restricted_transit where request = $1 order by ts, id offset 100 limit 1';
    const damage = `update restricted_transit set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1) where id = (${chosen})`;
    await owner.query(damage, [id]);
    expect((await lift(id, 130)).status).toBe(500);
    expect([await readStored(id), (await countFound(plate))[1]]).toEqual([30, 100]);
    expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));
    await owner.query(damage.replace('offset 100', 'offset 0'), [id]);
    expect(parseRequest(await lift(id, 30)).revoca).toMatchObject({ transiti: 130 });
    expect((await countFound(plate))[1]).toBe(130);
  });

  test('a record of before an upgrade is put back when columns were added and removed meanwhile', async () => {
    const plate = nextPlate();
    await owner.query('alter table transit add column axles smallint not null default 2');
    await store(passage(plate));
    const { id } = await addProven({ targa: plate, tipo: 'restriction' });
    parseRequest(await restrict(id, 1));
    await owner.query('alter table transit drop column axles');
    await owner.query('alter table transit add column trailer boolean not null default false');
    await announce(id);
    expect(parseRequest(await lift(id, 1)).revoca).toMatchObject({ transiti: 1 });
    expect((await plant.pool.query('select trailer from transit where plate = $1', [plate])).rows).toEqual([
      { trailer: false },
    ]);
    await owner.query('alter table transit drop column trailer');
  });

  test('a passage that the camera sent again meanwhile stays once', async () => {
    const plate = nextPlate();
    const read = passage(plate);
    await store(read);
    const { id } = await addProven({ targa: plate, tipo: 'restriction' });
    parseRequest(await restrict(id, 1));
    await store(read);
    await announce(id);
    parseRequest(await lift(id, 1));
    expect((await countFound(plate))[1]).toBe(1);
    expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));
  });
});
