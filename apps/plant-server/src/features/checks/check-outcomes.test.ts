import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { ALARM_VALUES } from '@varco/domain/transits/transit-values.ts';
import { isoOf, msOf } from '@varco/domain/time/rome.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startChores } from '../../composition/chores.ts';
import { insertReads } from '../ingest/insert-reads.ts';
import { apiKey, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { CAR, gatewayOf, startOdd, startRegistry, type TestRegistry } from '../../testing/test-ministry.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { runCheckTurn } from './check-turn.ts';

const never = new AbortController().signal;
let plant: TestPlant;
let registry: TestRegistry;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
  registry = await startRegistry(() => plant.deps.now());
});
afterAll(async () => {
  await registry.close();
  await plant.close();
});
beforeEach(async () => {
  const owner = createPool({ url: plant.ownerUrl, applicationName: 'checks test owner', max: 1 });
  await owner.query('truncate transit, plate_dict, plate_day, gate_hour, plate_check, registry_access, rate_counter');
  await owner.end();
  registry.asked.length = 0;
  registry.known.clear();
  await registry.fault('none');
});

const ago = (seconds: number): string => isoOf(msOf(NOW) - seconds * 1000);
/** Italian cars, the newest first, sent through the ingest API. */
async function send(...plates: readonly string[]): Promise<void> {
  const reads = plates.map((targa, i) => ({ varco_id: 1, targa, data: ago(60 + i), nazione: 'I' }));
  const answer = await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: apiKey('all') });
  expect(answer).toMatchObject({ status: 200, body: { results: plates.map(() => ({ state: 'stored' })) } });
}
const pageOf = async (f_targa: string, who = 'operatore') =>
  TransitPage.parse((await plant.call(searchTransits, { body: f_targa === '' ? {} : { f_targa } }, who, REASON)).body)
    .objects;
const shown = async (plate: string) =>
  (await pageOf(plate)).map((t) => [t.assicurata, t.scadass, t.revisionata, t.scadrev, t.rubata]);
async function turns(count: number): Promise<void> {
  const needs = {
    store: plant.deps.store,
    ministry: await gatewayOf(plant, { url: registry.url }),
    now: plant.deps.now,
  };
  const tries = new Map<string, number>();
  for (let i = 0; i < count; i += 1) await runCheckTurn(needs, tries, never);
}

it.each(['refuse', 'maintenance'] as const)(
  'ALR-03 the service %s: xx, and a later read is checked again',
  async (fault) => {
    registry.known.set('AA001AA', CAR);
    await registry.fault(fault, 1);
    await send('AA001AA');
    await turns(1);
    expect(await shown('AA001AA')).toEqual([['xx', null, 'xx', null, '--']]);
    expect((await plant.pool.query('select 1 from plate_check')).rowCount).toBe(0);
  },
);

it('ALR-03 an answer that is none is tried again; after three tries the value is xx', async () => {
  await registry.fault('nonsense');
  await send('AA001AA');
  await turns(1);
  expect(await shown('AA001AA')).toEqual([['--', null, '--', null, '--']]);
  await turns(3);
  expect(await shown('AA001AA')).toEqual([['xx', null, 'xx', null, '--']]);
});

it('ALR-03 congestion told by the service: <!>, and nobody is asked again at once', async () => {
  await registry.fault('congested', 1);
  await send('AA001AA', 'AA002AA');
  await turns(1);
  expect([await shown('AA001AA'), await shown('AA002AA')]).toEqual(
    Array.from({ length: 2 }, () => [['<!>', null, '<!>', null, '--']]),
  );
  expect(registry.asked).toEqual([]);
});

it('ALR-03 ** for whoever may not see plates, whatever the value is', async () => {
  registry.known.set('AA001AA', { ...CAR, stolen_since: '2026-01-01' });
  await send('AA001AA');
  await turns(1);
  expect(await shown('AA001AA')).toEqual([['si', '2026-11-30', 'si', '2027-05-31', 'si']]);
  const [hidden] = await pageOf('', 'oscurato');
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
  const found = (await pageOf('AL*')).map(({ allarme, sives }) => [allarme, sives]);
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
  const { promise: wasAsked, resolve: asked } = Promise.withResolvers<void>();
  let isHanging = false;
  const silent = await startOdd((_request, response) => {
    isHanging = true;
    response.once('close', () => {
      isHanging = false;
    });
    asked();
  });
  const ministry = await gatewayOf(plant, { url: silent.url, timeoutMs: 60_000 });
  await send('AA001AA');
  const chores = startChores({ ...plant.deps, ministry });
  await wasAsked;
  for (let i = 0; i < 5; i += 1) await send(...Array.from({ length: 100 }, (_, j) => `AB${100 + i * 100 + j}CD`));
  expect(await pageOf('AB499CD')).toMatchObject([{ assicurata: '--' }]);
  expect(isHanging).toBe(true);
  await chores.stop();
  await silent.close();
});
