import { cameraStatus } from '@varco/contract/plant/camera-status.ts';
import { createZone, deleteZone, listZones, updateZone, Zone, zoneStatus } from '@varco/contract/plant/zones.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const ago = (minutes: number): string => toIsoInstant(parseInstantMs(NOW) - minutes * 60_000);
/** Around gates 1 and 2. */
const SQUARE: [number, number][] = [
  [12.1, 44],
  [12.35, 44],
  [12.35, 44.25],
  [12.1, 44.25],
];
const CENTRE = { nome: 'Centro', vertici: SQUARE, varchi_scelti: [], colore: 1 };
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
  await insertReads(plant.deps.store, [
    { gate: 1, plate: 'AB123CD', at: ago(5) },
    { gate: 1, plate: 'AB124CD', at: ago(600) },
    { gate: 2, plate: 'AB123CD', at: ago(20) },
    { gate: 3, plate: 'AB123CD', at: ago(3) },
    { gate: 3, plate: 'AB125CD', at: ago(2_000) },
  ]);
});
afterAll(() => plant.close());

const zones = async (user = 'operatore') =>
  z.object({ objects: z.array(Zone) }).parse((await plant.call(listZones, {}, user)).body).objects;
const save = (body: unknown, user = 'amministratore') => plant.callRaw(createZone, { body }, user);
const made = async (body: unknown): Promise<Zone> => {
  const answer = await save(body);
  expect(answer.status).toBe(200);
  return Zone.parse(answer.body);
};

it('ZMAP-01 a zone has the gates inside its corners and those picked; a gate that is moved changes zone; all is logged', async () => {
  const zone = await made({ ...CENTRE, nome: '  Centro   storico ', varchi_scelti: [4, 4] });
  expect(zone).toMatchObject({ nome: 'Centro storico', varchi: [1, 2, 4], varchi_scelti: [4], vertici: SQUARE });
  await plant.pool.query('update gate set lat = 44.9 where id = 2');
  expect((await zones())[0]?.varchi).toEqual([1, 4]);
  await plant.pool.query('update gate set lat = 44.2 where id = 2');
  const changed = await plant.callRaw(
    updateZone,
    {
      params: { id: zone.id },
      body: { ...CENTRE, nome: 'Nord', vertici: [], varchi_scelti: [3], updated: zone.updated },
    },
    'amministratore',
  );
  expect(Zone.parse(changed.body)).toMatchObject({ nome: 'Nord', varchi: [3], vertici: [] });
  expect(plant.audit.records.filter(({ action }) => action === 'zones.save')).toHaveLength(2);
  expect((await plant.call(deleteZone, { params: { id: zone.id } }, 'amministratore')).status).toBe(204);
  expect(await zones()).toEqual([]);
  expect(plant.audit.records.at(-1)).toMatchObject({ action: 'zones.delete', outcome: 'ok' });
});

it('ZMAP-01 traffic, alerts and silent cameras of a zone are counted, at the gates a person may search', async () => {
  const zone = await made({ ...CENTRE, nome: 'Conteggi', varchi_scelti: [3] });
  const status = async (user: string) =>
    (await plant.call(zoneStatus, {}, user)).body as { objects: { zona: number }[] };
  expect((await status('operatore')).objects.find(({ zona }) => zona === zone.id)).toEqual({
    zona: zone.id,
    transiti_oggi: 4,
    transiti_due_ore: 3,
    allarmi_oggi: 0,
    telecamere: 3,
    telecamere_spente: 0,
  });
  expect((await status('limitato')).objects[0]).toMatchObject({ transiti_oggi: 3, telecamere: 2 });
  expect((await plant.call(zoneStatus, {}, 'comune')).status).toBe(403);
});

it('PLAPI-26 the states of cameras over time can be asked for one zone', async () => {
  const [zone] = await zones();
  await plant.pool.query(
    `insert into camera_sample (at, gate, state, enabled, is_off, n_reads, last_read)
     select $1::timestamptz, id, 'online', true, id = 1, 0, null from gate`,
    [ago(10)],
  );
  const query = { start_time: ago(60), end_time: NOW, p: -1, offset: 0, limit: 999_999 };
  const answer = await plant.call(cameraStatus, { query: { ...query, zone_id: zone?.id ?? 0 } }, 'operatore');
  expect((answer.body as { objects: unknown[] }).objects).toMatchObject([{ n_cameras: 3, n_cameras_off: 1 }]);
  expect((await plant.call(cameraStatus, { query: { ...query, zone_id: 999 } }, 'operatore')).status).toBe(404);
});

it('a zone is saved by who may change gates, once by name, and not over the work of another', async () => {
  const zone = await made({ ...CENTRE, nome: 'Ovest' });
  for (const user of ['operatore', 'limitato', 'comune'])
    expect((await save({ ...CENTRE, nome: user }, user)).status).toBe(403);
  expect((await plant.callRaw(createZone, { body: CENTRE })).status).toBe(401);
  expect((await save({ ...CENTRE, nome: 'OVEST' })).body).toMatchObject({ error: { code: 'duplicate' } });
  const put = (id: number, more: object) =>
    plant.callRaw(
      updateZone,
      { params: { id }, body: { ...CENTRE, nome: 'Ovest', updated: zone.updated, ...more } },
      'amministratore',
    );
  expect((await put(zone.id, { updated: ago(1) })).body).toMatchObject({ error: { code: 'conflict' } });
  expect((await put(zone.id, { nome: 'conteggi' })).body).toMatchObject({ error: { code: 'duplicate' } });
  expect((await put(999_999, {})).status).toBe(404);
  expect((await plant.call(deleteZone, { params: { id: 999_999 } }, 'amministratore')).status).toBe(404);
  expect((await plant.call(deleteZone, { params: { id: zone.id } }, 'operatore')).status).toBe(403);
});

it.each([
  ['two corners', { vertici: SQUARE.slice(0, 2) }],
  ['corners that cross', { vertici: [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]] }],
  ['a corner outside the world', { vertici: [...SQUARE.slice(1), [181, 44]] }],
  ['too many corners', { vertici: Array.from({ length: 201 }, (_, i) => [12 + i / 1000, 44]) }],
  ['no name', { nome: '   ' }],
  ['a name that turns the line', { nome: 'a\u202eb' }],
  ['a gate of another plant', { varchi_scelti: [99] }],
  ['an unknown field', { admin: true }],
  ['a colour there is not', { colore: 6 }],
])('%s is refused', async (_, more) => {
  expect((await save({ ...CENTRE, nome: 'Cattiva', ...more })).status).toBe(400);
});
