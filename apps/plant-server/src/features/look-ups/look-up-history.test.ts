import { exportLookUps, getLookUp, listLookUps, lookUpCosts, LookUpPage } from '@varco/contract/plant/look-ups.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BOOKLET,
  buildBookletRequest,
  buildInsuranceRequest,
  createLookUpCalls,
  resetLookUps,
  startLookUpFixture,
  type LookUpFixture,
} from '../../testing/look-up-fixture.ts';
import { NOW, REASON } from '../../testing/test-plant.ts';
import { expireLookUps } from './expire-look-ups.ts';

let world: LookUpFixture;
let begun = NOW;
beforeAll(async () => {
  world = await startLookUpFixture();
});
afterAll(() => world.close());
beforeEach(async () => {
  begun = await resetLookUps(world);
});

const { run, list, listed, later } = createLookUpCalls(() => world);

describe('history', () => {
  it('PLAPI-36 lists who, what, when and why, newest first, by page and filter', async () => {
    await run(buildInsuranceRequest());
    later(1);
    await run(buildBookletRequest());
    later(1);
    await run(
      buildBookletRequest({ campo_ricerca: 'U11234567Z', tipo_ricerca: 1, tipo_richiesta: 6, tipo_veicolo: null }),
    );
    const all = LookUpPage.parse(await list({}));
    expect(all.pagination).toMatchObject({ count: 3, page: 1, page_size: 50, has_next: false });
    expect(all.objects.map(({ tipo_richiesta: kind }) => kind)).toEqual([6, 3, 2]);
    expect(all.objects[1]).toMatchObject({
      utente: 'pagante',
      user_id: 15,
      data: toIsoInstant(parseInstantMs(begun) + 3_600_000),
      motivo: { code: 'training', testo: 'prova di addestramento', fascicolo: '12/2026' },
      costo_centesimi: 162,
      info: null,
      has_info: true,
    });
    const kinds = async (body: object) => (await listed(body)).map(({ tipo_richiesta: kind }) => kind);
    expect(await kinds({ order_by: 'data' })).toEqual([2, 3, 6]);
    expect(await kinds({ page_size: 1, p: 2 })).toEqual([3]);
    expect(await kinds({ pagamento: true })).toEqual([6, 3]);
    expect(await kinds({ campo_ricerca__like: '508r' })).toEqual([3, 2]);
    expect(await kinds({ tipo_ricerca: 1 })).toEqual([6]);
    expect(await kinds({ da: '2026-11-20', a: '2026-11-20' })).toEqual([6, 3, 2]);
    expect(await kinds({ a: '2026-11-19' })).toEqual([]);
    const byGet = await world.plant.call(
      listLookUps,
      {
        query: { search_sources: 'cache', campo_ricerca: 'GK508RB', tipo_ricerca: 0, p: 1, paginate: 'true' },
      } as never,
      'pagante',
      REASON,
    );
    expect(LookUpPage.parse(byGet.body).objects.map(({ info }) => info?.plate)).toEqual(['GK508RB', 'GK508RB']);
  });

  it('PLAPI-38 the cache check finds the newest paid answer to the same question, of anybody', async () => {
    const question = {
      search_sources: 'cache',
      campo_ricerca: 'GK508RB',
      tipo_ricerca: 0,
      tipo_richiesta: 3,
      tipo_veicolo: 0,
      pagamento: true,
      page_size: 1,
    };
    expect(await listed(question, 'operatore')).toEqual([]);
    await run(buildBookletRequest());
    const [found] = await listed(question, 'operatore');
    expect(found).toMatchObject({ info: BOOKLET, utente: 'pagante' });
    expect(await listed({ ...question, tipo_veicolo: 1 }, 'operatore')).toEqual([]);
    // Viewing it is a look-up of its own, served from the store without a charge.
    const seen = await run({ ...buildBookletRequest(), search_sources: ['cache'], pagamento: false }, 'operatore');
    expect(seen.body).toMatchObject({ da_cache: true, costo_centesimi: 0, info: BOOKLET });
    expect(
      await run({ ...buildBookletRequest({ campo_ricerca: 'ZZ999ZZ' }), search_sources: ['cache'] }),
    ).toMatchObject({
      status: 404,
    });
    expect(await listed(question, 'operatore')).toMatchObject([{ data: found?.data }]);
  });

  it('everybody sees the own look-ups, administrators all; somebody else’s are not there', async () => {
    const request = buildBookletRequest();
    await run(request);
    const id = request.visura_id ?? '';
    const open = (user: string) => world.plant.call(getLookUp, { params: { id } }, user, REASON);
    expect((await open('pagante')).body).toMatchObject({ info: BOOKLET });
    expect((await open('amministratore')).body).toMatchObject({ info: BOOKLET, utente: 'pagante' });
    expect((await open('operatore')).status).toBe(404);
    expect(await listed({}, 'operatore')).toEqual([]);
    expect(await listed({}, 'amministratore')).toHaveLength(1);
    expect(await list({ user_id: 15 }, 'operatore')).toMatchObject({ status: 403 });
    expect(await listed({ user_id: 15 }, 'amministratore')).toHaveLength(1);
    expect(await listed({ campo_ricerca: 'GK508RB' }, 'operatore')).toEqual([]);
  });

  it('costs by month, and an export that no spreadsheet takes for a formula', async () => {
    await run(buildInsuranceRequest());
    await run(buildInsuranceRequest());
    await run(buildBookletRequest());
    later(24 * 20);
    await run(buildBookletRequest());
    const costs = await world.plant.call(lookUpCosts, { body: {} }, 'pagante', REASON);
    expect(costs.body).toEqual({
      mesi: [
        { mese: '2026-12', visure: 1, pagate: 1, da_cache: 0, centesimi: 162 },
        { mese: '2026-11', visure: 3, pagate: 1, da_cache: 1, centesimi: 162 },
      ],
      // The last charge of each kind, for the price of the next; free kinds are absent.
      ultimi_addebiti: [{ tipo_richiesta: 3, centesimi: 162, data: expect.stringMatching(/^2026-12/) }],
      paga: expect.stringMatching(/^\p{Lu}/u),
    });
    const { body } = await world.plant.call(exportLookUps, { body: {} }, 'pagante', REASON);
    const sent = exportLookUps.response.parse(body);
    const text = Buffer.from(sent.data, 'base64').toString('utf8');
    expect(sent).toMatchObject({ count: 4, isCut: false, mimeType: 'text/csv', fileName: 'visure-2026-12-10.csv' });
    expect(text.split('\r\n')[1]).toContain('"libretto";"targa";"GK508RB";"autoveicolo";"riuscita";"si";"no";"1,62"');
    expect(text).not.toContain('Zanellini');
  });

  it('nothing of a person is readable in the database, and answers go when their term is over', async () => {
    const request = buildBookletRequest();
    await run(request);
    const { rows } = await world.plant.pool.query<{ text: string }>('select look_up::text as text from look_up');
    for (const secret of ['GK508RB', 'Zanellini', 'ZNLLRI80A41Z000X', 'addestramento'])
      for (const form of [secret, Buffer.from(secret).toString('hex')]) expect(rows[0]?.text).not.toContain(form);
    later(24 * 181);
    await expireLookUps(world.plant.deps);
    expect(await listed({})).toMatchObject([{ has_info: false, stato: 'riuscita', costo_centesimi: 162 }]);
    const opened = await world.plant.call(getLookUp, { params: { id: request.visura_id ?? '' } }, 'pagante', REASON);
    expect(opened.body).toMatchObject({ info: null, has_info: false });
    expect(world.plant.audit.records).toContainEqual(expect.objectContaining({ action: 'lookups.expire', count: 1 }));
  });

  it('each consultation leaves one entry with what was asked, failures too', async () => {
    await run(buildInsuranceRequest());
    await listed({});
    await world.registry.fault('congested', 1);
    later(30);
    await run(buildInsuranceRequest());
    expect(world.plant.audit.records.filter(({ action }) => action.startsWith('lookups.'))).toMatchObject([
      { action: 'lookups.run', outcome: 'ok', count: 1, detail: { key: 'GK508RB' } },
      { action: 'lookups.list', outcome: 'ok', count: 1 },
      { action: 'lookups.run', outcome: 'error', detail: { key: 'GK508RB', problem: 'registry_congested' } },
    ]);
  });
});
