import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currentStatus, SystemStatus } from '@varco/contract/plant/status.ts';
import { TransitDetail, getTransit } from '@varco/contract/plant/transit-detail.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { buildApp } from '../../app.ts';
import { startJobs } from '../../composition/jobs.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { uncheckedStatement } from './apply-checks.repository.ts';
import { arbitraryRead as anyRead } from '../../testing/random-reads.ts';
import { computeExpectedRollUps, readStoredRollUps } from '../../testing/roll-ups.ts';
import {
  VALID_CAR,
  createTestGateway,
  resetChecks,
  startTestRegistry,
  type TestRegistry,
} from '../../testing/test-ministry.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { runChecks, type CheckDeps, type CheckRunResult } from './run-checks.ts';
import type { Ministry } from '../ministry/ministry.public.ts';
import { isOnCluster } from '../../testing/explain.ts';

let plant: TestPlant;
let registry: TestRegistry;
let ministry: Ministry;
const neverAborted = new AbortController().signal;

beforeAll(async () => {
  plant = await startTestPlant();
  registry = await startTestRegistry(() => plant.deps.now());
});
afterAll(async () => {
  await registry.close();
  await plant.close();
});
beforeEach(async () => {
  await resetChecks(plant, registry);
  plant.clock.now = NOW;
  ministry = await createTestGateway(plant, { url: registry.url });
});

const ago = (minutes: number): string => toIsoInstant(parseInstantMs(NOW) - minutes * 60_000);
const buildCar = (plate: string, at = ago(1), more: Partial<NewRead> = {}): NewRead => ({
  gate: 1,
  plate,
  at,
  nation: 'I',
  ...more,
});
const store = (...reads: NewRead[]) => insertReads(plant.deps.store, reads);
const runOnce = (tries = new Map<string, number>(), gateway = ministry): Promise<CheckRunResult> => {
  const needs: CheckDeps = { store: plant.deps.store, ministry: gateway, now: plant.deps.now };
  return runChecks(needs, tries, neverAborted);
};
const readShownChecks = async (plate: string) => {
  const { body } = await plant.call(searchTransits, { body: { f_targa: plate } }, 'operatore', REASON);
  return TransitPage.parse(body).objects.map((t) => [t.assicurata, t.scadass, t.revisionata, t.scadrev, t.rubata]);
};
const expectRollUpsToMatch = async (): Promise<void> =>
  expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));

describe('values of a check (T 4.2)', () => {
  it('ALR-01 cover lasts to the end of grace, inspection to the day it is due, stolen from the day of the report', async () => {
    const insurance = { company: 'C', policy: '1', from: '2024-01-01', to: '2026-11-05', grace_until: '2026-11-20' };
    registry.vehicles.set('AA001AA', { ...VALID_CAR, insurance, inspection: { last: null, next: '2026-11-20' } });
    registry.vehicles.set('AA002AA', {
      ...VALID_CAR,
      insurance: { ...insurance, grace_until: '2026-11-19' },
      inspection: { last: null, next: '2026-11-19' },
      stolen_since: '2026-11-20',
    });
    registry.vehicles.set('AA003AA', { ...VALID_CAR, insurance: null, stolen_since: '2026-11-21' });
    registry.vehicles.set('XA004AA', { ...VALID_CAR, class: 'trailer', insurance: null });
    await store(buildCar('AA001AA'), buildCar('AA002AA'), buildCar('AA003AA'), buildCar('XA004AA'));
    expect(await readShownChecks('AA001AA')).toEqual([['--', null, '--', null, '--']]);
    expect(await runOnce()).toEqual({ stored: 4, found: 4 });
    expect(await readShownChecks('AA001AA')).toEqual([['si', '2026-11-05', 'si', '2026-11-20', 'no']]);
    expect(await readShownChecks('AA002AA')).toEqual([['no', '2026-11-05', 'no', '2026-11-19', 'si']]);
    expect(await readShownChecks('AA003AA')).toEqual([['no', null, 'si', '2027-05-31', 'no']]);
    expect(await readShownChecks('XA004AA')).toEqual([['--', null, 'si', '2027-05-31', 'no']]);
    await expectRollUpsToMatch();
    expect(await runOnce()).toEqual({ stored: 0, found: 0 });
  });

  it('ALR-03 foreign and unreadable plates are not asked about; where the nation was not read the form decides', async () => {
    await store(buildCar('MKR4821', ago(1), { nation: 'D' }), buildCar('AB1?3CD'), buildCar('A'));
    await insertReads(plant.deps.store, [
      { gate: 1, plate: 'GK508RB', at: ago(1) },
      { gate: 1, plate: 'KX77', at: ago(1) },
    ]);
    expect(await runOnce()).toEqual({ stored: 5, found: 5 });
    expect(registry.requestedPlates).toEqual(['GK508RB']);
    expect(await readShownChecks('MKR4821')).toEqual([['--', null, '--', null, '--']]);
  });

  it('one answer serves all transits of a plate for 24 hours, newest first; then it is asked again', async () => {
    registry.vehicles.set('AA001AA', VALID_CAR);
    await store(
      buildCar('AA001AA', ago(9)),
      buildCar('BB001BB', ago(5)),
      buildCar('AA001AA', ago(1)),
      buildCar('CC001CC', ago(2)),
    );
    expect((await runOnce()).stored).toBe(4);
    expect(registry.requestedPlates).toEqual(['AA001AA', 'CC001CC', 'BB001BB']);
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 86_399_000);
    await store(buildCar('AA001AA', plant.clock.now));
    expect((await runOnce()).stored).toBe(1);
    expect(registry.requestedPlates).toHaveLength(3);
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 86_401_000);
    await store(buildCar('AA001AA', plant.clock.now));
    expect((await runOnce()).stored).toBe(1);
    expect(registry.requestedPlates).toHaveLength(4);
  });

  it('what a camera or an import said stays; history older than a day is not asked about', async () => {
    registry.vehicles.set('AA001AA', VALID_CAR);
    await store(buildCar('AA001AA', ago(1), { stolen: 'si', inspected: 'no', inspectedUntil: '2026-01-01' }));
    await store(buildCar('AA001AA', ago(2), { insured: 'no' }), buildCar('AA001AA', ago(60 * 25)));
    expect(await runOnce()).toEqual({ stored: 1, found: 1 });
    expect(await readShownChecks('AA001AA')).toEqual([
      ['si', '2026-11-30', 'no', '2026-01-01', 'si'],
      ['no', null, '--', null, '--'],
      ['--', null, '--', null, '--'],
    ]);
    await expectRollUpsToMatch();
  });

  it('ALR-03 over budget: congestion; expired licence: licence; nobody is asked', async () => {
    const small = await createTestGateway(plant, { url: registry.url, budgetPerMinute: 2 });
    await store(
      buildCar('AA001AA', ago(1)),
      buildCar('AA002AA', ago(2)),
      buildCar('AA003AA', ago(3)),
      buildCar('AA004AA', ago(4)),
    );
    expect((await runOnce(new Map(), small)).stored).toBe(4);
    expect(registry.requestedPlates).toHaveLength(2);
    expect(await readShownChecks('AA004AA')).toEqual([['<!>', null, '<!>', null, '--']]);
    await plant.pool.query(`update plant_settings set license_expires_on = '2026-11-19'`);
    await store(buildCar('AA009AA'));
    await runOnce();
    await plant.pool.query(`update plant_settings set license_expires_on = '2027-06-30'`);
    expect(await readShownChecks('AA009AA')).toEqual([['<x>', null, '<x>', null, '--']]);
    expect(registry.requestedPlates).toHaveLength(2);
  });
});

describe('the queue is the rows', () => {
  it('roll-ups equal the rows after checks of random reads, also while others arrive and two workers check', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRead, { maxLength: 25 }),
        fc.array(anyRead, { maxLength: 25 }),
        fc.boolean(),
        async (first, second, isInsured) => {
          const facts = isInsured
            ? VALID_CAR
            : {
                ...VALID_CAR,
                insurance: null,
                inspection: { last: null, next: '2025-01-01' },
                stolen_since: '2026-01-01',
              };
          for (const plate of ['AB123CD', 'AB124CD', 'CD123AB', 'XY999ZZ', 'ZZ000AA'])
            registry.vehicles.set(plate, facts);
          await insertReads(plant.deps.store, first);
          await Promise.all([runOnce(), insertReads(plant.deps.store, second), runOnce()]);
          await runOnce();
          expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('a turn broken off leaves everything waiting for the next', async () => {
    registry.vehicles.set('AA001AA', VALID_CAR);
    await store(buildCar('AA001AA'));
    const stopped = new AbortController();
    stopped.abort();
    const needs = { store: plant.deps.store, ministry, now: plant.deps.now };
    expect(await runChecks(needs, new Map(), stopped.signal)).toEqual({ stored: 0, found: 1 });
    expect(await runOnce()).toEqual({ stored: 1, found: 1 });
  });

  it.skipIf(isOnCluster)(
    'waiting rows are read from an index of waiting rows only, however many are checked',
    async () => {
      const reads = Array.from({ length: 3000 }, (_, i) =>
        buildCar(
          `AB${1000 + i}`,
          toIsoInstant(parseInstantMs(NOW) - i * 20_000),
          i % 1000 === 0 ? {} : { insured: 'si' },
        ),
      );
      await insertReads(plant.deps.store, reads);
      const statement = uncheckedStatement(parseInstantMs(NOW) - 86_400_000, parseInstantMs(NOW) + 1, 500);
      const { rows } = await plant.pool.query<{ 'QUERY PLAN': { Plan: Record<string, unknown> }[] }>(
        `explain (analyze, buffers, format json) ${statement.text}`,
        [...statement.values],
      );
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
      expect(Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])).toBeLessThan(25);
      expect(plan['Actual Rows']).toBe(3);
    },
  );

  it('the worker checks new reads by itself and ends when told', async () => {
    registry.vehicles.set('AA001AA', VALID_CAR);
    const jobs = startJobs({ ...plant.deps, ministry });
    await store(buildCar('AA001AA'));
    await expect
      .poll(() => readShownChecks('AA001AA'), { timeout: 10_000 })
      .toEqual([['si', '2026-11-30', 'si', '2027-05-31', 'no']]);
    await jobs.stop();
  });
});

describe('what is shown of a check', () => {
  const detailOf = async (id: string, username: string) =>
    TransitDetail.parse((await plant.call(getTransit, { params: { id } }, username, REASON)).body).processed_info;

  it('PLAPI-07 the detail carries the answer with its time; whoever may not see plates gets none', async () => {
    registry.vehicles.set('AA001AA', VALID_CAR);
    const [known, unknown] = await store(buildCar('AA001AA'), buildCar('ZZ999ZZ'));
    expect(await detailOf(known?.id ?? '', 'operatore')).toBeNull();
    await runOnce();
    expect(await detailOf(known?.id ?? '', 'operatore')).toEqual({
      visura_effettuata_il: NOW,
      dati_assicurazione: {
        compagnia: 'C',
        polizza: '1/2',
        dal: '2025-12-01',
        al: '2026-11-30',
        comporto: '2026-12-15',
      },
      allarme_lista_a1_scntt: false,
      allarme_lista_c_scntt: true,
    });
    expect(await detailOf(known?.id ?? '', 'oscurato')).toBeNull();
    expect(await detailOf(unknown?.id ?? '', 'operatore')).toBeNull();
  });

  it('SYS-02 CONN-12 CONN-14 the status tells how the services answer', async () => {
    const app = buildApp({ ...plant.deps, ministry });
    const services = async () => {
      const headers = { authorization: `Bearer ${await plant.token('operatore')}` };
      const answer = await app.inject({ method: 'GET', url: currentStatus.path, headers });
      const { ministry: office, vpn } = SystemStatus.parse(answer.json()).external_services;
      return [office.status, office.password_error_counter, vpn.status, vpn.password_error_counter];
    };
    expect(await services()).toEqual([-1, 0, -1, 0]);
    await store(buildCar('AA001AA'));
    await runOnce();
    expect(await services()).toEqual([1, 0, 1, 0]);
    await registry.fault('refuse', 1);
    await store(buildCar('AA002AA'));
    await runOnce();
    expect(await services()).toEqual([0, 1, 1, 0]);
    await app.close();
  });
});
