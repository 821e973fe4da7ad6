import { request } from 'node:http';
import { promisify } from 'node:util';
import { addHold } from '@varco/contract/plant/holds.ts';
import { erasePersonData } from '@varco/contract/plant/person-requests.ts';
import { addTransitNote } from '@varco/contract/plant/transit-notes.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf } from '../../testing/error-of.ts';
import {
  createRequestClient,
  nextPlate,
  OFFICER,
  parseRequest,
  passage,
  startRequestPlant,
} from '../../testing/person-requests.ts';
import { computeExpectedRollUps, readStoredRollUps } from '../../testing/roll-ups.ts';
import { REASON, type TestPlant } from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';

const OTHER_PLATE = 'ZC903KR';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startRequestPlant();
});
afterAll(() => plant.close());
beforeEach(() => {
  plant.audit.records.length = 0;
});
const store = (...reads: NewRead[]) => insertReads(plant.deps.store, reads);
const { addProven, search, find, extend, erase, end, readLetter, list } = createRequestClient(() => plant);

describe('an erasure', () => {
  test('deletes the transits of the plate in its days with what hangs from them, and nothing else', async () => {
    const plate = nextPlate();
    const [first] = await store(
      passage(plate, { pictures: { full: 'ab'.repeat(32) } }),
      passage(plate, { gate: 2 }),
      passage(plate, { at: '2026-10-20T10:00:00.000Z' }),
      passage(OTHER_PLATE),
    );
    await plant.call(
      addTransitNote,
      { params: { id: first?.id ?? '' }, body: { testo: 'una nota', etichette: [] } },
      'operatore',
      REASON,
    );
    const { id } = await addProven({ targa: plate, tipo: 'erasure' });
    expect(errorOf(await end(id))).toBe('conflict/request_not_erased');
    expect(errorOf(await erase(id, 1))).toBe('conflict/request_changed');
    const before = await countAll();
    const erased = parseRequest(await erase(id, 2));
    expect(erased.cancellazione).toMatchObject({ transiti: 2, trattenuti: 0, da: 'Elena Prova' });
    expect(await countAll()).toBe(before - 2);
    expect((await readPlate('transit', plate)).length).toBe(1);
    for (const table of ['transit_note', 'transit_picture', 'plate_correction'] as const)
      expect(await readPlate(table, plate)).toEqual([]);
    expect((await plant.pool.query('select 1 from picture_removal where hash = $1', ['ab'.repeat(32)])).rowCount).toBe(
      1,
    );
    expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));
    expect(plant.audit.records.filter(({ action }) => action === 'person-requests.erase')).toMatchObject([
      { outcome: 'error' },
      { count: 2, detail: { step: 'begun' } },
      { count: 2, detail: { step: 'done', held: 0 } },
    ]);
    expect((await find(id)).trovato.transiti.n).toBe(0);
    expect((await erase(id, 0)).status).toBe(409);
    await end(id);
    expect(JSON.stringify((await readLetter(id)).paragrafi)).toMatch(/Transiti cancellati.*: 2\./);
  });

  test('that is interrupted and repeated states all that it deleted', async () => {
    const plate = nextPlate();
    await store(...Array.from({ length: 1_200 }, () => passage(plate)));
    const { id } = await addProven({ targa: plate, tipo: 'erasure' });
    const owner = createPool({ url: plant.ownerUrl, applicationName: 'erasure test', max: 2 });
    const holder = await owner.connect();
    const countConnections = promisify(plant.app.server.getConnections.bind(plant.app.server));
    const countBatches = async () =>
      (await owner.query('select from person_request_batch where request = $1', [id])).rowCount;
    try {
      // The second of three batches waits for this row.
      await holder.query('begin');
      const chosen = 'select id from transit where plate = $1 order by ts, id offset 700 limit 1';
      await holder.query(`select from transit where plate = $1 and id = (${chosen}) for update`, [plate]);
      const call = request(new URL(erasePersonData.path.replace(':id', id), await plant.app.listen({ port: 0 })), {
        method: erasePersonData.method,
        headers: { authorization: `Bearer ${await plant.token(OFFICER)}`, 'content-type': 'application/json' },
      });
      call.on('error', () => {});
      call.end(JSON.stringify({ transiti: 1_200 }));
      await expect.poll(countBatches, { timeout: 20_000 }).toBe(1);
      call.destroy();
      // The server must have heard of it before the second batch goes on.
      await expect.poll(() => countConnections()).toBe(0);
      await holder.query('rollback');
      await expect.poll(countBatches, { timeout: 20_000 }).toBe(2);
    } finally {
      holder.release();
      await owner.end();
    }
    await expect.poll(async () => (await find(id)).trovato.transiti.n).toBe(200);
    expect(parseRequest(await erase(id, 200)).cancellazione).toMatchObject({ transiti: 1_200, trattenuti: 0 });
    expect(await readPlate('transit', plate)).toEqual([]);
    await end(id);
    expect(JSON.stringify((await readLetter(id)).paragrafi)).toMatch(/Transiti cancellati.*: 1200\./);
  });

  test.each([
    ['gdpr', /Transiti non cancellati .*art\. 17, paragrafo 3.*: 1\./],
    ['police', /Transiti cancellati[^.]*: 1\. (?!.*non cancellati)/],
  ] as const)('refuses what a legal hold protects and says how many: %s', async (regime, expected) => {
    const plate = nextPlate();
    await store(passage(plate, { at: '2026-11-05T10:00:00.000Z' }), passage(plate, { at: '2026-11-15T10:00:00.000Z' }));
    const hold = { targhe: [plate], dal: '2026-11-10T00:00:00.000Z', motivo: 'indagine', atto: 'decreto 10' };
    expect((await plant.call(addHold, { body: hold }, 'amministratore', REASON)).status).toBe(200);
    const { id } = await addProven({ targa: plate, tipo: 'erasure', regime });
    expect(parseRequest(await erase(id, 2)).cancellazione).toMatchObject({ transiti: 1, trattenuti: 1 });
    expect(await readPlate('transit', plate)).toEqual(['2026-11-15T10:00:00.000Z']);
    await end(id);
    expect(JSON.stringify((await readLetter(id)).paragrafi)).toMatch(expected);
  });

  test('is not done for a request of another kind', async () => {
    const { id } = await addProven({ targa: nextPlate() });
    expect((await erase(id, 0)).status).toBe(409);
  });
});

describe('the end', () => {
  test('fixes the request, also against the database, and its hash stands in the log', async () => {
    const { id } = await addProven();
    const { stato, chiusura } = parseRequest(await end(id));
    expect(stato).toBe('answered');
    expect(chiusura?.impronta).toMatch(/^[0-9a-f]{64}$/);
    expect(plant.audit.records.at(-1)).toMatchObject({ detail: { digest: chiusura?.impronta } });
    for (const answer of [await end(id), await end(id, 'refused', 'no_data'), await extend(id), await search(id)])
      expect(errorOf(answer)).toBe('conflict/request_closed');
    for (const table of ['person_request', 'person_request_step', 'person_request_end'])
      await expect(plant.pool.query(`delete from ${table}`)).rejects.toThrow('permission denied');
  });

  test('two answers at the same moment: one', async () => {
    const { id } = await addProven();
    const answers = await Promise.all([end(id), end(id, 'refused', 'unfounded'), end(id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  });

  test('a ground of the police decree does not serve under the Regulation; a refusal needs one, an answer has none', async () => {
    const { id } = await addProven();
    expect(errorOf(await end(id, 'refused', 'investigation'))).toBe('bad_request/invalid_field');
    expect((await end(id, 'refused')).status).toBe(400);
    expect((await end(id, 'answered', 'no_data')).status).toBe(400);
    const police = await addProven({ regime: 'police' });
    expect(parseRequest(await end(police.id, 'refused', 'investigation')).chiusura?.motivo_rifiuto).toBe(
      'investigation',
    );
    expect(JSON.stringify((await readLetter(police.id)).paragrafi)).toContain('art. 14 del D.Lgs.');
  });

  test('the letter of an access has its table; when transits end it says how many are missing', async () => {
    const plate = nextPlate();
    await store(passage(plate), passage(plate));
    const { id } = await addProven({ targa: plate });
    await end(id);
    const made = await readLetter(id);
    expect(made.allegato).toMatchObject({ transiti: [{ varco: 'Porta Fiume' }, {}], mancanti: 0 });
    await plant.pool.query('delete from transit where plate = $1 and gate = 1', [plate]);
    expect((await readLetter(id)).allegato).toMatchObject({ transiti: [], mancanti: 2 });
  });

  test('no entry in the log, no step', async () => {
    const { id } = await addProven();
    plant.audit.refuseWrites();
    for (const answer of [await end(id), await extend(id), await search(id)])
      expect(errorOf(answer)).toBe('unavailable/audit_unavailable');
    plant.audit.acceptWrites();
    expect((await list()).find((one) => one.id === id)).toMatchObject({ stato: 'open', proroga: null });
  });
});

const countAll = async (): Promise<number> =>
  (await plant.pool.query<{ n: number }>('select count(*)::int as n from transit')).rows[0]?.n ?? 0;
const readPlate = async (
  table: 'transit' | 'transit_note' | 'transit_picture' | 'plate_correction',
  plate: string,
): Promise<readonly string[]> =>
  (await plant.pool.query<{ ts: string }>(`select ts from ${table} where plate = $1 order by ts`, [plate])).rows.map(
    ({ ts }) => ts,
  );
