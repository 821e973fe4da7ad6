import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  countTransitsByBody,
  listTransits,
  searchTransits,
  TransitPage,
  type TransitFilter,
} from '@varco/contract/plant/transits.ts';
import { buildApp } from '../../app.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { isoMinutesAgo, parseError } from '../../testing/transits-fixture.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { createTestGateway, startTestRegistry, type TestRegistry } from '../../testing/test-ministry.ts';
import { startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const PERSON = 'GRNLCU80A01Z000X';
const COMPANY = '01234560007';
let plant: TestPlant;
let registry: TestRegistry;
let app: PlantApp;

beforeAll(async () => {
  plant = await startTestPlant();
  registry = await startTestRegistry(() => plant.deps.now());
  const stored = await insertReads(plant.deps.store, [
    { gate: 1, plate: 'AB123CD', at: isoMinutesAgo(1) },
    { gate: 2, plate: 'EF456GH', at: isoMinutesAgo(2) },
    { gate: 2, plate: 'AB12?CD', at: isoMinutesAgo(3) },
    { gate: 2, plate: 'ZZ999ZZ', at: isoMinutesAgo(4) },
  ]);
  await plant.pool.query(
    `insert into plate_correction values ('AB12?CD', $1, $2, 'AB123CD', '00000000-0000-4000-8000-000000000001', 'dubbio', now())`,
    [isoMinutesAgo(3), stored[2]?.id],
  );
  registry.owners.set(PERSON, ['AB123CD', 'XX000XX']);
  registry.owners.set(COMPANY, ['AB123CD', 'EF456GH']);
});
afterAll(async () => {
  await app.close();
  await registry.close();
  await plant.close();
});
beforeEach(async () => {
  await app?.close();
  await registry.fault('none');
  app = buildApp({ ...plant.deps, ministry: await createTestGateway(plant, { url: registry.url }) });
  plant.audit.records.length = 0;
});

const ask = async (filter: TransitFilter, user = 'operatore', server = app) =>
  injectRaw(server, searchTransits, { body: filter }, { token: await plant.token(user) });
const plates = async (filter: TransitFilter) =>
  TransitPage.parse((await ask(filter)).body).objects.map((row) => [row.targa, row.match?.corrected]);

it('FLT-31 PLAPI-14 the plates in the name of a tax code, corrected ones too', async () => {
  expect(await plates({ f_codfisc: PERSON })).toEqual([
    ['AB123CD', false],
    ['AB12?CD', true],
  ]);
  expect(await plates({ f_codfisc: '0123 4560 007' })).toEqual([
    ['AB123CD', false],
    ['EF456GH', false],
    ['AB12?CD', true],
  ]);
  const counted = await injectRaw(
    app,
    countTransitsByBody,
    { body: { f_codfisc: PERSON } },
    { token: await plant.token('operatore') },
  );
  expect(counted.body).toMatchObject({ count: 2 });
});

it('FLT-31 together with a pattern both count; so do all other filters', async () => {
  expect(await plates({ f_codfisc: COMPANY, f_targa: 'E*' })).toEqual([['EF456GH', false]]);
  expect(await plates({ f_codfisc: COMPANY, f_targa: 'AB1*', f_varchi: [2] })).toEqual([['AB12?CD', false]]);
  expect(await plates({ f_codfisc: COMPANY, f_targa: 'ZZ*' })).toEqual([]);
});

it('FLT-31 the GET of the specification asks the same', async () => {
  const answer = await injectRaw(
    app,
    listTransits,
    { query: { f_codfisc: PERSON.toLowerCase() } },
    { token: await plant.token('operatore') },
  );
  expect(TransitPage.parse(answer.body).objects).toHaveLength(2);
});

it('a code in whose name nothing stands finds nothing, which is an answer', async () => {
  expect(await plates({ f_codfisc: '99999990007' })).toEqual([]);
});

it.each([
  ['congested', 'registry_congested'],
  ['maintenance', 'registry_unreachable'],
  ['half_answer', 'registry_unreachable'],
  ['nonsense', 'registry_unreachable'],
  ['refuse', 'registry_unreachable'],
] as const)('a ministry that does not say (%s) is an error of its own, never an empty list', async (fault, sub) => {
  await registry.fault(fault);
  const answer = await ask({ f_codfisc: PERSON });
  expect([answer.status, parseError(answer.body).code, parseError(answer.body).sub_code]).toEqual([
    503,
    'unavailable',
    sub,
  ]);
  expect(JSON.stringify(answer.body)).not.toContain(PERSON);
  expect(plant.audit.records.map((r) => [r.action, r.outcome])).toEqual([['transits.search', 'error']]);
  await plant.pool.query('delete from registry_access');
});

it('a plant without a ministry says so', async () => {
  const answer = await ask({ f_codfisc: PERSON }, 'operatore', plant.app);
  expect([answer.status, parseError(answer.body).sub_code]).toEqual([503, 'registry_missing']);
});

it('TPERM-01 asking the ministry needs level 5 to 8 on the plant: a ninth level is refused', async () => {
  await plant.pool.query('update user_group set level = 9 where id = 2');
  const answer = await ask({ f_codfisc: PERSON }, 'amministratore');
  await plant.pool.query('update user_group set level = 8 where id = 2');
  expect([answer.status, parseError(answer.body).sub_code]).toEqual([403, 'level']);
  expect((await ask({ f_codfisc: PERSON }, 'amministratore')).status).toBe(200);
});

it('the entry of the search keeps the code that was asked', async () => {
  await ask({ f_codfisc: PERSON });
  expect(plant.audit.records).toMatchObject([
    { action: 'transits.search', count: 2, detail: { filter: { f_codfisc: PERSON } } },
  ]);
});
