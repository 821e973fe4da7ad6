import { randomUUID } from 'node:crypto';
import { endAlert } from '@varco/contract/plant/alerts.ts';
import * as api from '@varco/contract/plant/handovers.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf } from '../../testing/error-of.ts';
import {
  clearHandovers,
  createHandoverClient,
  DAY_MS,
  OTHER_PLATE,
  PLATE,
  readSummary,
  startHandoverPlant,
  uuidOf,
} from '../../testing/handovers.ts';
import { NOW, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startHandoverPlant();
});
afterAll(() => plant.close());
beforeEach(() => clearHandovers(plant));

const { raiseAlert, take, raiseOwned, readOpen, give, sign, read, list } = createHandoverClient(() => plant);

describe('what is open', () => {
  test('names alerts of every owner with plate and gate, and tells a colleague’s from one’s own', async () => {
    const [own, unowned] = [await raiseOwned(), await raiseAlert(OTHER_PLATE, 2)];
    const theirs = await raiseAlert(PLATE, 3);
    await take(theirs, 'montante');
    const { voci, oltre, colleghi } = await readOpen();
    expect(voci.map(({ id, targa, varco, in_carico_a: who, passa }) => [id, targa, varco, who, passa])).toEqual([
      [own, PLATE, 'Porta Fiume', 'operatore', true],
      ...[
        [unowned, OTHER_PLATE, 'Porta Santi', '', false],
        [theirs, PLATE, 'Ponte Vecchio', 'montante', false],
      ],
    ]);
    expect(oltre).toBe(false);
    const names = colleghi.map(({ username }) => username);
    expect(names).toContain('montante');
    // Not oneself, nobody without force rights, disabled, expired or without plates.
    for (const name of ['operatore', 'comune', 'spento', 'scaduto', 'oscurato']) expect(names).not.toContain(name);
  });

  test('closed alerts and old ones of others are not open, one’s own old ones are', async () => {
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) - 3 * DAY_MS);
    const [own] = [await raiseOwned(), await raiseAlert(OTHER_PLATE)];
    plant.clock.now = NOW;
    const closed = await raiseOwned();
    await plant.call(endAlert, { params: { id: closed }, body: { esito: 'no_action' } }, 'operatore');
    expect((await readOpen()).voci.map(({ id }) => id)).toEqual([own]);
  });

  test('silent cameras are shown to administrators, requests to who decides, failed exports to their owner', async () => {
    await plant.pool.query(
      `insert into camera_silence (gate, silent_since, noticed_at, taken_by, taken_at) values (2, $1, $1, 'amministratore', $1)`,
      [NOW],
    );
    await plant.pool.query(
      `insert into approval_request (id, batch, requester, requester_name, requested_at, reason, case_number, note, filter_text)
       values ($1, $1, $2, 'breve', $3, '', '', 'nota', '{}')`,
      [randomUUID(), uuidOf(6), NOW],
    );
    await plant.pool.query(
      `insert into export_job (id, kind, state, user_uuid, session, ask_hash, ask_sealed, quota, most, pictures_withheld, created_at, updated_at, ended_at)
       select gen_random_uuid(), 'plant', state, $1::uuid, gen_random_uuid(), '', '', 1, 1, false, at, at, at
       from (values ('failed', $2::timestamptz), ('delivered', $2::timestamptz), ('failed', $2::timestamptz - interval '1 day')) as j (state, at)`,
      [uuidOf(4), NOW],
    );
    await plant.pool.query(`update user_group set level = 5 where name = 'fdo base'`);
    const seen = async (who: string) =>
      (await readOpen(who)).voci.map(({ tipo, voce, in_carico_a: owner }) => `${tipo} ${voce}${owner}`);
    expect(await seen('amministratore')).toEqual(['camera amministratore']);
    expect(await seen('ufficiale')).toEqual(['approval breve']);
    expect(await seen('quattro')).toEqual(['export plant']);
    expect(await seen('operatore')).toEqual([]);
  });
});

describe('handing over', () => {
  test('the plant records what is open with the notes, and says nothing about what the caller may not see', async () => {
    const [own, unowned] = [await raiseOwned(), await raiseAlert(OTHER_PLATE, 2)];
    const made = readSummary(
      await give({ mancanti: ['Rimini Costa'], note: [{ tipo: 'alert', id: own, nota: ' pattuglia avvisata ' }] }),
    );
    expect(made).toMatchObject({
      da: 'operatore',
      a: 'montante',
      n_voci: 2,
      mancanti: ['Rimini Costa'],
      chiusura: null,
    });
    expect((await read(made.id, 'montante')).voci.map(({ id, nota, targa }) => [id, nota, targa])).toEqual([
      [own, 'pattuglia avvisata', PLATE],
      [unowned, '', OTHER_PLATE],
    ]);
    const { rows } = await plant.pool.query(`select i::text as text from handover_item as i`);
    expect(JSON.stringify(rows)).not.toContain(PLATE);
  });

  test('a note on an alert that is closed, of another gate or of nobody is refused, and nothing is stored', async () => {
    const hidden = await raiseAlert(OTHER_PLATE, 2);
    for (const id of [hidden, '999999', 'x'])
      expect(errorOf(await give({ note: [{ tipo: 'alert', id, nota: 'nota' }] }, 'stretto'))).toBe(
        'conflict/handover_item',
      );
    expect(await list('stretto')).toEqual([]);
  });

  test('the same batch sent twice is one; another one waits until the first is signed or withdrawn', async () => {
    const lotto = randomUUID();
    const [first, again] = await Promise.all([give({ lotto }), give({ lotto, nota: 'altro' })]);
    expect(readSummary(first).id).toBe(readSummary(again).id);
    expect(errorOf(await give())).toBe('conflict/handover_open');
    const { id } = readSummary(first);
    expect((await plant.call(api.withdrawHandover, { params: { id } }, 'montante')).status).toBe(404);
    expect((await plant.call(api.withdrawHandover, { params: { id } }, 'operatore')).status).toBe(204);
    expect(errorOf(await plant.call(api.withdrawHandover, { params: { id } }, 'operatore'))).toBe(
      'conflict/handover_closed',
    );
    expect(errorOf(await sign(id))).toBe('conflict/handover_closed');
    expect((await give()).status).toBe(200);
  });

  test('only an enabled colleague who acts on alerts can be named', async () => {
    for (const id of [3, 7, 8, 1]) expect((await give({ a: uuidOf(id) })).status).toBe(404);
    expect(errorOf(await give({ a: randomUUID() }))).toBe('not_found/');
  });

  test('the newest note about an alert is shown to the next shift', async () => {
    const id = await raiseOwned();
    const made = readSummary(await give({ note: [{ tipo: 'alert', id, nota: 'ripassa ogni notte' }] }));
    await sign(made.id);
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 60_000);
    expect((await readOpen('montante')).voci[0]?.nota_prima).toMatchObject({
      nota: 'ripassa ogni notte',
      di: 'operatore',
    });
    // Of another group, and neither named nor signing.
    expect((await readOpen('ufficiale')).voci[0]?.nota_prima).toBeNull();
  });
});
