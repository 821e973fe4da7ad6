import * as api from '@varco/contract/plant/settings.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { plantLogin, PlantLoginResponse } from '@varco/contract/plant/auth.ts';
import { encodeReason, REASON_HEADER } from '@varco/contract/reason.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const ADMIN = 'amministratore';
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
  await plant.token(ADMIN);
});
afterAll(() => plant.close());
beforeEach(() => {
  plant.audit.records.length = 0;
});

const read = async () => api.PlantSettingsView.parse((await plant.call(api.readSettings, {}, ADMIN)).body);
const put = (body: unknown, user = ADMIN) => plant.callRaw(api.changeSetting, { body }, user);
const addReason = (body: unknown, user = ADMIN) => plant.callRaw(api.addReason, { body }, user);
const putReason = (code: string, body: unknown, user = ADMIN) =>
  plant.callRaw(api.changeReason, { params: { code }, body }, user);
const errorOf = (answer: { body: unknown }) => (answer.body as { error: Record<string, unknown> }).error;
const search = (code: string, caseNumber: string | null) =>
  plant.call(searchTransits, { body: {} }, 'operatore', {
    [REASON_HEADER]: encodeReason({ code, text: 'prova di addestramento', case: caseNumber }),
  });
const loginParameters = async () =>
  PlantLoginResponse.parse((await plant.call(plantLogin, { body: { username: 'operatore', password: PASSWORD } })).body)
    .parameters;

describe('plain settings', () => {
  it('a change counts at once, names who made it, and leaves old and new value in the log', async () => {
    const before = (await read()).values.time_limit;
    expect(before).toEqual({ value: 'window', ver: 1, changed: null });
    const answer = await put({ name: 'time_limit', value: 'age', ver: 1 });
    expect(api.PlantSettingsView.parse(answer.body).values.time_limit).toEqual({
      value: 'age',
      ver: 2,
      changed: { by: ADMIN, at: plant.clock.now },
    });
    expect((await read()).values).toMatchObject({ time_limit: { value: 'age' }, label: { ver: 1, changed: null } });
    expect(plant.audit.records.map(({ action, detail, actor }) => [action, detail, actor.name])).toEqual([
      ['settings.change', { setting: 'time_limit', before: 'window', after: 'age' }, ADMIN],
    ]);
    expect((await loginParameters()).time_limit).toBe('age');
    expect((await put({ name: 'time_limit', value: 'window', ver: 2 })).status).toBe(200);
  });

  it('a number nobody has set is said to come from the environment, until it is changed, even to the same', async () => {
    const { paid_lookups_per_day: first } = (await read()).values;
    expect(first).toEqual({ value: 50, ver: 1, changed: null, from_environment: true });
    expect((await put({ name: 'paid_lookups_per_day', value: 50, ver: 1 })).status).toBe(200);
    expect((await read()).values.paid_lookups_per_day).toEqual({
      value: 50,
      ver: 2,
      changed: { by: ADMIN, at: plant.clock.now },
      from_environment: false,
    });
  });

  it('a form that read an older version is refused and changes nothing', async () => {
    const { ver } = (await read()).values.label;
    const answers = await Promise.all(
      ['Prova Sud', 'Prova Est', 'Prova Ovest'].map((value) => put({ name: 'label', value, ver })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const won = answers.find(({ status }) => status === 200);
    expect((await read()).values.label).toMatchObject(api.PlantSettingsView.parse(won?.body).values.label);
    expect((await put({ name: 'label', value: 'Prova Nord', ver })).status).toBe(409);
    expect((await put({ name: 'label', value: 'Prova Nord', ver: ver + 1 })).status).toBe(200);
  });

  it.each([
    ['another value of the list', { name: 'time_limit', value: 'both' }],
    ['a number for a word', { name: 'time_limit', value: 1 }],
    ['a word for a switch', { name: 'requires_reason', value: 'yes' }],
    ['null', { name: 'requires_case', value: null }],
    ['a list', { name: 'label', value: ['a'] }],
    ['an empty name', { name: 'label', value: '   ' }],
    ['a huge text', { name: 'label', value: 'x'.repeat(81) }],
    ['a control character', { name: 'municipality', value: 'Pro\u0000va' }],
    ['a reversed writing direction', { name: 'watermark_text', value: '\u202eavorP' }],
    ['a setting that is none', { name: 'uuid', value: '00000000-0000-4000-8000-000000000001' }],
    ['a column', { name: 'retention_days', value: 1 }],
    ['a name with SQL', { name: "label = 'x', code", value: 'x' }],
    ['an inherited name', { name: '__proto__', value: 'x' }],
    ['a negative number', { name: 'paid_lookups_per_day', value: -1 }],
    ['a huge number', { name: 'paid_lookups_per_day', value: 1e15 }],
    ['half a look-up', { name: 'paid_lookups_per_day', value: 0.5 }],
    ['a number as text', { name: 'paid_lookups_per_day', value: '5' }],
    ['no version', { name: 'label', value: 'Prova', ver: undefined }],
    ['a negative version', { name: 'label', value: 'Prova', ver: -1 }],
    ['a member more', { name: 'label', value: 'Prova', uuid: 'x' }],
  ])('%s is refused', async (_name, body) => {
    const before = await read();
    expect((await put({ ver: 1, ...body })).status).toBe(400);
    expect(await read()).toEqual(before);
  });

  it('a body over the limit is refused before it is read', async () => {
    expect((await put({ name: 'label', value: 'x'.repeat(70_000), ver: 1 })).status).toBe(413);
  });

  it('script in a name is kept as text', async () => {
    const { ver } = (await read()).values.municipality;
    const value = '<img src=x onerror=alert(1)>';
    expect((await put({ name: 'municipality', value, ver })).status).toBe(200);
    expect((await read()).values.municipality.value).toBe(value);
    expect((await put({ name: 'municipality', value: 'Prova', ver: ver + 1 })).status).toBe(200);
  });
});

describe('who may', () => {
  it('RTE-20 only administrators of the plant read or change its settings', async () => {
    const before = await read();
    for (const user of ['operatore', 'comune', 'quattro']) {
      expect((await plant.call(api.readSettings, {}, user)).status).toBe(403);
      expect((await put({ name: 'label', value: 'Mio', ver: before.values.label.ver }, user)).status).toBe(403);
      expect((await addReason({ code: 'mine', it: 'Mio', en: 'Mine', requires_case: false }, user)).status).toBe(403);
      expect((await putReason('training', { ...REASON_BODY, ver: 1 }, user)).status).toBe(403);
    }
    expect((await plant.callRaw(api.readSettings, {})).status).toBe(401);
    expect(await read()).toEqual(before);
  });

  it('the right is asked with each call', async () => {
    await plant.pool.query(`update user_group set level = 7 where name = 'fdo comando'`);
    expect((await plant.call(api.readSettings, {}, ADMIN)).status).toBe(403);
    await plant.pool.query(`update user_group set level = 8 where name = 'fdo comando'`);
    expect((await plant.call(api.readSettings, {}, ADMIN)).status).toBe(200);
  });
});

const REASON_BODY = { it: 'Addestramento', en: 'Training', requires_case: false, retired: false };

describe('reasons of consultation', () => {
  it('a new reason is offered and accepted, asks a case if it says so, and is renamed', async () => {
    const body = { code: 'stolen-vehicle', it: ' Veicolo   rubato ', en: 'Stolen vehicle', requires_case: true };
    expect((await search('stolen-vehicle', '7/2026')).status).toBe(428);
    const made = api.PlantSettingsView.parse((await addReason(body)).body).reasons.at(-1);
    expect(made).toEqual({
      ...body,
      it: 'Veicolo rubato',
      retired: false,
      ver: 2,
      changed: { by: ADMIN, at: plant.clock.now },
    });
    expect((await loginParameters()).reasons.at(-1)).toEqual({ ...body, it: 'Veicolo rubato' });
    const without = await search('stolen-vehicle', null);
    expect([without.status, errorOf(without)['sub_code']]).toEqual([428, 'case_required']);
    expect((await search('stolen-vehicle', '7/2026')).status).toBe(200);
    // The other reason still needs none.
    expect((await search('training', null)).status).toBe(200);
    const { code, ...texts } = body;
    const renamed = await putReason(code, { ...texts, it: 'Furto', requires_case: false, retired: false, ver: 2 });
    expect(renamed.status).toBe(200);
    expect((await search('stolen-vehicle', null)).status).toBe(200);
    expect(plant.audit.records.filter(({ action }) => action === 'settings.reason')).toMatchObject([
      { detail: { reason: code, before: null, after: { it: 'Veicolo rubato', requires_case: true } } },
      {
        detail: { before: { it: 'Veicolo rubato', requires_case: true }, after: { it: 'Furto', requires_case: false } },
      },
    ]);
  });

  it('a retired reason is neither offered nor accepted, and can be offered again', async () => {
    const { ver } = (await read()).reasons.find(({ code }) => code === 'stolen-vehicle') ?? { ver: 0 };
    const body = { it: 'Furto', en: 'Stolen vehicle', requires_case: false };
    expect((await putReason('stolen-vehicle', { ...body, retired: true, ver })).status).toBe(200);
    expect((await loginParameters()).reasons.map(({ code }) => code)).toEqual(['training']);
    const answer = await search('stolen-vehicle', null);
    expect([answer.status, errorOf(answer)['sub_code']]).toEqual([428, 'reason_invalid']);
    expect((await read()).reasons.at(-1)).toMatchObject({ code: 'stolen-vehicle', retired: true });
    expect((await addReason({ ...body, code: 'stolen-vehicle' })).status).toBe(409);
    expect((await putReason('stolen-vehicle', { ...body, retired: false, ver })).status).toBe(409);
    expect((await putReason('stolen-vehicle', { ...body, retired: false, ver: ver + 1 })).status).toBe(200);
    expect((await search('stolen-vehicle', null)).status).toBe(200);
    expect((await putReason('stolen-vehicle', { ...body, retired: true, ver: ver + 2 })).status).toBe(200);
  });

  it('where a reason is asked for, the last one cannot be retired, nor asked for where there is none', async () => {
    const on = (await read()).values.requires_reason.ver;
    expect((await put({ name: 'requires_reason', value: true, ver: on })).status).toBe(200);
    const refused = await putReason('training', { ...REASON_BODY, retired: true, ver: 1 });
    expect([refused.status, errorOf(refused)['sub_code']]).toEqual([409, 'last_reason']);
    expect((await search('training', null)).status).toBe(200);
    expect((await put({ name: 'requires_reason', value: false, ver: on + 1 })).status).toBe(200);
    expect((await putReason('training', { ...REASON_BODY, retired: true, ver: 1 })).status).toBe(200);
    for (const name of ['requires_reason', 'requires_case'] as const) {
      const answer = await put({ name, value: true, ver: (await read()).values[name].ver });
      expect([answer.status, errorOf(answer)['sub_code']]).toEqual([409, 'last_reason']);
    }
    expect((await putReason('training', { ...REASON_BODY, ver: 2 })).status).toBe(200);
    expect((await plant.call(searchTransits, { body: {} }, 'operatore', REASON)).status).toBe(200);
  });

  it('a plant that was set up without reasons and asks for one can be released from it', async () => {
    const { rows } = await plant.pool.query('select reasons from plant_settings');
    await plant.pool.query(`update plant_settings set reasons = '[]', requires_reason = true`);
    const { ver } = (await read()).values.requires_reason;
    expect((await put({ name: 'requires_reason', value: false, ver })).status).toBe(200);
    await plant.pool.query('update plant_settings set reasons = $1', [JSON.stringify(rows[0].reasons)]);
  });

  it.each([
    ['a code with capital letters', { code: 'Mine' }],
    ['a code that is a path', { code: '../etc' }],
    ['a long code', { code: 'a'.repeat(41) }],
    ['a text of spaces', { it: '     ' }],
    ['a huge text', { en: 'x'.repeat(121) }],
    ['a word for the switch', { requires_case: 'no' }],
    ['a retired one', { retired: true }],
    ['a number for the text', { it: 5 }],
  ])('%s is refused', async (_name, more) => {
    const before = await read();
    const answer = await addReason({ code: 'mine', it: 'Mio motivo', en: 'My reason', requires_case: false, ...more });
    expect(answer.status).toBe(400);
    expect(await read()).toEqual(before);
  });

  it('a reason that is not there is not found, one that is there not made twice', async () => {
    expect((await putReason('unknown', { ...REASON_BODY, ver: 1 })).status).toBe(404);
    const answer = await addReason({ code: 'training', it: 'Prova due', en: 'Trial two', requires_case: false });
    expect([answer.status, errorOf(answer)['code']]).toEqual([409, 'duplicate']);
  });

  it('at most forty are offered', async () => {
    const add = (n: number) =>
      addReason({ code: `reason-${n}`, it: `Motivo ${n}`, en: `Reason ${n}`, requires_case: false });
    for (let n = 1; n <= api.MAX_OFFERED_REASONS - 1; n += 1) expect((await add(n)).status).toBe(200);
    expect((await add(40)).status).toBe(409);
    expect((await loginParameters()).reasons).toHaveLength(40);
  });
});

it('nothing is changed while the log cannot be written', async () => {
  const before = await read();
  plant.audit.refuseWrites();
  const answer = await put({ name: 'label', value: 'Prova Est', ver: before.values.label.ver });
  expect([answer.status, errorOf(answer)['sub_code']]).toEqual([503, 'audit_unavailable']);
  expect(await read()).toEqual(before);
});
