import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { Gate, listGates } from '@varco/contract/plant/gates.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const Answer = z.object({ objects: z.array(Gate), pagination: z.object({ count: z.number() }) });
const ago = (minutes: number): string => toIsoInstant(parseInstantMs(NOW) - minutes * 60_000);
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
  await insertReads(plant.deps.store, [
    { gate: 1, plate: 'AB123CD', at: ago(700) },
    { gate: 1, plate: 'AB123CD', at: ago(9) },
    { gate: 2, plate: 'AB123CD', at: ago(11) },
    { gate: 3, plate: 'AB123CD', at: ago(600) },
    { gate: 5, plate: 'AB123CD', at: ago(1) },
  ]);
});
afterAll(() => plant.close());

const gates = async (query: { filtering?: 'true'; q?: string; paginate?: 'false' }, user: string) =>
  Answer.parse((await plant.call(listGates, { query }, user)).body).objects;

it('PLAPI-20 PMAP-09 lists the gates with the state of this moment and the last plate', async () => {
  const list = await gates({ paginate: 'false' }, 'comune');
  expect(list.map((g) => [g.fullname, g.stato, g.last_plate_date])).toEqual([
    ['Porta Fiume', 'online', ago(9)],
    ['Porta Santi', 'sleep', ago(11)],
    ['Ponte Vecchio', 'noplate', ago(600)],
    ['Magazzino', 'nogps', null],
    ['Rotonda', 'disabled', ago(1)],
  ]);
});

it('PLAPI-20 q finds part of a name, case ignored, and nothing else means anything in it', async () => {
  const filtered = await gates({ filtering: 'true', q: 'PORTA', paginate: 'false' }, 'operatore');
  expect(filtered.map((g) => g.id)).toEqual([1, 2]);
  expect((await gates({ q: 'PORTA' }, 'operatore')).map((g) => g.id)).toEqual([1, 2]);
  expect(await gates({ q: '%' }, 'operatore')).toEqual([]);
  expect(await gates({ q: "' or 1=1 --" }, 'operatore')).toEqual([]);
});

it('TPERM-13 tells which gates this person may search', async () => {
  expect((await gates({}, 'limitato')).filter((g) => g.enabled_for_user).map((g) => g.id)).toEqual([1, 3]);
  expect((await gates({}, 'senzavarchi')).some((g) => g.enabled_for_user)).toBe(false);
});

it('signed out: 401; an unknown name: 400', async () => {
  expect((await plant.callRaw(listGates, { query: {} })).status).toBe(401);
  expect((await plant.callRaw(listGates, { query: { x: '1' } }, 'operatore')).status).toBe(400);
});
