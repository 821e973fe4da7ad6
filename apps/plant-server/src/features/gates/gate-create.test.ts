import { createGate, type NewGateBody, updateGate } from '@varco/contract/plant/gate-update.ts';
import { Gate, listGates } from '@varco/contract/plant/gates.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { NOW, PLANT, REASON, startTestPlant, type TestPlant, USERS } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  const limited = { ...USERS[1]!, id: 31, uuid: '00000000-0000-4000-8000-000000000031', username: 'capo1', gates: [1] };
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS), users: [...PLANT.users, limited] });
});
afterAll(() => plant.close());

const post = (body: unknown, user = 'amministratore') => plant.callRaw(createGate, { body: body as NewGateBody }, user);
const create = async (body: NewGateBody): Promise<Gate> => {
  const answer = await post(body);
  expect(answer.status).toBe(200);
  return Gate.parse(answer.body);
};
const list = async (user: string): Promise<readonly Gate[]> =>
  ((await plant.call(listGates, { query: {} }, user)).body as { objects: Gate[] }).objects;
const send = (gate: number, plate: string) =>
  injectRaw(
    plant.app,
    ingestReads,
    { body: { reads: [{ varco_id: gate, targa: plate, data: NOW }] } },
    { headers: buildApiKeyHeader('all') },
  );
const search = async (plate: string): Promise<unknown[]> =>
  (
    (await plant.call(searchTransits, { body: { f_targa: plate } }, 'operatore', REASON)).body as {
      objects: { varco: string }[];
    }
  ).objects.map(({ varco }) => varco);

describe('a new gate', () => {
  it('gets the next number at the end of the list, takes reads at once, and is in the log with its author', async () => {
    await plant.token('amministratore');
    const start = plant.audit.records.length;
    const before = await list('amministratore');
    const made = await create({
      fullname: '  Varco   Mulino ',
      gps_lat: 44.1,
      gps_lon: 12.2,
      direction: 2,
      lane2: true,
    });
    expect(made).toMatchObject({
      id: Math.max(...before.map(({ id }) => id)) + 1,
      fullname: 'Varco Mulino',
      gps_lat: 44.1,
      lane2: true,
      direction: 2,
      stato: 'noplate',
      updated: NOW,
      updated_by: 'amministratore',
    });
    expect((await list('amministratore')).at(-1)).toEqual(made);
    expect(plant.audit.records.slice(start)).toMatchObject([
      {
        action: 'gates.update',
        outcome: 'ok',
        detail: { gate: made.id, before: {}, after: { fullname: 'Varco Mulino' } },
      },
    ]);
    expect((await send(made.id, 'GT001AA')).status).toBe(200);
    expect(await search('GT001AA')).toEqual(['Varco Mulino']);
  });

  it('who changed a gate is told to administrators only', async () => {
    const gates = await list('operatore');
    expect(gates.length).toBeGreaterThan(0);
    for (const gate of gates) expect(gate).not.toHaveProperty('updated_by');
    expect((await list('amministratore'))[0]).toMatchObject({ updated_by: '' });
  });

  it('has a name of its own, whatever the case and the accents', async () => {
    await create({ fullname: 'Città alta' });
    expect(await post({ fullname: 'CITTA  ALTA' })).toMatchObject({
      status: 409,
      body: { error: { code: 'duplicate' } },
    });
    // Two at once: one of them is first.
    const both = await Promise.all([post({ fullname: 'Gemello' }), post({ fullname: 'gemello' })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('may take a name that another gate had before', async () => {
    const { id } = await create({ fullname: 'Vecchio ponte' });
    const renamed = await plant.callRaw(
      updateGate,
      { params: { id }, body: { fullname: 'Ponte nuovo' } },
      'amministratore',
    );
    expect(renamed.status).toBe(200);
    const made = await create({ fullname: 'Vecchio Ponte' });
    const { rows } = await plant.pool.query("select gate from gate_former_name where folded = 'vecchio ponte'");
    expect(rows).toEqual([]);
    expect(made.id).toBe(id + 1);
  });

  it.each([
    ['nothing', {}],
    ['an empty name', { fullname: '   ' }],
    ['a huge name', { fullname: 'x'.repeat(121) }],
    ['a name that turns the text', { fullname: 'A\u202EB' }],
    ['a number of its own', { fullname: 'Uno', id: 7 }],
    ['a version', { fullname: 'Uno', updated: NOW }],
    ['half a position', { fullname: 'Uno', gps_lat: 44 }],
    ['a position on no globe', { fullname: 'Uno', gps_lat: 91, gps_lon: 12 }],
    ['a position as text', { fullname: 'Uno', gps_lat: '44', gps_lon: '12' }],
    ['a script as video', { fullname: 'Uno', url_video: 'javascript:alert(1)' }],
    ['a direction that is none', { fullname: 'Uno', direction: 5 }],
    ['a list', [{ fullname: 'Uno' }]],
  ])('%s is refused', async (_name, body) => {
    const before = await list('amministratore');
    expect(await post(body)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
    expect(await list('amministratore')).toEqual(before);
  });

  it('is made by administrators only, and not by one who is limited to some gates', async () => {
    for (const user of ['operatore', 'comune', 'quattro', 'oscurato'])
      expect(await post({ fullname: 'Mai' }, user)).toMatchObject({
        status: 403,
        body: { error: { sub_code: 'level' } },
      });
    expect(await post({ fullname: 'Mai' }, 'capo1')).toMatchObject({
      status: 403,
      body: { error: { sub_code: 'gate_not_allowed' } },
    });
    expect((await plant.callRaw(createGate, { body: { fullname: 'Mai' } })).status).toBe(401);
  });

  it('is not made when the log cannot be written, nor beyond 5000', async () => {
    await plant.pool.query(
      `insert into gate (id, fullname) select n, 'Varco n. ' || n from generate_series(100, 5099) n on conflict do nothing`,
    );
    expect(await post({ fullname: 'Uno di troppo' })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', sub_code: 'too_many_gates' } },
    });
    await plant.pool.query('delete from gate where id >= 100');
    plant.audit.refuseWrites();
    expect((await post({ fullname: 'Senza traccia' })).status).toBe(503);
    expect((await list('operatore')).some(({ fullname }) => fullname === 'Senza traccia')).toBe(false);
  });
});

describe('a retired gate', () => {
  it('keeps its transits, still takes reads, and can be used again', async () => {
    const fresh = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
    try {
      const change = async (enabled: boolean): Promise<string> =>
        Gate.parse((await fresh.callRaw(updateGate, { params: { id: 2 }, body: { enabled } }, 'amministratore')).body)
          .stato;
      const read = (plate: string) =>
        injectRaw(
          fresh.app,
          ingestReads,
          { body: { reads: [{ varco_id: 2, targa: plate, data: NOW }] } },
          { headers: buildApiKeyHeader('all') },
        );
      expect((await read('GT002AA')).status).toBe(200);
      expect(await change(false)).toBe('disabled');
      expect((await read('GT003AA')).body).toMatchObject({ results: [{ id: expect.any(String) as string }] });
      for (const plate of ['GT002AA', 'GT003AA'])
        expect(
          (await fresh.call(searchTransits, { body: { f_targa: plate, f_varchi: [2] } }, 'operatore', REASON)).body,
        ).toMatchObject({ objects: [{ targa: plate }] });
      expect(await change(true)).toBe('online');
    } finally {
      await fresh.close();
    }
  });
});
