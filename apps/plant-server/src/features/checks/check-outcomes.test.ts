import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { ALARM_VALUES } from '@varco/domain/transits/transit-values.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startJobs } from '../../composition/jobs.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import {
  VALID_CAR,
  createTestGateway,
  startFaultyServer,
  resetChecks,
  startTestRegistry,
  type TestRegistry,
} from '../../testing/test-ministry.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { runChecks } from './run-checks.ts';

const neverAborted = new AbortController().signal;
let plant: TestPlant;
let registry: TestRegistry;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
  registry = await startTestRegistry(() => plant.deps.now());
});
afterAll(async () => {
  await registry.close();
  await plant.close();
});
beforeEach(async () => {
  await resetChecks(plant, registry);
});

const ago = (seconds: number): string => toIsoInstant(parseInstantMs(NOW) - seconds * 1000);
/** Italian cars, the newest first, sent through the ingest API. */
async function send(...plates: readonly string[]): Promise<void> {
  const reads = plates.map((targa, i) => ({ varco_id: 1, targa, data: ago(60 + i), nazione: 'I' }));
  const answer = await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
  expect(answer).toMatchObject({ status: 200, body: { results: plates.map(() => ({ state: 'stored' })) } });
}
const searchTransitsOf = async (f_targa: string, who = 'operatore') =>
  TransitPage.parse((await plant.call(searchTransits, { body: f_targa === '' ? {} : { f_targa } }, who, REASON)).body)
    .objects;
const readShownChecks = async (plate: string) =>
  (await searchTransitsOf(plate)).map((t) => [t.assicurata, t.scadass, t.revisionata, t.scadrev, t.rubata]);
async function runChecksRepeatedly(count: number): Promise<void> {
  const needs = {
    store: plant.deps.store,
    ministry: await createTestGateway(plant, { url: registry.url }),
    now: plant.deps.now,
  };
  const tries = new Map<string, number>();
  for (let i = 0; i < count; i += 1) await runChecks(needs, tries, neverAborted);
}

it.each(['refuse', 'maintenance'] as const)(
  'ALR-03 the service %s: xx, and a later read is checked again',
  async (fault) => {
    registry.vehicles.set('AA001AA', VALID_CAR);
    await registry.fault(fault, 1);
    await send('AA001AA');
    await runChecksRepeatedly(1);
    expect(await readShownChecks('AA001AA')).toEqual([['xx', null, 'xx', null, '--']]);
    expect((await plant.pool.query('select 1 from plate_check')).rowCount).toBe(0);
  },
);

it('ALR-03 an answer that is none is tried again; after three tries the value is xx', async () => {
  await registry.fault('nonsense');
  await send('AA001AA');
  await runChecksRepeatedly(1);
  expect(await readShownChecks('AA001AA')).toEqual([['--', null, '--', null, '--']]);
  await runChecksRepeatedly(3);
  expect(await readShownChecks('AA001AA')).toEqual([['xx', null, 'xx', null, '--']]);
});

it('ALR-03 congestion told by the service: <!>, and nobody is asked again at once', async () => {
  await registry.fault('congested', 1);
  await send('AA001AA', 'AA002AA');
  await runChecksRepeatedly(1);
  expect([await readShownChecks('AA001AA'), await readShownChecks('AA002AA')]).toEqual(
    Array.from({ length: 2 }, () => [['<!>', null, '<!>', null, '--']]),
  );
  expect(registry.requestedPlates).toEqual([]);
});

it('ALR-03 ** for whoever may not see plates, whatever the value is', async () => {
  registry.vehicles.set('AA001AA', { ...VALID_CAR, stolen_since: '2026-01-01' });
  await send('AA001AA');
  await runChecksRepeatedly(1);
  expect(await readShownChecks('AA001AA')).toEqual([['si', '2026-11-30', 'si', '2027-05-31', 'si']]);
  const [hidden] = await searchTransitsOf('', 'oscurato');
  expect(hidden).toMatchObject({
    targa: '**',
    assicurata: '**',
    scadass: null,
    revisionata: '**',
    scadrev: null,
    rubata: '**',
    sives: '**',
    allarme: '**',
  });
});

it('ALR-05 ALR-02 every alarm code and registry flag leaves the plant as it was stored', async () => {
  const codes = ALARM_VALUES.map((alarm, i) => ({ gate: 1, plate: `AL00${i}RM`, at: ago(i), alarm, sives: `S${i}` }));
  await insertReads(plant.deps.store, codes);
  const found = (await searchTransitsOf('AL*')).map(({ allarme, sives }) => [allarme, sives]);
  expect(found).toEqual(ALARM_VALUES.map((alarm, i) => [alarm, `S${i}`]));
  const black = await plant.call(searchTransits, { body: { f_infrazione: ['BL'] } }, 'operatore', REASON);
  expect(TransitPage.parse(black.body).objects.map(({ allarme }) => allarme)).toEqual([
    'si',
    'pn',
    'rad',
    'scn',
    'rub',
  ]);
});

it('a registry that never answers delays no read: hundreds are stored and found while one question hangs', async () => {
  const { promise: wasRequested, resolve: requested } = Promise.withResolvers<void>();
  let isHanging = false;
  const silent = await startFaultyServer((_request, response) => {
    isHanging = true;
    response.once('close', () => {
      isHanging = false;
    });
    requested();
  });
  const ministry = await createTestGateway(plant, { url: silent.url, timeoutMs: 60_000 });
  await send('AA001AA');
  const jobs = startJobs({ ...plant.deps, ministry });
  await wasRequested;
  for (let i = 0; i < 5; i += 1) await send(...Array.from({ length: 100 }, (_, j) => `AB${100 + i * 100 + j}CD`));
  expect(await searchTransitsOf('AB499CD')).toMatchObject([{ assicurata: '--' }]);
  expect(isHanging).toBe(true);
  await jobs.stop();
  await silent.close();
});
