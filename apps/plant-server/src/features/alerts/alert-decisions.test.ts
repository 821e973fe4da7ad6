import * as api from '@varco/contract/plant/alerts.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
let alert: { readonly id: string };
let startedAt: string;
let nReads = 0;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
});
afterAll(() => plant.close());
beforeEach(async () => {
  // The clock never goes back, because tokens of a later time are refused.
  startedAt = plant.clock.now;
  for (const table of ['alert', 'blacklist_entry', 'rate_counter']) await plant.pool.query(`delete from ${table}`);
  await insertBlacklistRow(plant.pool, 'LL001LL');
  // The same read again would raise nothing.
  nReads += 1;
  const read = { varco_id: 1, targa: 'LL001LL', data: toIsoInstant(parseInstantMs(NOW) - nReads * 1000) };
  await injectRaw(plant.app, ingestReads, { body: { reads: [read] } }, { headers: buildApiKeyHeader('all') });
  await plant.deps.alerts.publishPending();
  const found = await plant.call(api.searchAlerts, { body: {} }, 'operatore', REASON);
  alert = { id: api.searchAlerts.response.parse(found.body).objects[0]?.id ?? '' };
});

const verify = (body?: object, who = 'operatore') => plant.callRaw(api.verifyAlert, { params: alert, body }, who);
const send = (body: object, who = 'operatore') => plant.callRaw(api.sendPatrol, { params: alert, body }, who);
const end = (body: object, who = 'operatore') => plant.callRaw(api.endAlert, { params: alert, body }, who);
const passSeconds = (seconds: number): void => {
  plant.clock.now = toIsoInstant(parseInstantMs(plant.clock.now) + seconds * 1000);
};
const conflict = (sub: string) => ({ status: 409, body: { error: { code: 'conflict', sub_code: sub } } });
async function countDecisions(): Promise<number> {
  const { rows } = await plant.pool.query<{ n: number }>('select count(*)::int as n from alert_decision');
  return rows[0]?.n ?? -1;
}

it('a repeated decision is answered with what was stored the first time, and changes nothing', async () => {
  const mark = { decisione: randomUUID() };
  const first = await verify(mark);
  expect(first).toMatchObject({ status: 200, body: { verificato_da: 'operatore', verificato_il: startedAt, ver: 2 } });
  passSeconds(90);
  expect((await verify(mark)).body).toEqual(first.body);
  const patrol = { decisione: randomUUID(), pattuglia: ' Volante 3 ' };
  const sent = await send(patrol);
  passSeconds(90);
  expect((await send(patrol)).body).toEqual(sent.body);
  const outcome = { decisione: randomUUID(), esito: 'confirmed', nota: ' fermato ' };
  const ended = await end(outcome);
  expect(ended).toMatchObject({ status: 200, body: { esito: 'confirmed', esito_nota: 'fermato', ver: 4 } });
  passSeconds(90);
  expect((await end(outcome)).body).toEqual(ended.body);
  expect(plant.audit.records.at(-1)).toMatchObject({
    action: 'alerts.end',
    detail: { outcome: 'confirmed', decision: outcome.decisione, repeated: true },
  });
  expect(await countDecisions()).toBe(3);
});

it('a repetition is answered with its own decision also after a later one replaced it', async () => {
  const outcome = { decisione: randomUUID(), esito: 'misread', nota: 'era LL007LL' };
  const first = await end(outcome);
  passSeconds(60);
  const seen = (first.body as { esito_il: string }).esito_il;
  const later = await end({ decisione: randomUUID(), visto: seen, esito: 'no_action' }, 'breve');
  expect(later).toMatchObject({ status: 200, body: { esito: 'no_action', esito_da: 'breve', ver: 3 } });
  expect(await end(outcome)).toMatchObject({
    status: 200,
    body: { esito: 'misread', esito_nota: 'era LL007LL', esito_da: 'operatore', ver: 2 },
  });
  const { rows } = await plant.pool.query('select outcome, version from alert');
  expect(rows).toEqual([{ outcome: 'no_action', version: 3 }]);
});

it('twenty repetitions at once decide once and get the same answer', async () => {
  const outcome = { decisione: randomUUID(), esito: 'misread', nota: '' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => end(outcome)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const { rows } = await plant.pool.query('select outcome, version from alert');
  expect(rows).toEqual([{ outcome: 'misread', version: 2 }]);
  expect(await countDecisions()).toBe(1);
});

it('two people who decide at once: one decides, the other is answered so', async () => {
  const answers = await Promise.all([
    end({ decisione: randomUUID(), esito: 'misread' }),
    end({ decisione: randomUUID(), esito: 'no_action' }, 'breve'),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)).toMatchObject(conflict('decided_meanwhile'));
  expect(await countDecisions()).toBe(1);
});

it('the id of a decision is good for no other content, alert or person', async () => {
  const mark = { decisione: randomUUID() };
  await end({ ...mark, esito: 'misread' });
  const refused = conflict('decision_id_used');
  expect(await end({ ...mark, esito: 'no_action' })).toMatchObject(refused);
  expect(await end({ ...mark, esito: 'misread', nota: 'altro' })).toMatchObject(refused);
  expect(await verify(mark)).toMatchObject(refused);
  expect(await end({ ...mark, esito: 'misread' }, 'breve')).toMatchObject(refused);
  expect((await end({ ...mark, esito: 'misread' }, 'senzavarchi')).status).toBe(404);
  const { rows } = await plant.pool.query('select outcome, outcome_by, version from alert');
  expect(rows).toEqual([{ outcome: 'misread', outcome_by: 'operatore', version: 2 }]);
});

it('an alert closed or decided meanwhile stays as it is, and the answer says so', async () => {
  await verify();
  await send({ pattuglia: 'Volante 1' }, 'breve');
  passSeconds(5);
  const meanwhile = conflict('decided_meanwhile');
  expect(await verify({ decisione: randomUUID() })).toMatchObject(meanwhile);
  expect(await send({ decisione: randomUUID(), visto: null, pattuglia: 'Volante 3' })).toMatchObject(meanwhile);
  // Who saw that patrol may send another.
  expect(await send({ decisione: randomUUID(), visto: startedAt, pattuglia: 'Volante 2' })).toMatchObject({
    status: 200,
  });
  await end({ esito: 'outdated' }, 'breve');
  expect(await send({ decisione: randomUUID(), visto: plant.clock.now, pattuglia: 'Volante 3' })).toMatchObject(
    meanwhile,
  );
  expect(await end({ decisione: randomUUID(), esito: 'confirmed' })).toMatchObject(meanwhile);
  const { rows } = await plant.pool.query('select sent_to, outcome, outcome_by from alert');
  expect(rows).toEqual([{ sent_to: 'Volante 2', outcome: 'outdated', outcome_by: 'breve' }]);
  expect(await countDecisions()).toBe(1);
});

it('a refused decision is not stored: the same id decides once what was missing is there', async () => {
  const outcome = { decisione: randomUUID(), esito: 'confirmed' };
  expect(await end(outcome)).toMatchObject(conflict('not_verified'));
  expect(await countDecisions()).toBe(0);
  await verify({});
  expect(await end(outcome)).toMatchObject({ status: 200, body: { esito: 'confirmed' } });
});

it('without an id a later outcome replaces the earlier one, as before', async () => {
  expect((await end({ esito: 'misread' })).status).toBe(200);
  expect(await end({ esito: 'no_action' }, 'breve')).toMatchObject({
    status: 200,
    body: { esito: 'no_action', ver: 3 },
  });
  expect(await countDecisions()).toBe(0);
});

it.each(['', 'x', '1', `${randomUUID()}0`, 'f'.repeat(40_000), 7, null, ['a'], '\u0000'])(
  'an invalid id is refused: %#',
  async (decisione) => {
    expect((await verify({ decisione })).status).toBe(400);
    expect((await end({ decisione, esito: 'misread' })).status).toBe(400);
    expect(await countDecisions()).toBe(0);
  },
);

it('a decision ends with its alert', async () => {
  await end({ decisione: randomUUID(), esito: 'misread', nota: 'era LL007LL' });
  expect(await countDecisions()).toBe(1);
  await plant.pool.query('delete from alert');
  expect(await countDecisions()).toBe(0);
});
