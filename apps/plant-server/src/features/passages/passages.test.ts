import { passageTokens, revealPassages } from '@varco/contract/plant/passages.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPlate } from './plate-token.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { limitToNewestReads } from '../analysis/reads-by-hour.repository.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const ago = (minutes: number): string => toIsoInstant(parseInstantMs(NOW) - minutes * 60_000);
const sale = '0123456789abcdef0123456789abcdef';
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({
    license: {
      expiresOn: '2027-06-30',
      number: 'LIC-0001',
      options: { adv_charts: { expiration_date: null, g2g: true, population: false } },
    },
  });
  await insertReads(plant.deps.store, [
    { gate: 1, plate: 'AB001CD', at: ago(100) },
    { gate: 2, plate: 'AB001CD', at: ago(90) },
    { gate: 3, plate: 'AB002CD', at: ago(80) },
    { gate: 2, plate: 'AB?03CD', at: ago(70) },
  ]);
});
afterAll(() => plant.close());

const window = { sale, dal: ago(600), al: NOW };
const tokensOf = (body: object, user?: string) => plant.callRaw(passageTokens, { body: { ...window, ...body } }, user);
const reveal = (body: object, user?: string) => plant.callRaw(revealPassages, { body: { ...window, ...body } }, user);
const TOKEN = hashPlate(sale, 'AB001CD');

it('passages travel with tokens; only what an analysis found is told by name, and is in the log', async () => {
  const { status, body } = await tokensOf({}, 'operatore');
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain('AB00');
  const sent = body as { targhe: [string, number[]][] };
  expect(new Map(sent.targhe)).toEqual(
    new Map([
      [TOKEN, [1, 30_000, 2, 30_600]],
      [hashPlate(sale, 'AB002CD'), [3, 31_200]],
    ]),
  );
  expect(body).toMatchObject({ dal: window.dal, al: NOW, troncato: false, limitazioni: [] });
  expect(JSON.stringify(plant.audit.records.at(-1)?.detail)).not.toContain('AB00');
  expect((await tokensOf({ almeno: 2 }, 'operatore')).body).toMatchObject({ targhe: [[TOKEN, expect.anything()]] });

  const revealed = await reveal({ token: [TOKEN, 'ffffffffffffffff'] }, 'operatore');
  expect(revealed.body).toMatchObject({
    objects: [
      {
        token: TOKEN,
        targa: 'AB001CD',
        passaggi: [
          { varco_id: 1, varco: 'Porta Fiume', data: ago(100) },
          { varco_id: 2, data: ago(90) },
        ],
      },
    ],
  });
  expect(plant.audit.records.at(-1)).toMatchObject({
    action: 'analysis.reveal',
    count: 2,
    detail: { plates: ['AB001CD'] },
  });
});

it('LIC-07 gates named one by one are gate to gate: with the licence, and only those one may see', async () => {
  expect((await tokensOf({ varchi: [2, 3] }, 'operatore')).body).toMatchObject({
    targhe: expect.arrayContaining([[TOKEN, [2, 30_600]]]) as unknown[],
  });
  expect((await tokensOf({ varchi: [2] }, 'limitato')).body).toMatchObject({ error: { sub_code: 'gate_not_allowed' } });
  await plant.pool.query('update plant_settings set license_options = null');
  for (const answer of [
    await tokensOf({ varchi: [2] }, 'operatore'),
    await reveal({ varchi: [2], token: [TOKEN] }, 'operatore'),
  ])
    expect(answer.body).toMatchObject({ error: { sub_code: 'g2g_license_missing' } });
  expect((await tokensOf({}, 'operatore')).status).toBe(200);
});

it('another salt makes other tokens: two analyses cannot be held together', async () => {
  const { body } = await tokensOf({ sale: 'f'.repeat(32) }, 'operatore');
  expect(JSON.stringify(body)).not.toContain(TOKEN);
});

it('T 6: gates, range and redaction hold for tokens and names alike', async () => {
  expect((await tokensOf({}, 'limitato')).body).toMatchObject({
    limitazioni: ['gates'],
    targhe: expect.arrayContaining([[TOKEN, [1, 30_000]]]) as unknown[],
  });
  expect((await reveal({ token: [TOKEN] }, 'limitato')).body).toMatchObject({
    objects: [{ passaggi: [{ varco_id: 1 }] }],
  });
  expect((await tokensOf({}, 'breve')).body).toMatchObject({ limitazioni: ['t_max'], targhe: [] });
  expect((await reveal({ token: [TOKEN] }, 'breve')).body).toEqual({ objects: [] });
  expect((await tokensOf({}, 'senzavarchi')).body).toMatchObject({ targhe: [] });
  for (const user of ['comune', 'oscurato', 'quattro']) {
    expect((await tokensOf({}, user)).status).toBe(403);
    expect((await reveal({ token: [TOKEN] }, user)).status).toBe(403);
  }
  expect([(await tokensOf({})).status, (await reveal({ token: [TOKEN] })).status]).toEqual([401, 401]);
});

it('a plant that wants a reason gets one for both', async () => {
  await plant.pool.query('update plant_settings set requires_reason = true');
  try {
    expect((await tokensOf({}, 'operatore')).status).toBe(428);
    expect((await reveal({ token: [TOKEN] }, 'operatore')).status).toBe(428);
    expect((await plant.call(passageTokens, { body: window }, 'operatore', REASON)).status).toBe(200);
  } finally {
    await plant.pool.query('update plant_settings set requires_reason = false');
  }
});

it('too much is cut at a whole hour, the newest stays, and it is said from when on everything is in', async () => {
  const visible = { gates: null, fromMs: parseInstantMs(ago(600)), toMs: parseInstantMs(NOW) };
  const { runner } = plant.deps.store;
  expect(await limitToNewestReads(runner, visible, 100)).toEqual({ fromMs: visible.fromMs, isCut: false });
  // 12:51 and 13:01, 13:11, 13:21 UTC.
  expect(await limitToNewestReads(runner, visible, 3)).toEqual({
    fromMs: parseInstantMs('2026-11-20T13:00:00.000Z'),
    isCut: true,
  });
  expect(await limitToNewestReads(runner, visible, 1)).toEqual({
    fromMs: parseInstantMs('2026-11-20T13:00:00.000Z'),
    isCut: true,
  });
  expect(await limitToNewestReads(runner, { ...visible, gates: [1] }, 1)).toEqual({
    fromMs: visible.fromMs,
    isCut: false,
  });
});

it.each([
  ['no salt', { sale: undefined }],
  ['a salt that is none', { sale: 'x' }],
  ['an end before the start', { dal: NOW, al: ago(1) }],
  ['more than a month', { dal: ago(33 * 1_440) }],
  ['a plate', { f_targa: 'AB001CD' }],
])('%s is refused', async (_, body) => {
  expect((await tokensOf(body, 'operatore')).status).toBe(400);
  expect((await reveal({ token: [TOKEN], ...body }, 'operatore')).status).toBe(400);
});

it('no tokens, too many, or plates instead are refused', async () => {
  for (const token of [[], ['AB001CD'], Array.from({ length: 201 }, () => TOKEN)])
    expect((await reveal({ token }, 'operatore')).status).toBe(400);
});
