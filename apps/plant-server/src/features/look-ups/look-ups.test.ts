import { confirmMinistryAccess } from '@varco/contract/plant/ministry-access.ts';
import { changeSetting } from '@varco/contract/plant/settings.ts';
import { RunLookUpResponse, runLookUp, searchLookUps } from '@varco/contract/plant/look-ups.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BOOKLET,
  buildBookletRequest,
  LICENCE,
  nextRequestId,
  buildInsuranceRequest,
  createLookUpCalls,
  resetLookUps,
  startLookUpFixture,
  type LookUpFixture,
} from '../../testing/look-up-fixture.ts';
import { REASON, startTestPlant } from '../../testing/test-plant.ts';

let world: LookUpFixture;
beforeAll(async () => {
  world = await startLookUpFixture();
});
afterAll(() => world.close());
beforeEach(async () => {
  await resetLookUps(world);
});

const { run, listed, later } = createLookUpCalls(() => world);

describe('making a look-up (T 7.4)', () => {
  it('PLAPI-39 PLAPI-40 a paid one is charged once and answered with everything the client reads', async () => {
    const before = (await world.registry.charges()).count;
    const { status, body } = await run(buildBookletRequest());
    expect(status).toBe(200);
    expect(RunLookUpResponse.parse(body)).toMatchObject({
      stato: 'riuscita',
      targa: 'GK508RB',
      tipo: 3,
      tipoVeicolo: 0,
      codiceFiscale: 'ZNLLRI80A41Z000X',
      numeroPatente: null,
      pagamento: true,
      da_cache: false,
      costo_centesimi: 162,
      info: BOOKLET,
      processed_info: {
        dati_anagrafici: { nominativo: 'Zanellini Ilaria' },
        dati_assicurazione: { comporto: '2026-12-15' },
      },
    });
    expect((await world.registry.charges()).count).toBe(before + 1);
  });

  it('VIS-09 PLAPI-40 a licence comes with its two documents, in both names of the wire', async () => {
    const { body } = await run(
      buildBookletRequest({ campo_ricerca: 'U11234567Z', tipo_ricerca: 1, tipo_richiesta: 5, tipo_veicolo: null }),
    );
    const answer = RunLookUpResponse.parse(body);
    expect(answer).toMatchObject({ numeroPatente: 'U11234567Z', codiceFiscale: LICENCE.person?.tax_code, targa: null });
    expect(Buffer.from(answer.pdf_allegato_1 ?? '', 'base64').toString('latin1')).toMatch(/^%PDF/);
    expect(answer.pdfAnteprimaPatente_pdf).toBe(answer.pdf_allegato_1);
    expect(answer.pdfPatente_pdf).toBe(answer.pdf_allegato_2);
  });

  it('VIS-15 the second shape of the request means the same', async () => {
    const { campo_ricerca: chiave_ricerca, tipo_ricerca: tipo_chiave, ...rest } = buildBookletRequest();
    const { status, body } = await run({ ...rest, chiave_ricerca, tipo_chiave });
    expect({ status, body }).toMatchObject({ status: 200, body: { campo_ricerca: 'GK508RB', tipo_ricerca: 0 } });
  });

  it('what is typed is brought into form; what is in no register is an answer and costs nothing', async () => {
    const { body } = await run(buildBookletRequest({ campo_ricerca: ' zz 999-zz ' }));
    expect(body).toMatchObject({ campo_ricerca: 'ZZ999ZZ', stato: 'non_trovata', info: null, costo_centesimi: 0 });
  });

  it('RCA and revision are free, and answered from the store for a day', async () => {
    await run(buildInsuranceRequest());
    later(23);
    expect((await run(buildInsuranceRequest(), 'operatore')).body).toMatchObject({ da_cache: true, info: BOOKLET });
    expect(world.registry.lookedUp).toHaveLength(1);
    later(2);
    expect((await run(buildInsuranceRequest(), 'operatore')).body).toMatchObject({ da_cache: false });
    expect(world.registry.lookedUp).toHaveLength(2);
  });

  it.each([
    ['no key', { ...buildInsuranceRequest(), campo_ricerca: '' }],
    ['a key of the wrong form', buildInsuranceRequest({ campo_ricerca: "A'; drop" })],
    ['a tax code as a plate of the licence', buildBookletRequest({ tipo_richiesta: 5, tipo_ricerca: 0 })],
    ['an unknown kind', buildInsuranceRequest({ tipo_richiesta: 7 as never })],
    ['an unknown field', { ...buildInsuranceRequest(), admin: true }],
    ['no uuid', buildInsuranceRequest({ visura_id: 'x' })],
    ['paid without having said yes', buildBookletRequest({ pagamento: false })],
  ])('refuses %s', async (_name, body) => {
    expect((await run(body)).status).toBe(400);
    expect(world.registry.lookedUp).toEqual([]);
  });
});

describe('one press, one charge', () => {
  it('the same press again is answered again and not charged; another question under its id is refused', async () => {
    const before = (await world.registry.charges()).count;
    const wish = buildBookletRequest();
    const [first, twin] = await Promise.all([run(wish), run(wish)]);
    const again = await run(wish);
    expect([first.status, twin.status, again.status]).toEqual([200, 200, 200]);
    expect(again.body).toEqual(first.body);
    expect(await run({ ...wish, tipo_richiesta: 0 })).toMatchObject({ status: 409 });
    expect((await world.registry.charges()).count).toBe(before + 1);
    expect(await listed({})).toHaveLength(1);
  });

  it.each(['half_answer', 'nonsense'] as const)(
    'an answer spoiled by "%s" is fetched again, for one charge',
    async (fault) => {
      const before = (await world.registry.charges()).count;
      await world.registry.fault(fault, 1);
      expect((await run(buildBookletRequest())).body).toMatchObject({ stato: 'riuscita', costo_centesimi: 162 });
      expect((await world.registry.charges()).count).toBe(before + 1);
    },
  );

  it('what stays unanswered is told as such, stands in the history, and comes in by itself for the same charge', async () => {
    const before = (await world.registry.charges()).count;
    await world.registry.fault('half_answer');
    const wish = buildBookletRequest();
    expect(await run(wish)).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable', sub_code: 'look_up_pending' } },
    });
    expect(await listed({})).toMatchObject([{ stato: 'in_corso', info: null }]);
    await world.registry.fault('none');
    later(1);
    await world.plant.deps.lookUps.resumeOpen();
    expect(await listed({})).toMatchObject([{ stato: 'riuscita', costo_centesimi: 162, has_info: true }]);
    expect((await world.registry.charges()).count).toBe(before + 1);
    expect(world.plant.audit.records).toContainEqual(
      expect.objectContaining({ action: 'lookups.finish', outcome: 'ok' }),
    );
    expect((await run(wish)).body).toMatchObject({ stato: 'riuscita' });
  });

  it('a browser that leaves after sending finds what was paid in the history; one that leaves before pays nothing', async () => {
    const before = (await world.registry.charges()).count;
    const service = world.plant.deps.lookUps;
    const wish = {
      id: nextRequestId(),
      user: { id: 15, uuid: '00000000-0000-4000-8000-000000000015', username: 'pagante' },
      reason: null,
      request: 3,
      keyKind: 0,
      key: 'GK508RB',
      vehicleKind: 0,
      isPaid: true,
      cachedSince: undefined,
      isCacheOnly: false,
    };
    await expect(service.run(wish, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
    await world.registry.fault('slow', 1);
    const leaving = new AbortController();
    const gone = service.run({ ...wish, id: nextRequestId() }, leaving.signal);
    while ((await world.registry.charges()).count === before) await new Promise(setImmediate);
    leaving.abort(new Error('closed'));
    await expect(gone).rejects.toThrow('closed');
    await expect
      .poll(async () => (await listed({})).map(({ stato, costo_centesimi: cents }) => [stato, cents]))
      .toEqual(expect.arrayContaining([['riuscita', 162]]));
    expect((await world.registry.charges()).count).toBe(before + 1);
    expect((await listed({})).map(({ stato }) => stato).sort()).toEqual(['annullata', 'riuscita']);
  });
});

describe('rights and licence (T 6)', () => {
  it.each([
    ['pagante', 200, undefined],
    ['operatore', 403, 'paid_query_perms_require'],
    ['quattro', 403, 'level'],
    ['oscurato', 403, 'level'],
    ['comune', 403, 'paid_query_perms_require'],
  ])('TPERM-10 ERR-29 VIS-39 a paid look-up by %s: %s %s', async (user, status, sub) => {
    const answer = await run(buildBookletRequest(), user);
    expect(answer.status).toBe(status);
    if (sub !== undefined) expect(answer.body).toMatchObject({ error: { code: 'no_perms', sub_code: sub } });
  });

  it.each([
    ['operatore', 200],
    ['comune', 200],
    ['amministratore', 200],
    ['quattro', 403],
    ['oscurato', 403],
  ])('TPERM-11 a free one is for level 5 to 8 and who sees plates, as %s: %s', async (user, status) =>
    expect((await run(buildInsuranceRequest(), user)).status).toBe(status),
  );

  it('signed out nobody looks anything up', async () => {
    expect((await world.plant.call(runLookUp, { body: buildInsuranceRequest() })).status).toBe(401);
    expect((await world.plant.call(searchLookUps, { body: {} })).status).toBe(401);
  });

  it('PERM-06 TPERM-11 VIS-39 without its option in the licence neither kind is made', async () => {
    const owner = createPool({ url: world.plant.ownerUrl, applicationName: 'look-up test owner', max: 1 });
    const license = (options: object) => owner.query('update plant_settings set license_options = $1', [options]);
    await license({ adv_charts: null });
    expect(await run(buildInsuranceRequest())).toMatchObject({
      status: 403,
      body: { error: { code: 'missing_license_option', sub_code: 'rca_rev_license_missing' } },
    });
    expect(await run(buildBookletRequest())).toMatchObject({
      body: { error: { code: 'missing_license_option', sub_code: 'visure_license_missing' } },
    });
    expect(world.registry.lookedUp).toEqual([]);
    await license({ rca_rev: true, visure: true });
    await owner.end();
  });
});

describe('a ministry in trouble', () => {
  it.each([
    ['congested', 'registry_congested'],
    ['maintenance', 'registry_maintenance'],
  ] as const)(
    '"%s" is told apart as %s, costs nothing, and can be tried again under the same press',
    async (fault, sub) => {
      const before = (await world.registry.charges()).count;
      await world.registry.fault(fault, 1);
      const wish = buildBookletRequest();
      expect(await run(wish)).toMatchObject({ status: 503, body: { error: { code: 'unavailable', sub_code: sub } } });
      expect((await world.registry.charges()).count).toBe(before);
      expect(await listed({})).toMatchObject([{ stato: 'fallita', errore: sub }]);
      later(0.1);
      expect((await run(wish)).status).toBe(200);
      expect((await world.registry.charges()).count).toBe(before + 1);
    },
  );

  it('VIS-38 refused credentials, a daily allowance that is spent, a service that is gone, and no module at all', async () => {
    const own = await startLookUpFixture({ limits: { paid_lookups_per_day: 1 }, hasRates: true });
    const ask = (body: object) => own.plant.call(runLookUp, { body: body as never }, 'pagante', REASON);
    const wish = buildBookletRequest();
    // A repetition with the same id is not counted against the quota.
    expect([(await ask(wish)).status, (await ask(wish)).status, (await ask(buildBookletRequest())).status]).toEqual([
      200, 200, 429,
    ]);
    // An administrator allows one more; it counts from the next call on.
    const setting = { name: 'paid_lookups_per_day', value: 2, ver: 1 } as const;
    expect((await own.plant.call(changeSetting, { body: setting }, 'amministratore')).status).toBe(200);
    expect((await ask(buildBookletRequest())).status).toBe(200);
    expect((await ask(buildBookletRequest())).status).toBe(429);
    await own.registry.fault('refuse', 1);
    const refused = { status: 503, body: { error: { code: 'unavailable', sub_code: 'registry_credentials' } } };
    expect(await ask(buildInsuranceRequest())).toMatchObject(refused);
    // Not tried again until they are changed: five wrong attempts lock the account.
    expect(await ask(buildInsuranceRequest())).toMatchObject(refused);
    // Also after a restart. Once an administrator confirms them they are tried once more.
    const confirm = (user: string) => own.plant.call(confirmMinistryAccess, {}, user);
    expect((await confirm('pagante')).status).toBe(403);
    expect(await ask(buildInsuranceRequest())).toMatchObject(refused);
    expect(await confirm('amministratore')).toMatchObject({ status: 200, body: { ministry: -1, vpn: -1 } });
    expect(own.plant.audit.records.at(-1)).toMatchObject({
      action: 'lookups.confirm',
      outcome: 'ok',
      detail: { ministry: 0 },
    });
    expect((await ask(buildInsuranceRequest())).status).toBe(200);
    // Fewer confirmations per hour than the wrong attempts that lock the account.
    const more: number[] = [];
    for (let i = 0; i < 4; i += 1) more.push((await confirm('amministratore')).status);
    expect(more).toEqual([200, 200, 429, 429]);
    await own.close();
    const bare = await startTestPlant();
    const none = await bare.call(runLookUp, { body: buildInsuranceRequest() }, 'pagante', REASON);
    // VIS-37: the licence option is missing.
    expect(none).toMatchObject({ status: 503, body: { error: { sub_code: 'registry_missing' } } });
    expect((await bare.call(confirmMinistryAccess, {}, 'amministratore')).status).toBe(503);
    await bare.close();
  });
});
