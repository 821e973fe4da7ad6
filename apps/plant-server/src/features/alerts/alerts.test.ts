import * as api from '@varco/contract/plant/alerts.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow, insertFigureheadRow, insertWhitelistRow } from '../../testing/list-rows.ts';
import { VALID_CAR, createTestGateway, startTestRegistry, type TestRegistry } from '../../testing/test-ministry.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { runChecks } from '../checks/run-checks.ts';
import { escalateAndPublishAlerts } from './alert-jobs.ts';
import { refreshFigureheadVehicles } from './refresh-figureheads.ts';

const neverAborted = new AbortController().signal;
let plant: TestPlant;
let registry: TestRegistry;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
  registry = await startTestRegistry(() => plant.deps.now());
  await plant.pool.query(
    `update plant_user set notifica_rubati = true where username in ('operatore', 'amministratore')`,
  );
});
afterAll(async () => {
  await registry.close();
  await plant.close();
});
beforeEach(async () => {
  plant.clock.now = NOW;
  for (const table of ['alert', 'blacklist_entry', 'whitelist_entry', 'figurehead_entry'])
    await plant.pool.query(`delete from ${table}`);
});

let secondsPassed = 0;
/** Reads at gate 1, each a second earlier than the previous one. */
async function sendRead(plates: readonly string[], more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const reads = plates.map((targa) => {
    secondsPassed += 1;
    return {
      varco_id: 1,
      targa,
      data: toIsoInstant(parseInstantMs(NOW) - secondsPassed * 1000),
      nazione: 'I',
      ...more,
    };
  });
  const answer = await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
  expect(answer.status).toBe(200);
  await plant.deps.alerts.publishPending();
}
const searchAlerts = async (who = 'operatore', body: object = {}) => {
  const answer = await plant.call(api.searchAlerts, { body }, who, REASON);
  return api.searchAlerts.response.parse(answer.body).objects;
};
const kinds = async (who?: string) => (await searchAlerts(who)).map(({ tipo, targa }) => `${tipo} ${targa}`).sort();

describe('raised by a read', () => {
  it('BLK-29 a listed plate raises an alert with its entry, for every member of the forces, and marks the transit', async () => {
    await insertBlacklistRow(plant.pool, 'AA111AA', { note: 'Furti in abitazione' });
    await sendRead(['AA111AA', 'BB222BB'], { marca: 'FIAT', colore: 'rosso' });
    for (const who of ['operatore', 'amministratore', 'breve', 'limitato'])
      expect(await searchAlerts(who)).toMatchObject([
        {
          tipo: 'blacklist',
          priorita: 1,
          targa: 'AA111AA',
          varco: 'Porta Fiume',
          vicinanza: 'exact',
          voce: { lista: 'blacklist', voce: 'AA111AA', note1: 'Furti in abitazione', autore: 'operatore' },
          letto: { marca: 'FIAT', colore: 'rosso' },
          esito: null,
        },
      ]);
    const { body } = await plant.call(searchTransits, { body: { f_targa: 'AA111AA' } }, 'operatore', REASON);
    expect(TransitPage.parse(body).objects[0]?.allarme).toBe('si');
  });

  it('an entry counts from the moment it is committed to the moment it is removed, on every process, and no longer than its expiry', async () => {
    await sendRead(['CC333CC']);
    const id = await insertBlacklistRow(plant.pool, 'CC333CC');
    const late = await insertBlacklistRow(plant.pool, 'CC444CC', {
      expiresAt: toIsoInstant(parseInstantMs(NOW) + 60_000),
    });
    await sendRead(['CC333CC', 'CC444CC']);
    expect(await kinds()).toEqual(['blacklist CC333CC', 'blacklist CC444CC']);
    await plant.pool.query('delete from blacklist_entry where id = $1', [id]);
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 120_000);
    await sendRead(['CC333CC', 'CC444CC']);
    expect(late).toBeGreaterThan(0);
    expect(await searchAlerts()).toHaveLength(2);
  });

  it('the same read sent again raises nothing again; patterns and misreads say that they are', async () => {
    await insertBlacklistRow(plant.pool, 'DD4*DD');
    await insertBlacklistRow(plant.pool, 'BO80ZZ', { isApproximate: true });
    await insertBlacklistRow(plant.pool, 'BO81ZZ');
    const read = { varco_id: 1, targa: 'DD444DD', data: toIsoInstant(parseInstantMs(NOW) - 5_000) };
    for (let i = 0; i < 2; i += 1)
      await injectRaw(plant.app, ingestReads, { body: { reads: [read, read] } }, { headers: buildApiKeyHeader('all') });
    await sendRead(['80BOZZ', 'B080ZZ', '8081ZZ', 'B?80ZZ', 'B??0ZZ']);
    const seen = (await searchAlerts()).map(({ targa, vicinanza }) => `${targa} ${vicinanza}`).sort();
    expect(seen).toEqual(['80BOZZ misread', 'B080ZZ misread', 'B?80ZZ misread', 'DD444DD pattern']);
    const { body } = await plant.call(searchTransits, { body: { f_targa: 'B080ZZ' } }, 'operatore', REASON);
    expect(TransitPage.parse(body).objects[0]?.allarme).toBe('no');
  });

  it('WL-01 the whitelist silences the kinds it names, and only these', async () => {
    await insertBlacklistRow(plant.pool, 'EE555EE');
    await insertWhitelistRow(plant.pool, 'EE555EE', ['blacklist', 'rca']);
    await sendRead(['EE555EE']);
    expect(await kinds()).toEqual([]);
    const { rows } = await plant.pool.query(`select flags & 8 as white, alarm from transit where plate = 'EE555EE'`);
    expect(rows).toEqual([{ white: 8, alarm: 0 }]);
  });

  it('BLK-12 an entry of one group, a reserved one and the INTERFORCE list reach whom they are for, and leave no mark for others', async () => {
    await insertBlacklistRow(plant.pool, 'FF001FF', { group: 2, owner: 2 });
    const master = await insertBlacklistRow(plant.pool, 'FF002FF', { kind: 'master', owner: 2 });
    await insertBlacklistRow(plant.pool, 'FF002FF', { kind: 'slave', master, owner: 6 });
    await insertBlacklistRow(plant.pool, 'FF003FF', { isInterforce: true });
    await plant.pool.query(`update plant_user set interforce = 'enabled' where username = 'limitato'`);
    await sendRead(['FF001FF', 'FF002FF', 'FF003FF']);
    expect(await kinds('amministratore')).toEqual(['blacklist FF001FF']);
    expect(await kinds('breve')).toEqual(['blacklist FF002FF']);
    expect(await kinds('limitato')).toEqual(['interforze FF003FF']);
    expect(await kinds('operatore')).toEqual([]);
    const { body } = await plant.call(searchTransits, { body: { f_targa: 'FF00*' } }, 'operatore', REASON);
    expect(TransitPage.parse(body).objects.map(({ allarme }) => allarme)).toEqual(['no', 'no', 'no']);
  });

  it('FIG-03 a vehicle of a figurehead raises an alert for every member of the forces; the registry is asked for the vehicles', async () => {
    await insertFigureheadRow(plant.pool, '01234567890');
    registry.owners.set('01234567890', ['GG777GG', 'GG778GG']);
    const needs = { ...plant.deps, ministry: await createTestGateway(plant, { url: registry.url }) };
    await refreshFigureheadVehicles(needs, neverAborted);
    await sendRead(['GG777GG']);
    for (const who of ['operatore', 'limitato'])
      expect(await searchAlerts(who)).toMatchObject([
        { tipo: 'prestanome', targa: 'GG777GG', voce: { lista: 'prestanome', voce: '01234567890' } },
      ]);
    const { body } = await plant.call(searchTransits, { body: { f_targa: 'GG777GG' } }, 'operatore', REASON);
    expect(TransitPage.parse(body).objects[0]?.allarme).toBe('pn');
    await plant.pool.query('update figurehead_entry set is_enabled = false');
    await sendRead(['GG778GG']);
    expect(await searchAlerts()).toHaveLength(1);
  });
});

describe('raised by a check that comes later', () => {
  it('ALR-01 ALR-02 uninsured, uninspected and stolen raise their alerts once; the registry that disagrees is told', async () => {
    await insertWhitelistRow(plant.pool, 'HH002HH', ['rca']);
    const bad = {
      ...VALID_CAR,
      insurance: null,
      inspection: { last: null, next: '2026-01-01' },
      stolen_since: '2026-11-16',
    };
    for (const plate of ['HH001HH', 'HH002HH']) registry.vehicles.set(plate, bad);
    registry.vehicles.set('HH003HH', VALID_CAR);
    await sendRead(['HH001HH', 'HH002HH', 'HH003HH'], { marca: 'RENAULT', colore: 'grigio' });
    const ministry = await createTestGateway(plant, { url: registry.url });
    for (let i = 0; i < 3; i += 1) await runChecks({ ...plant.deps, ministry }, new Map(), neverAborted);
    await plant.deps.alerts.publishPending();
    expect(await kinds()).toEqual([
      'rca HH001HH',
      'revisione HH001HH',
      'revisione HH002HH',
      'rubata HH001HH',
      'rubata HH002HH',
    ]);
    const [first] = await searchAlerts('operatore', { tipi: ['rubata'], targa: 'HH001HH' });
    expect(first).toMatchObject({ registro: { marca: 'FIAT', rubata_dal: '2026-11-16' }, differenze: ['brand'] });
    // The vehicle passes again: insurance and inspection alerts are raised once an hour, stolen alerts every time.
    await sendRead(['HH001HH', 'HH001HH', 'HH001HH']);
    await runChecks({ ...plant.deps, ministry }, new Map(), neverAborted);
    await plant.deps.alerts.publishPending();
    expect((await kinds()).filter((kind) => kind.endsWith('HH001HH'))).toEqual([
      'rca HH001HH',
      'revisione HH001HH',
      ...Array.from({ length: 4 }, () => 'rubata HH001HH'),
    ]);
    await sendRead(['HH001HH'], { data: toIsoInstant(parseInstantMs(NOW) - 2 * 3_600_000) });
    await runChecks({ ...plant.deps, ministry }, new Map(), neverAborted);
    await plant.deps.alerts.publishPending();
    expect((await kinds()).filter((kind) => kind === 'rca HH001HH')).toHaveLength(2);
    // Stolen vehicle alerts go only to users with `notifica_rubati`.
    expect((await kinds('breve')).filter((kind) => kind.startsWith('rubata'))).toEqual([]);
  });
});

describe('from a person to an outcome', () => {
  async function one(): Promise<string> {
    await insertBlacklistRow(plant.pool, 'LL001LL');
    await sendRead(['LL001LL']);
    return (await searchAlerts())[0]?.id ?? '';
  }

  it('an alert is taken, by one person at a time, verified and ended; author and time stand with it', async () => {
    const params = { id: await one() };
    const taken = await plant.call(api.takeAlert, { params, body: {} }, 'operatore');
    expect(taken).toMatchObject({
      status: 200,
      body: { in_carico_a: 'operatore', in_carico_mio: true, in_carico_dal: NOW },
    });
    expect((await plant.call(api.takeAlert, { params, body: {} }, 'breve')).status).toBe(409);
    const over = await plant.call(api.takeAlert, { params, body: { anche_se_di_altri: true } }, 'breve');
    expect(over.body).toMatchObject({ in_carico_a: 'breve', ver: 3 });
    await plant.call(api.verifyAlert, { params }, 'breve');
    const ended = await plant.call(api.endAlert, { params, body: { esito: 'misread', nota: 'era LL007LL' } }, 'breve');
    expect(ended.body).toMatchObject({
      verificato_da: 'breve',
      esito: 'misread',
      esito_nota: 'era LL007LL',
      esito_da: 'breve',
      esito_il: NOW,
    });
    expect(await searchAlerts('operatore', { stato: 'aperti' })).toEqual([]);
    expect(await searchAlerts('operatore', { esiti: ['misread'] })).toHaveLength(1);
    const report = await plant.call(api.reportAlerts, { body: {} }, 'operatore', REASON);
    expect(report.body).toMatchObject({
      varchi: [{ varco: 'Porta Fiume', totale: 1, aperti: 0, misread: 1, confirmed: 0 }],
      tipi: [{ tipo: 'blacklist', totale: 1, misread: 1 }],
      voci: [{ lista: 'blacklist', voce: 'LL001LL', totale: 1, misread: 1, aperti: 0 }],
    });
  });

  it('nobody is sent, and no alert confirmed, before a person compared plate and picture', async () => {
    const params = { id: await one() };
    const send = (pattuglia: unknown, user = 'operatore') =>
      plant.callRaw(api.sendPatrol, { params, body: { pattuglia } }, user);
    const end = (esito: string) => plant.callRaw(api.endAlert, { params, body: { esito } }, 'operatore');
    const refused = { status: 409, body: { error: { code: 'conflict', sub_code: 'not_verified' } } };
    expect(await send('Volante 3')).toMatchObject(refused);
    expect(await end('confirmed')).toMatchObject(refused);
    expect((await searchAlerts())[0]).toMatchObject({ ver: 1, inviata: '', inviata_il: null, esito: null });
    await plant.call(api.verifyAlert, { params }, 'breve');
    for (const wrong of ['', '   ', 'x'.repeat(81), 'a\u0000b', null, ['Volante 3']])
      expect((await send(wrong)).status).toBe(400);
    expect((await send('Volante 3', 'senzavarchi')).status).toBe(404);
    expect((await send(' Volante 3 ')).body).toMatchObject({
      ...{ inviata: 'Volante 3', inviata_da: 'operatore', inviata_il: NOW },
      // Who sends somebody has the alert in charge.
      ...{ in_carico_a: 'operatore', verificato_da: 'breve' },
    });
    expect(plant.audit.records.at(-1)).toMatchObject({ action: 'alerts.send', detail: { patrol: 'Volante 3' } });
    expect((await end('confirmed')).body).toMatchObject({ esito: 'confirmed', inviata: 'Volante 3' });
  });

  it.each(['misread', 'other_vehicle', 'outdated', 'no_action'])(
    '%s needs no comparison: nobody is stopped',
    async (esito) => {
      const params = { id: await one() };
      expect((await plant.callRaw(api.endAlert, { params, body: { esito } }, 'operatore')).body).toMatchObject({
        esito,
      });
    },
  );

  it('what nobody takes in time climbs to the shift and then to the supervisor, and no further', async () => {
    const id = await one();
    await escalateAndPublishAlerts(plant.deps);
    expect((await searchAlerts())[0]?.sollecitato_il).toBeNull();
    await plant.pool.query('update alert set raised_at = $1', [toIsoInstant(parseInstantMs(NOW) - 4 * 60_000)]);
    for (let i = 0; i < 2; i += 1) await escalateAndPublishAlerts(plant.deps);
    expect(await searchAlerts()).toMatchObject([{ id, ver: 2, sollecitato_il: NOW, sollecitato_a: 'shift' }]);
    for (const [seconds, ver] of [
      [59, 2],
      [61, 3],
      [300, 3],
    ] as const) {
      plant.clock.now = toIsoInstant(parseInstantMs(NOW) + seconds * 1000);
      await escalateAndPublishAlerts(plant.deps);
      expect(await searchAlerts()).toMatchObject([{ id, ver, sollecitato_a: ver === 2 ? 'shift' : 'supervisor' }]);
    }
  });

  it('an alert that is taken climbs no further', async () => {
    const id = await one();
    await plant.pool.query('update alert set raised_at = $1', [toIsoInstant(parseInstantMs(NOW) - 2 * 60_000)]);
    await escalateAndPublishAlerts(plant.deps);
    await plant.call(api.takeAlert, { params: { id }, body: {} }, 'operatore');
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 120_000);
    await escalateAndPublishAlerts(plant.deps);
    expect(await searchAlerts()).toMatchObject([{ id, sollecitato_a: 'shift', in_carico_a: 'operatore' }]);
  });

  it('signed out, wrong role, wrong gate, other audience, no such alert: nothing is told', async () => {
    const params = { id: await one() };
    expect((await plant.call(api.searchAlerts, { body: {} })).status).toBe(401);
    for (const who of ['comune', 'quattro', 'oscurato'])
      expect((await plant.call(api.searchAlerts, { body: {} }, who, REASON)).status).toBe(403);
    expect(await searchAlerts('senzavarchi')).toEqual([]);
    for (const call of [api.getAlert, api.verifyAlert])
      expect((await plant.call(call, { params }, 'senzavarchi')).status).toBe(404);
    expect((await plant.call(api.endAlert, { params, body: { esito: 'confirmed' } }, 'senzavarchi')).status).toBe(404);
    expect((await plant.call(api.getAlert, { params: { id: '999999999' } }, 'operatore')).status).toBe(404);
    for (const body of [
      { esito: 'x' },
      { esito: 'confirmed', nota: 'a\u0000b' },
      { esito: 'confirmed', autore: 'altri' },
    ])
      expect((await plant.callRaw(api.endAlert, { params, body }, 'operatore')).status).toBe(400);
    // A user with a time limit cannot see older transits through alerts.
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 3_595_000);
    expect(await searchAlerts('breve')).toEqual([]);
    expect(await searchAlerts('operatore')).toHaveLength(1);
  });

  it('history: newest passage first, page by page, by kind, gate and time; every look leaves an entry', async () => {
    for (const plate of ['MM001MM', 'MM002MM', 'MM003MM']) await insertBlacklistRow(plant.pool, plate);
    await sendRead(['MM001MM', 'MM002MM']);
    await sendRead(['MM003MM'], { varco_id: 2 });
    const page = await plant.call(api.searchAlerts, { body: { page_size: 2 } }, 'operatore', REASON);
    const first = api.searchAlerts.response.parse(page.body);
    expect(first.objects.map(({ targa }) => targa)).toEqual(['MM001MM', 'MM002MM']);
    const last = first.objects[1];
    const next = await searchAlerts('operatore', { page_size: 2, dopo: { data: last?.data, id: last?.id } });
    expect(next.map(({ targa }) => targa)).toEqual(['MM003MM']);
    expect(await searchAlerts('operatore', { varchi: [2] })).toHaveLength(1);
    expect(await searchAlerts('operatore', { tipi: ['rca'] })).toEqual([]);
    expect(await searchAlerts('operatore', { al: toIsoInstant(parseInstantMs(NOW) - 3_600_000) })).toEqual([]);
    expect(plant.audit.records.filter(({ action }) => action === 'alerts.search').length).toBeGreaterThan(4);
  });
});
