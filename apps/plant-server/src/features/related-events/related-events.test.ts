import { getRelatedEvents, relatedEvents } from '@varco/contract/plant/related-events.ts';
import { computeEventRarity } from '@varco/domain/analysis/related-events.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventPlatesStatement } from './event-plates.repository.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { explainWithoutScans, isOnCluster } from '../../testing/explain.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const ago = (minutes: number): string => toIsoInstant(parseInstantMs(NOW) - minutes * 60_000);
/** An event of one hour at gates, by hours ago. */
const event = (varchi: readonly number[], hours: number) => ({
  varchi: [...varchi],
  dal: ago(hours * 60),
  al: ago((hours - 1) * 60),
});
const THREE = [event([1], 50), event([2, 3], 30), event([3], 10)];
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
  const busy = Array.from({ length: 40 }, (_, i) => ({ gate: 1 + (i % 3), plate: 'AB777CD', at: ago(3_600 + i * 7) }));
  await insertReads(plant.deps.store, [
    // At all three events, twice at the second; nowhere else.
    { gate: 1, plate: 'AB001CD', at: ago(49.5 * 60) },
    { gate: 2, plate: 'AB001CD', at: ago(29.9 * 60) },
    { gate: 3, plate: 'AB001CD', at: ago(29.4 * 60) },
    { gate: 3, plate: 'AB001CD', at: ago(9.5 * 60) },
    // At two of them, but also everywhere else all the time.
    { gate: 1, plate: 'AB777CD', at: ago(49.2 * 60) },
    { gate: 3, plate: 'AB777CD', at: ago(9.2 * 60) },
    ...busy,
    // At two events, and rarely elsewhere.
    { gate: 2, plate: 'AB002CD', at: ago(29.5 * 60) },
    { gate: 3, plate: 'AB002CD', at: ago(9.1 * 60) },
    // At one event; at the right time but at another gate; not readable.
    { gate: 1, plate: 'AB003CD', at: ago(49.1 * 60) },
    { gate: 2, plate: 'AB003CD', at: ago(9.1 * 60) },
    { gate: 1, plate: 'AB?04CD', at: ago(49.1 * 60) },
    { gate: 3, plate: 'AB?04CD', at: ago(9.1 * 60) },
  ]);
});
afterAll(() => plant.close());

const ask = (body: object, user?: string) => plant.callRaw(relatedEvents, { body }, user);
const fetchResult = async (body: object, user = 'operatore') => {
  const answer = await ask(body, user);
  expect(answer.status).toBe(200);
  return answer.body;
};

it('REL-01 RTE-15 plates at K of N events, the rare ones first, with every passage and a rarity to be worked out again', async () => {
  const answer = await fetchResult({ eventi: THREE, almeno: 2 });
  const reads = [3, 3, 3];
  // Reads that are not readable count too, because they are traffic.
  const allReads = 52;
  const rarity = (events: readonly number[], plateReads: number): number =>
    events.reduce(
      (sum, at) => sum + computeEventRarity({ reads: reads[at] ?? 0, allReads }, plateReads, events.length),
      0,
    );
  expect(answer).toMatchObject({
    eventi: reads.map((letti, at) => ({ letti, dal: THREE[at]?.dal, al: THREE[at]?.al, troncato: false })),
    letti_totale: allReads,
    troncato: false,
    limitazioni: [],
    objects: [
      {
        targa: 'AB001CD',
        eventi: [{ evento: 0 }, { evento: 1 }, { evento: 2 }],
        letture: 4,
        passaggi_totale: 4,
        passaggi: [
          { evento: 0, varco_id: 1, varco: 'Porta Fiume', data: ago(49.5 * 60) },
          { evento: 1, varco_id: 2, data: ago(29.9 * 60) },
          { evento: 1, varco_id: 3, data: ago(29.4 * 60) },
          { evento: 2, varco_id: 3, data: ago(9.5 * 60) },
        ],
      },
      { targa: 'AB002CD', eventi: [{ evento: 1 }, { evento: 2 }], letture: 2 },
      { targa: 'AB777CD', eventi: [{ evento: 0 }, { evento: 2 }], letture: 42 },
    ],
  });
  const rows = (answer as { objects: { rarita: number }[] }).objects.map(({ rarita }) => rarita);
  const expected = [rarity([0, 1, 2], 4), rarity([1, 2], 2), rarity([0, 2], 42)];
  expect(rows).toEqual(expected.map((one) => expect.closeTo(one, 9) as number));
});

it('all of them unless told, one of them when another plant has the rest; a zone is its gates', async () => {
  expect(await fetchResult({ eventi: THREE })).toMatchObject({ objects: [{ targa: 'AB001CD' }] });
  const one = (await fetchResult({ eventi: [event([1], 50)], almeno: 1 })) as { objects: { targa: string }[] };
  expect(one.objects.map(({ targa }) => targa).toSorted()).toEqual(['AB001CD', 'AB003CD', 'AB777CD']);
  await plant.pool.query(
    `insert into zone (name, corners, gates, colour, updated_at, updated_by)
     values ('Ponti', '[]', '{2,3}', 1, now(), '00000000-0000-4000-8000-000000000001')`,
  );
  const { varchi: _, ...times } = event([2], 30);
  expect(await fetchResult({ eventi: [{ ...times, zona: 1 }, event([3], 10)] })).toMatchObject({
    eventi: [{ letti: 3 }, { letti: 3 }],
    objects: [{ targa: 'AB002CD' }, { targa: 'AB001CD' }],
  });
  expect((await ask({ eventi: [{ ...times, zona: 77 }] }, 'operatore')).status).toBe(404);
});

it('PTAPI-12 the GET twin says the same with the events as text', async () => {
  const text = THREE.map(({ varchi, dal, al }) => `${varchi.join(',')}/${dal}/${al}`).join(';');
  const got = await plant.callRaw(getRelatedEvents, { query: { eventi: text, almeno: '2' } }, 'operatore');
  const posted = (await fetchResult({ eventi: THREE, almeno: 2 })) as object;
  expect(got).toMatchObject({ status: 200, body: { ...posted, took_ms: expect.any(Number) as number } });
  for (const eventi of ['', '1', '1/a/b;2/c/d', text.split(';')[0], 'x'.repeat(9000)])
    expect((await plant.callRaw(getRelatedEvents, { query: { eventi } }, 'operatore')).status).toBe(400);
});

it('the log holds events and plates; a plant that wants a reason gets one', async () => {
  await fetchResult({ eventi: THREE, almeno: 2 });
  expect(plant.audit.records.at(-1)).toMatchObject({
    action: 'analysis.related-events',
    count: 3,
    detail: { at_least: 2, plates: ['AB001CD', 'AB002CD', 'AB777CD'], events: [{ gates: [1] }, { gates: [2, 3] }, {}] },
  });
  await plant.pool.query('update plant_settings set requires_reason = true');
  try {
    expect((await ask({ eventi: THREE }, 'operatore')).status).toBe(428);
    expect((await plant.call(relatedEvents, { body: { eventi: THREE } }, 'operatore', REASON)).status).toBe(200);
  } finally {
    await plant.pool.query('update plant_settings set requires_reason = false');
  }
});

it('T 6: a limited person has neither events nor rarity from gates they may not see', async () => {
  expect((await ask({ eventi: THREE }, 'limitato')).body).toMatchObject({ error: { sub_code: 'gate_not_allowed' } });
  const answer = await fetchResult({ eventi: [event([1], 50), event([3], 10)], almeno: 2 }, 'limitato');
  // At gates 1 and 3 within retention; the busy plate passed gate 2 thirteen times.
  expect(answer).toMatchObject({
    limitazioni: ['gates'],
    letti_totale: 36,
    objects: [
      { targa: 'AB001CD', letture: 3 },
      { targa: 'AB777CD', letture: 29 },
    ],
  });
  // Readings TA53: for these users no longer range, neither in an event nor for the rarity.
  const long = { varchi: [3], dal: ago(10 * 60), al: ago(8 * 60) };
  expect(await fetchResult({ eventi: [event([1], 50), long] }, 'breve')).toMatchObject({
    limitazioni: ['t_max'],
    eventi: [{ letti: 3 }, { letti: 0, dal: ago(9 * 60) }],
    letti_totale: 0,
    objects: [],
  });
  expect(await fetchResult({ eventi: [event([1], 50)], almeno: 1 }, 'breve')).toMatchObject({ limitazioni: ['t_max'] });
  for (const user of ['comune', 'oscurato', 'quattro', 'senzavarchi'])
    expect((await ask({ eventi: THREE }, user)).status).toBe(403);
  expect((await ask({ eventi: THREE })).status).toBe(401);
});

it.each([
  ['no event', { eventi: [] }],
  ['nine events', { eventi: Array.from({ length: 9 }, () => event([1], 5)) }],
  ['more than there are', { eventi: THREE, almeno: 4 }],
  ['less than one', { eventi: THREE, almeno: 0 }],
  ['gates and a zone', { eventi: [{ ...event([1], 5), zona: 1 }] }],
  ['neither gates nor a zone', { eventi: [{ dal: ago(9), al: NOW }] }],
  ['no gate', { eventi: [event([], 5)] }],
  [
    '201 gates',
    {
      eventi: [
        event(
          Array.from({ length: 1001 }, (_, i) => i + 1),
          5,
        ),
      ],
    },
  ],
  ['an end before the start', { eventi: [{ varchi: [1], dal: NOW, al: ago(1) }] }],
  ['four days', { eventi: [{ varchi: [1], dal: ago(4 * 1_440), al: NOW }] }],
  ['hostile text', { eventi: [{ varchi: ["1'; drop table transit --"], dal: ago(9), al: NOW }] }],
  ['a plate', { eventi: THREE, f_targa: 'AB001CD' }],
])('%s is refused', async (_, body) => {
  expect((await ask(body, 'operatore')).status).toBe(400);
});

it.skipIf(isOnCluster)('the statement asks the keys alone', async () => {
  const over = { gates: null, fromMs: parseInstantMs(ago(90_000)), toMs: parseInstantMs(NOW) };
  const events = [50, 10].map((hours) => ({
    gates: [1, 2],
    fromMs: parseInstantMs(ago(hours * 60)),
    toMs: parseInstantMs(ago(hours * 60 - 60)),
  }));
  for (const isUnlimited of [true, false]) {
    const plan = await explainWithoutScans(plant.pool, eventPlatesStatement(events, 2, over, isUnlimited));
    expect(plan).toMatch(/Index Only Scan using transit_\d{4}_\d\d_gate_ts_id/);
    expect(plan).not.toContain('Seq Scan');
  }
});
