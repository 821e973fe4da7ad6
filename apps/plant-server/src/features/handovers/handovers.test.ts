import { createHash, randomUUID } from 'node:crypto';
import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';
import { endAlert, searchAlerts, takeAlert } from '@varco/contract/plant/alerts.ts';
import * as api from '@varco/contract/plant/handovers.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { canonicalJson, type JsonObject } from '@varco/domain/audit/canonical-json.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { type InjectResponse, injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { buildUserSeed, NOW, PLANT, REASON, startTestPlant, type TestPlant, USERS } from '../../testing/test-plant.ts';
import { runRetention } from '../retention/run-retention.ts';

const DAY_MS = 86_400_000;
const PLATE = 'ZA482HC';
const OTHER_PLATE = 'ZC903KR';
const uuidOf = (id: number): string => buildUserSeed(id, '', 1).uuid;
/** Both of the group of `operatore`; the second one sees gate 1 only. */
const [INCOMING, NARROW, DECIDER] = [60, 61, 62];

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant(
    {
      ingestKeys: Object.values(INGEST_KEYS),
      groups: [...PLANT.groups, { id: 8, name: 'fdo ufficiali', level: 6, approves: true }],
      users: [
        ...USERS,
        buildUserSeed(INCOMING, 'montante', 1),
        buildUserSeed(NARROW, 'stretto', 1, { gates: [1] }),
        buildUserSeed(DECIDER, 'ufficiale', 8),
      ],
    },
    { renewsTokens: true },
  );
  await insertBlacklistRow(plant.pool, PLATE);
  await insertBlacklistRow(plant.pool, OTHER_PLATE);
});
afterAll(() => plant.close());
beforeEach(async () => {
  plant.clock.now = NOW;
  plant.audit.acceptWrites();
  const owner = createPool({ url: plant.adminUrl, applicationName: 'empty hand-overs' });
  await owner.query(
    `begin; set local session_replication_role = replica; delete from handover_end; delete from handover_item; delete from handover; commit`,
  );
  await owner.end();
  for (const table of ['alert', 'camera_silence', 'approval_request', 'export_job'])
    await plant.pool.query(`delete from ${table}`);
  await plant.pool.query(`update plant_user set active = 1 where username in ('operatore', 'montante')`);
});

let secondsPassed = 0;
/** A passage of a listed plate at a gate; returns the id of its alert. */
async function raiseAlert(plate = PLATE, gate = 1): Promise<string> {
  secondsPassed += 1;
  const data = toIsoInstant(parseInstantMs(plant.clock.now) - secondsPassed * 1000);
  const reads = [{ varco_id: gate, targa: plate, data, nazione: 'I' }];
  const answer = await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
  expect(answer.status).toBe(200);
  await plant.deps.alerts.publishPending();
  const { rows } = await plant.pool.query<{ id: string }>('select max(id)::text as id from alert');
  return rows[0]?.id ?? '';
}
const take = (id: string, who = 'operatore', anche_se_di_altri = false) =>
  plant.call(takeAlert, { params: { id }, body: { anche_se_di_altri } }, who);
async function raiseOwned(plate?: string, gate?: number): Promise<string> {
  const id = await raiseAlert(plate, gate);
  expect((await take(id)).status).toBe(200);
  return id;
}
const readOpen = async (who = 'operatore') =>
  api.readOpenItems.response.parse((await plant.call(api.readOpenItems, {}, who)).body);
const give = (
  more: Partial<Parameters<typeof plant.call<typeof api.makeHandover>>[1]['body']> = {},
  who = 'operatore',
) =>
  plant.call(
    api.makeHandover,
    {
      body: {
        lotto: randomUUID(),
        a: uuidOf(INCOMING),
        nota: 'turno tranquillo',
        impianti: ['Prova Nord'],
        mancanti: [],
        note: [],
        ...more,
      },
    },
    who,
  );
const readSummary = ({ status, body }: InjectResponse): api.HandoverSummary => {
  expect(status).toBe(200);
  return api.HandoverSummary.parse(body);
};
const sign = (id: string, who = 'montante') => plant.call(api.signHandover, { params: { id } }, who);
const read = async (id: string, who: string) =>
  api.Handover.parse((await plant.call(api.getHandover, { params: { id } }, who)).body);
const list = async (who: string) =>
  api.listHandovers.response.parse((await plant.call(api.listHandovers, {}, who)).body).objects;
const waiting = async (who: string) =>
  api.countWaitingHandovers.response.parse((await plant.call(api.countWaitingHandovers, {}, who)).body).lotti;
const errorOf = ({ body }: InjectResponse): string => {
  const { code, sub_code: sub } = ErrorEnvelope.parse(body).error;
  return `${code}/${sub ?? ''}`;
};
async function readOwner(id: string): Promise<string | null> {
  const { rows } = await plant.pool.query<{ owner: string | null }>('select owner from alert where id = $1', [id]);
  return rows[0]?.owner ?? null;
}

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
