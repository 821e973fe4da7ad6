import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { searchAlerts } from '@varco/contract/plant/alerts.ts';
import { correctPlate } from '@varco/contract/plant/corrections.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { TransitDetail, getTransit } from '@varco/contract/plant/transit-detail.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
let id: string;
let atGateTwo: string;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
  // Created before the clock is moved: tokens created afterwards would not be valid once it is moved back.
  for (const name of ['operatore', 'amministratore']) await plant.token(name);
});
afterAll(() => plant.close());
beforeEach(async () => {
  await plant.pool.query('delete from plate_correction');
  plant.audit.records.length = 0;
  plant.clock.now = NOW;
  const stored = await insertReads(plant.deps.store, [
    { gate: 1, plate: 'AB1?3CD', at: NOW },
    { gate: 2, plate: 'AB123CO', at: NOW },
    { gate: 1, plate: 'ZZ000ZZ', at: toIsoInstant(parseInstantMs(NOW) - 91 * 86_400_000) },
  ]);
  [id = '', atGateTwo = ''] = stored.map((read) => read.id);
});

const correct = (body: { targa: string; reason: string }, who = 'operatore', transit = id) =>
  plant.call(correctPlate, { params: { id: transit }, body }, who, REASON);
const good = { targa: 'AB123CD', reason: 'letto dal filmato' };
const detail = async (who = 'operatore') =>
  TransitDetail.parse((await plant.call(getTransit, { params: { id } }, who, REASON)).body);
const found = async (pattern: string) => {
  const { body } = await plant.call(searchTransits, { body: { f_targa: pattern } }, 'operatore', REASON);
  return TransitPage.parse(body).objects.map((transit) => [
    transit.targa,
    transit.targa_corretta,
    transit.match?.corrected,
  ]);
};

describe('a corrected plate', () => {
  it('is a second value with author, time and reason; the read stays and both are found', async () => {
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 1000);
    const correzione = { targa: 'AB123CD', autore: 'operatore', data: plant.clock.now, motivo: 'letto dal filmato' };
    expect(await correct(good)).toMatchObject({ status: 200, body: { correzione } });
    expect(await detail()).toMatchObject({ targa: 'AB1?3CD', targa_corretta: 'AB123CD', correzione });
    expect(await found('AB123CD')).toEqual([['AB1?3CD', 'AB123CD', true]]);
    expect(await found('AB1*3CD')).toEqual([['AB1?3CD', 'AB123CD', false]]);
    const { rows } = await plant.pool.query('select plate from transit where id = $1', [id]);
    expect(rows).toEqual([{ plate: 'AB1?3CD' }]);
  });

  it('can be corrected again by another, and taken back with the plate as read', async () => {
    const readable = (targa: string, who?: string) => correct({ targa, reason: 'prova' }, who, atGateTwo);
    await readable('AB123CD');
    await readable('AB123CQ', 'amministratore');
    expect(await found('AB123C*')).toEqual([['AB123CO', 'AB123CQ', false]]);
    expect((await readable('AB123CO')).body).toEqual({ correzione: null });
    expect(await found('AB123C*')).toEqual([['AB123CO', null, false]]);
    const changes = plant.audit.records
      .filter((record) => record.action === 'transits.correct-plate')
      .map(({ actor, detail: said }) => [actor.name, said?.['before'], said?.['after'], said?.['plate']]);
    expect(changes).toEqual([
      ['operatore', null, 'AB123CD', 'AB123CO'],
      ['amministratore', 'AB123CD', 'AB123CQ', 'AB123CO'],
      ['operatore', 'AB123CQ', null, 'AB123CO'],
    ]);
  });

  it('is hidden from whoever may not see plates', async () => {
    await correct(good);
    const hidden = await detail('oscurato');
    expect([hidden.targa, hidden.targa_corretta, hidden.correzione ?? null]).toEqual(['**', null, null]);
  });
});

describe('who and what is refused', () => {
  it.each([
    ['quattro', 'not_force'],
    ['comune', 'not_force'],
    ['oscurato', 'level'],
  ])('%s may not correct: %s, and the log says so', async (who, sub) => {
    expect(await correct(good, who)).toMatchObject({
      status: 403,
      body: { error: { code: 'no_perms', sub_code: sub } },
    });
    expect(plant.audit.records.at(-1)).toMatchObject({ action: 'transits.correct-plate', outcome: 'denied' });
  });

  it('level 5 to 8: a ninth level may look but not act', async () => {
    await plant.pool.query('update user_group set level = 9 where id = 2');
    expect(await correct(good, 'amministratore')).toMatchObject({
      status: 403,
      body: { error: { sub_code: 'level' } },
    });
    await plant.pool.query('update user_group set level = 8 where id = 2');
    expect((await correct(good, 'amministratore')).status).toBe(200);
  });

  it('a transit at a gate of others, beyond retention or unknown does not exist', async () => {
    expect((await correct(good, 'limitato', atGateTwo)).status).toBe(404);
    const { rows } = await plant.pool.query<{ id: string }>(`select id::text from transit where plate = 'ZZ000ZZ'`);
    expect((await correct(good, 'operatore', rows[0]?.id)).status).toBe(404);
    expect((await correct(good, 'operatore', '1')).status).toBe(404);
    expect((await plant.pool.query('select 1 from plate_correction')).rowCount).toBe(0);
  });

  it.each([
    { targa: 'ab123cd', reason: 'prova' },
    { targa: 'AB 123', reason: 'prova' },
    { targa: 'A', reason: 'prova' },
    { targa: 'A'.repeat(33), reason: 'prova' },
    { targa: "A';--", reason: 'prova' },
    { targa: 'AB123CD', reason: '  ' },
    { targa: 'AB123CD', reason: 'x'.repeat(501) },
    { targa: 'AB123CD', reason: 'abc\u0000' },
    { targa: 'AB123CD' },
    { targa: 'AB123CD', reason: 'prova', author: 'altri' },
  ])('refuses %j', async (body) => {
    const answer = await plant.callRaw(correctPlate, { params: { id }, body }, 'operatore');
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
    expect((await plant.pool.query('select 1 from plate_correction')).rowCount).toBe(0);
  });

  it('no entry in the log, no correction', async () => {
    const deaf = await startTestPlant();
    const [read] = await insertReads(deaf.deps.store, [{ gate: 1, plate: 'AB1?3CD', at: NOW }]);
    await deaf.token('operatore');
    deaf.audit.refuseWrites();
    const answer = await deaf.call(correctPlate, { params: { id: read?.id ?? '' }, body: good }, 'operatore', REASON);
    expect(answer).toMatchObject({ status: 503, body: { error: { sub_code: 'audit_unavailable' } } });
    expect((await deaf.pool.query('select 1 from plate_correction')).rowCount).toBe(0);
    await deaf.close();
  });
});

it('an alert of the transit shows the correction and is published again, and loses it when it is taken back', async () => {
  const read = { varco_id: 1, targa: 'LL001LL', data: toIsoInstant(parseInstantMs(NOW) - 1000) };
  await insertBlacklistRow(plant.pool, read.targa);
  await injectRaw(plant.app, ingestReads, { body: { reads: [read] } }, { headers: buildApiKeyHeader('all') });
  await plant.deps.alerts.publishPending();
  const readAlert = async () => {
    await plant.deps.alerts.publishPending();
    const answer = await plant.call(searchAlerts, { body: {} }, 'operatore', REASON);
    return searchAlerts.response.parse(answer.body).objects[0];
  };
  const before = await readAlert();
  expect(before).toMatchObject({ targa: 'LL001LL', targa_corretta: '', ver: 1 });
  await correct({ targa: 'LL007LL', reason: 'letto dal filmato' }, 'operatore', before?.transito);
  expect(await readAlert()).toMatchObject({ targa: 'LL001LL', targa_corretta: 'LL007LL', ver: 2 });
  const { rows } = await plant.pool.query('select seq is not null as is_published from alert');
  expect(rows).toEqual([{ is_published: true }]);
  await correct({ targa: 'LL001LL', reason: 'era giusta' }, 'operatore', before?.transito);
  expect(await readAlert()).toMatchObject({ targa_corretta: '', ver: 3 });
});
