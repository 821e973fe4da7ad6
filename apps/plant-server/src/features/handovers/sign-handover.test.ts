import { createHash } from 'node:crypto';
import { endAlert, searchAlerts } from '@varco/contract/plant/alerts.ts';
import * as api from '@varco/contract/plant/handovers.ts';
import { canonicalJson, type JsonObject } from '@varco/domain/audit/canonical-json.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf } from '../../testing/error-of.ts';
import {
  clearHandovers,
  createHandoverClient,
  DAY_MS,
  INCOMING,
  NARROW,
  OTHER_PLATE,
  PLATE,
  readSummary,
  startHandoverPlant,
  uuidOf,
} from '../../testing/handovers.ts';
import { NOW, REASON, type TestPlant } from '../../testing/test-plant.ts';
import { runRetention } from '../retention/run-retention.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startHandoverPlant();
});
afterAll(() => plant.close());
beforeEach(() => clearHandovers(plant));

const { raiseAlert, take, raiseOwned, give, sign, read, list, waiting, readOwner } = createHandoverClient(() => plant);

describe('signing', () => {
  test('alerts of the outgoing person pass, those of others and of nobody do not', async () => {
    const [own, unowned] = [await raiseOwned(), await raiseAlert(OTHER_PLATE)];
    const theirs = await raiseAlert(PLATE, 2);
    await take(theirs, 'breve');
    const { id, lotto } = readSummary(await give());
    expect(await waiting('montante')).toEqual([lotto]);
    expect([await waiting('operatore'), await waiting('breve')]).toEqual([[], []]);
    const signed = readSummary(await sign(id));
    expect(signed).toMatchObject({
      firmabile: false,
      chiusura: { come: 'signed', da: 'montante', passati: 1, non_passati: [] },
    });
    expect(await Promise.all([own, unowned, theirs].map(readOwner))).toEqual([uuidOf(INCOMING), null, uuidOf(6)]);
    expect(await waiting('montante')).toEqual([]);
    const { body } = await plant.call(searchAlerts, { body: { targa: PLATE, varchi: [1] } }, 'montante', REASON);
    expect(searchAlerts.response.parse(body).objects[0]).toMatchObject({
      in_carico_a: 'montante',
      in_carico_mio: true,
    });
  });

  test('an alert that changed hands or was closed meanwhile stays, and the record says so', async () => {
    const [passes, changed, closed] = [await raiseOwned(), await raiseOwned(PLATE, 2), await raiseOwned(PLATE, 3)];
    const { id } = readSummary(await give());
    await take(changed, 'breve', true);
    await plant.call(endAlert, { params: { id: closed }, body: { esito: 'misread' } }, 'operatore');
    const { chiusura } = readSummary(await sign(id));
    expect(chiusura).toMatchObject({ passati: 1 });
    expect(chiusura?.non_passati.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual([
      { id: changed, perche: 'changed' },
      { id: closed, perche: 'closed' },
    ]);
    expect(await Promise.all([passes, changed, closed].map(readOwner))).toEqual([
      uuidOf(INCOMING),
      uuidOf(6),
      uuidOf(1),
    ]);
  });

  test('an alert the incoming person may not see stays with the outgoing one, and is not shown', async () => {
    const [visible, hidden] = [await raiseOwned(), await raiseOwned(OTHER_PLATE, 2)];
    const { id } = readSummary(await give({ a: uuidOf(NARROW) }));
    const { chiusura } = readSummary(await sign(id, 'stretto'));
    expect(chiusura?.non_passati).toEqual([{ id: hidden, perche: 'not_visible' }]);
    expect(await Promise.all([visible, hidden].map(readOwner))).toEqual([uuidOf(NARROW), uuidOf(1)]);
    const shown = await read(id, 'stretto');
    expect([shown.voci.map(({ targa }) => targa), shown.nascoste]).toEqual([[PLATE], 1]);
  });

  test('signed twice by one person it is one signature; by two at one moment, the first', async () => {
    const own = await raiseOwned();
    const { id } = readSummary(await give());
    const [first, again] = [readSummary(await sign(id)), readSummary(await sign(id))];
    expect(again).toEqual(first);
    const open = await raiseOwned(OTHER_PLATE);
    const next = readSummary(await give({ a: null }));
    const answers = await Promise.all(['montante', 'breve', 'limitato'].map((who) => sign(next.id, who)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const { rows } = await plant.pool.query('select 1 from handover_end where handover = $1', [next.id]);
    expect(rows).toHaveLength(1);
    expect([await readOwner(own), await readOwner(open)]).not.toContain(null);
  });

  test('a third person, the outgoing one and an administrator do not sign; an administrator reads', async () => {
    const own = await raiseOwned();
    const { id } = readSummary(await give());
    expect(errorOf(await sign(id, 'operatore'))).toBe('no_perms/own_handover');
    expect((await sign(id, 'breve')).status).toBe(404);
    expect((await plant.call(api.getHandover, { params: { id } }, 'breve')).status).toBe(404);
    expect(await list('breve')).toEqual([]);
    expect(errorOf(await sign(id, 'amministratore'))).toBe('no_perms/not_recipient');
    expect((await read(id, 'amministratore')).nota).toBe('turno tranquillo');
    expect(await readOwner(own)).toBe(uuidOf(1));
  });

  test('to the next shift: anybody of the same group signs, and nobody of another', async () => {
    const { id, lotto } = readSummary(await give({ a: null }));
    expect(await waiting('breve')).toEqual([lotto]);
    expect([await waiting('ufficiale'), (await sign(id, 'ufficiale')).status]).toEqual([[], 404]);
    expect(readSummary(await sign(id, 'breve')).chiusura?.da).toBe('breve');
  });

  test('the outgoing person was disabled meanwhile: the alerts pass all the same', async () => {
    const own = await raiseOwned();
    const { id } = readSummary(await give());
    await plant.pool.query(`update plant_user set active = 0 where username = 'operatore'`);
    expect((await plant.call(api.listHandovers, {}, 'operatore')).status).toBe(401);
    expect(readSummary(await sign(id)).chiusura?.passati).toBe(1);
    expect(await readOwner(own)).toBe(uuidOf(INCOMING));
  });

  test('while the log cannot be written nothing passes and nothing is signed; repeated it does', async () => {
    const own = await raiseOwned();
    const { id } = readSummary(await give());
    await plant.token('montante');
    plant.audit.refuseWrites();
    expect((await sign(id)).status).toBe(503);
    expect(await readOwner(own)).toBe(uuidOf(1));
    plant.audit.acceptWrites();
    expect(readSummary(await sign(id)).chiusura?.passati).toBe(1);
  });
});

describe('the signed record', () => {
  test('its hash in the log is that of what was open, said and passed', async () => {
    const own = await raiseOwned();
    const made = readSummary(await give({ note: [{ tipo: 'alert', id: own, nota: 'da richiamare' }] }));
    const { chiusura } = readSummary(await sign(made.id));
    const { rows } = await plant.pool.query<JsonObject>(
      `select h.id, h.batch, h.giver, h.giver_name, h.recipient, h.recipient_name, h.made_at, h.note, h.plants, h.missing, h.is_cut,
        e.person as signer, e.person_name as signer_name, e.at as signed_at, e.passed, e.not_passed,
        (select jsonb_agg(to_jsonb(i) - 'handover' order by i.kind, i.since, i.item) from handover_item as i where i.handover = h.id) as items
       from handover as h join handover_end as e on e.handover = h.id where h.id = $1`,
      [made.id],
    );
    // Instants of jsonb have another form than those of columns.
    const toIso = (_key: string, value: unknown): unknown =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/.test(value)
        ? new Date(value).toISOString()
        : value;
    const record: JsonObject = JSON.parse(JSON.stringify(rows[0]), toIso);
    const digest = createHash('sha256').update(canonicalJson(record)).digest('hex');
    expect(chiusura?.impronta).toBe(digest);
    expect(plant.audit.records.filter(({ action }) => action === 'handovers.sign').at(-1)).toMatchObject({
      count: 1,
      detail: { handover: made.id, digest, passed: [own], not_passed: [] },
    });
  });

  test('the serving role can neither change nor remove it', async () => {
    const { id } = readSummary(await give());
    await sign(id);
    for (const statement of [
      `update handover set note = ''`,
      `update handover_item set note = ''`,
      `update handover_end set person_name = 'altri'`,
      `delete from handover_end`,
      `truncate handover cascade`,
    ])
      await expect(plant.pool.query(statement)).rejects.toThrow(/permission denied|append-only/);
    await expect(plant.pool.query('select handover_prune(now())')).resolves.toBeDefined();
    expect((await list('operatore')).map((one) => one.id)).toEqual([id]);
  });

  test('it is readable by both after the alert is gone, without the plate, and ends with its term', async () => {
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) - 120 * DAY_MS);
    const { id } = readSummary(await give());
    await sign(id);
    plant.clock.now = NOW;
    const own = await raiseOwned();
    const recent = readSummary(await give());
    await sign(recent.id);
    await plant.pool.query('delete from alert where id = $1', [own]);
    expect(await read(recent.id, 'operatore')).toMatchObject({ voci: [], nascoste: 1, n_voci: 1 });
    const result = await runRetention(plant.deps, new AbortController().signal);
    expect(result?.handovers).toBe(1);
    expect((await plant.pool.query<{ id: string }>('select id from handover')).rows).toEqual([{ id: recent.id }]);
  });
});
