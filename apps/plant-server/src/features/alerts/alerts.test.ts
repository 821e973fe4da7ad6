import * as api from '@varco/contract/plant/alerts.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { isoOf, msOf } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { listBlack, listFigurehead, listWhite } from '../../testing/listed-rows.ts';
import { CAR, gatewayOf, startRegistry, type TestRegistry } from '../../testing/test-ministry.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { runCheckTurn } from '../checks/check-turn.ts';
import { tellOpenAlerts } from './alert-chores.ts';
import { askFigureheads } from './ask-figureheads.ts';

const never = new AbortController().signal;
let plant: TestPlant;
let registry: TestRegistry;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
  registry = await startRegistry(() => plant.deps.now());
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

let seconds = 0;
/** Reads at gate 1, each a second earlier than the previous one. */
async function pass(plates: readonly string[], more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const reads = plates.map((targa) => {
    seconds += 1;
    return { varco_id: 1, targa, data: isoOf(msOf(NOW) - seconds * 1000), nazione: 'I', ...more };
  });
  const answer = await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: apiKey('all') });
  expect(answer.status).toBe(200);
  await plant.deps.alerts.settled();
}
const found = async (who = 'operatore', body: object = {}) => {
  const answer = await plant.call(api.searchAlerts, { body }, who, REASON);
  return api.searchAlerts.response.parse(answer.body).objects;
};
const kinds = async (who?: string) => (await found(who)).map(({ tipo, targa }) => `${tipo} ${targa}`).sort();

describe('raised by a read', () => {
  it('BLK-29 a listed plate raises an alert with its entry, for every member of the forces, and marks the transit', async () => {
    await listBlack(plant.pool, 'AA111AA', { note: 'Furti in abitazione' });
    await pass(['AA111AA', 'BB222BB'], { marca: 'FIAT', colore: 'rosso' });
    for (const who of ['operatore', 'amministratore', 'breve', 'limitato'])
      expect(await found(who)).toMatchObject([
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
    await pass(['CC333CC']);
    const id = await listBlack(plant.pool, 'CC333CC');
    const late = await listBlack(plant.pool, 'CC444CC', { expiresAt: isoOf(msOf(NOW) + 60_000) });
    await pass(['CC333CC', 'CC444CC']);
    expect(await kinds()).toEqual(['blacklist CC333CC', 'blacklist CC444CC']);
    await plant.pool.query('delete from blacklist_entry where id = $1', [id]);
    plant.clock.now = isoOf(msOf(NOW) + 120_000);
    await pass(['CC333CC', 'CC444CC']);
    expect(late).toBeGreaterThan(0);
    expect(await found()).toHaveLength(2);
  });

  it('the same read sent again raises nothing again; patterns and misreads say that they are', async () => {
    await listBlack(plant.pool, 'DD4*DD');
    await listBlack(plant.pool, 'BO80ZZ', { isApproximate: true });
    await listBlack(plant.pool, 'BO81ZZ');
    const read = { varco_id: 1, targa: 'DD444DD', data: isoOf(msOf(NOW) - 5_000) };
    for (let i = 0; i < 2; i += 1)
      await injectRaw(plant.app, ingestReads, { body: { reads: [read, read] } }, { headers: apiKey('all') });
    await pass(['80BOZZ', 'B080ZZ', '8081ZZ', 'B?80ZZ', 'B??0ZZ']);
    const seen = (await found()).map(({ targa, vicinanza }) => `${targa} ${vicinanza}`).sort();
    expect(seen).toEqual(['80BOZZ misread', 'B080ZZ misread', 'B?80ZZ misread', 'DD444DD pattern']);
    const { body } = await plant.call(searchTransits, { body: { f_targa: 'B080ZZ' } }, 'operatore', REASON);
    expect(TransitPage.parse(body).objects[0]?.allarme).toBe('no');
  });

  it('WL-01 the whitelist silences the kinds it names, and only these', async () => {
    await listBlack(plant.pool, 'EE555EE');
    await listWhite(plant.pool, 'EE555EE', ['blacklist', 'rca']);
    await pass(['EE555EE']);
    expect(await kinds()).toEqual([]);
    const { rows } = await plant.pool.query(`select flags & 8 as white, alarm from transit where plate = 'EE555EE'`);
    expect(rows).toEqual([{ white: 8, alarm: 0 }]);
  });

  it('BLK-12 an entry of one group, a reserved one and the INTERFORCE list reach whom they are for, and leave no mark for others', async () => {
    await listBlack(plant.pool, 'FF001FF', { group: 2, owner: 2 });
    const master = await listBlack(plant.pool, 'FF002FF', { kind: 'master', owner: 2 });
    await listBlack(plant.pool, 'FF002FF', { kind: 'slave', master, owner: 6 });
    await listBlack(plant.pool, 'FF003FF', { isInterforce: true });
    await plant.pool.query(`update plant_user set interforce = 'enabled' where username = 'limitato'`);
    await pass(['FF001FF', 'FF002FF', 'FF003FF']);
    expect(await kinds('amministratore')).toEqual(['blacklist FF001FF']);
    expect(await kinds('breve')).toEqual(['blacklist FF002FF']);
    expect(await kinds('limitato')).toEqual(['interforze FF003FF']);
    expect(await kinds('operatore')).toEqual([]);
    const { body } = await plant.call(searchTransits, { body: { f_targa: 'FF00*' } }, 'operatore', REASON);
    expect(TransitPage.parse(body).objects.map(({ allarme }) => allarme)).toEqual(['no', 'no', 'no']);
  });

  it('FIG-03 a vehicle of a figurehead raises an alert for every member of the forces; the registry is asked for the vehicles', async () => {
    await listFigurehead(plant.pool, '01234567890');
    registry.owners.set('01234567890', ['GG777GG', 'GG778GG']);
    const needs = { ...plant.deps, ministry: await gatewayOf(plant, { url: registry.url }) };
    await askFigureheads(needs, never);
    await pass(['GG777GG']);
    for (const who of ['operatore', 'limitato'])
      expect(await found(who)).toMatchObject([
        { tipo: 'prestanome', targa: 'GG777GG', voce: { lista: 'prestanome', voce: '01234567890' } },
      ]);
    const { body } = await plant.call(searchTransits, { body: { f_targa: 'GG777GG' } }, 'operatore', REASON);
    expect(TransitPage.parse(body).objects[0]?.allarme).toBe('pn');
    await plant.pool.query('update figurehead_entry set is_enabled = false');
    await pass(['GG778GG']);
    expect(await found()).toHaveLength(1);
  });
});

describe('raised by a check that comes later', () => {
  it('ALR-01 ALR-02 uninsured, uninspected and stolen raise their alerts once; the registry that disagrees is told', async () => {
    await listWhite(plant.pool, 'HH002HH', ['rca']);
    const bad = { ...CAR, insurance: null, inspection: { last: null, next: '2026-01-01' }, stolen_since: '2026-11-16' };
    for (const plate of ['HH001HH', 'HH002HH']) registry.known.set(plate, bad);
    registry.known.set('HH003HH', CAR);
    await pass(['HH001HH', 'HH002HH', 'HH003HH'], { marca: 'RENAULT', colore: 'grigio' });
    const ministry = await gatewayOf(plant, { url: registry.url });
    for (let i = 0; i < 3; i += 1) await runCheckTurn({ ...plant.deps, ministry }, new Map(), never);
    await plant.deps.alerts.settled();
    expect(await kinds()).toEqual([
      'rca HH001HH',
      'revisione HH001HH',
      'revisione HH002HH',
      'rubata HH001HH',
      'rubata HH002HH',
    ]);
    const [first] = await found('operatore', { tipi: ['rubata'], targa: 'HH001HH' });
    expect(first).toMatchObject({ registro: { marca: 'FIAT', rubata_dal: '2026-11-16' }, differenze: ['brand'] });
    // The vehicle passes again: insurance and inspection alerts are raised once an hour, stolen alerts every time.
    await pass(['HH001HH', 'HH001HH', 'HH001HH']);
    await runCheckTurn({ ...plant.deps, ministry }, new Map(), never);
    await plant.deps.alerts.settled();
    expect((await kinds()).filter((kind) => kind.endsWith('HH001HH'))).toEqual([
      'rca HH001HH',
      'revisione HH001HH',
      ...Array.from({ length: 4 }, () => 'rubata HH001HH'),
    ]);
    await pass(['HH001HH'], { data: isoOf(msOf(NOW) - 2 * 3_600_000) });
    await runCheckTurn({ ...plant.deps, ministry }, new Map(), never);
    await plant.deps.alerts.settled();
    expect((await kinds()).filter((kind) => kind === 'rca HH001HH')).toHaveLength(2);
    // Stolen vehicle alerts go only to users with `notifica_rubati`.
    expect((await kinds('breve')).filter((kind) => kind.startsWith('rubata'))).toEqual([]);
  });
});

describe('from a person to an outcome', () => {
  async function one(): Promise<string> {
    await listBlack(plant.pool, 'LL001LL');
    await pass(['LL001LL']);
    return (await found())[0]?.id ?? '';
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
    expect(await found('operatore', { stato: 'aperti' })).toEqual([]);
    expect(await found('operatore', { esiti: ['misread'] })).toHaveLength(1);
    const report = await plant.call(api.reportAlerts, { body: {} }, 'operatore', REASON);
    expect(report.body).toMatchObject({
      varchi: [{ varco: 'Porta Fiume', totale: 1, aperti: 0, misread: 1, confirmed: 0 }],
      tipi: [{ tipo: 'blacklist', totale: 1, misread: 1 }],
      voci: [{ lista: 'blacklist', voce: 'LL001LL', totale: 1, misread: 1, aperti: 0 }],
    });
  });

  it('what nobody takes in time is told once more, once', async () => {
    const id = await one();
    await tellOpenAlerts(plant.deps);
    expect((await found())[0]?.sollecitato_il).toBeNull();
    await plant.pool.query('update alert set raised_at = $1', [isoOf(msOf(NOW) - 4 * 60_000)]);
    for (let i = 0; i < 2; i += 1) await tellOpenAlerts(plant.deps);
    expect(await found()).toMatchObject([{ id, ver: 2, sollecitato_il: NOW }]);
  });

  it('signed out, wrong role, wrong gate, other audience, no such alert: nothing is told', async () => {
    const params = { id: await one() };
    expect((await plant.call(api.searchAlerts, { body: {} })).status).toBe(401);
    for (const who of ['comune', 'quattro', 'oscurato'])
      expect((await plant.call(api.searchAlerts, { body: {} }, who, REASON)).status).toBe(403);
    expect(await found('senzavarchi')).toEqual([]);
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
    plant.clock.now = isoOf(msOf(NOW) + 3_595_000);
    expect(await found('breve')).toEqual([]);
    expect(await found('operatore')).toHaveLength(1);
  });

  it('history: newest passage first, page by page, by kind, gate and time; every look leaves an entry', async () => {
    for (const plate of ['MM001MM', 'MM002MM', 'MM003MM']) await listBlack(plant.pool, plate);
    await pass(['MM001MM', 'MM002MM']);
    await pass(['MM003MM'], { varco_id: 2 });
    const page = await plant.call(api.searchAlerts, { body: { page_size: 2 } }, 'operatore', REASON);
    const first = api.searchAlerts.response.parse(page.body);
    expect(first.objects.map(({ targa }) => targa)).toEqual(['MM001MM', 'MM002MM']);
    const last = first.objects[1];
    const next = await found('operatore', { page_size: 2, dopo: { data: last?.data, id: last?.id } });
    expect(next.map(({ targa }) => targa)).toEqual(['MM003MM']);
    expect(await found('operatore', { varchi: [2] })).toHaveLength(1);
    expect(await found('operatore', { tipi: ['rca'] })).toEqual([]);
    expect(await found('operatore', { al: isoOf(msOf(NOW) - 3_600_000) })).toEqual([]);
    expect(plant.audit.records.filter(({ action }) => action === 'alerts.search').length).toBeGreaterThan(4);
  });
});
