import { getTransit } from '@varco/contract/plant/transit-detail.ts';
import { locateTransits } from '@varco/contract/plant/transit-gates.ts';
import { listTransitReads } from '@varco/contract/plant/transit-reads.ts';
import * as accomplices from '@varco/contract/plant/accomplices.ts';
import { getAlert, reportAlerts, searchAlerts } from '@varco/contract/plant/alerts.ts';
import { correctPlate } from '@varco/contract/plant/corrections.ts';
import { destinations } from '@varco/contract/plant/destinations.ts';
import type { Endpoint } from '@varco/contract/endpoint.ts';
import { estimateExport } from '@varco/contract/plant/exports.ts';
import { gateToGate } from '@varco/contract/plant/gate-to-gate.ts';
import { getTransitImage, pictureTickets } from '@varco/contract/plant/media.ts';
import { passageTokens } from '@varco/contract/plant/passages.ts';
import { relatedEvents } from '@varco/contract/plant/related-events.ts';
import { printTransits } from '@varco/contract/plant/reports.ts';
import { statistics } from '@varco/contract/plant/statistics.ts';
import { searchSuspects } from '@varco/contract/plant/suspects.ts';
import { transitHistogram } from '@varco/contract/plant/transit-histogram.ts';
import * as transits from '@varco/contract/plant/transits.ts';
import { closeGracefully } from '@varco/server-kit/http/close-gracefully.ts';
import { injectRaw, type InjectResponse } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStream } from '../testing/alert-stream.ts';
import { INGEST_KEYS } from '../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../testing/list-rows.ts';
import { createPhoto, sendReadsWithPictures } from '../testing/send-pictures.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../testing/test-plant.ts';

const MINUTE_MS = 60_000;
/** Instant so many minutes before the present of the test. */
const ago = (minutes: number): string => new Date(Date.parse(NOW) - minutes * MINUTE_MS).toISOString();
const OLD = 'VE001CC';

let plant: TestPlant;
let old: string;
beforeAll(async () => {
  plant = await startTestPlant(
    {
      ingestKeys: Object.values(INGEST_KEYS),
      license: {
        expiresOn: '2027-06-30',
        number: 'LIC-0001',
        options: { rca_rev: true, visure: true, adv_charts: { expiration_date: null, g2g: true, population: true } },
      },
    },
    { renewsTokens: true },
  );
  const reads = [
    { varco_id: 1, targa: OLD, data: ago(180), pictures: { full: 'scene' } },
    { varco_id: 1, targa: 'CO001MP', data: ago(179.8) },
    { varco_id: 2, targa: OLD, data: ago(170) },
    { varco_id: 2, targa: 'CO001MP', data: ago(169.8) },
  ];
  const scene = new Uint8Array(await createPhoto('#cc0000', 800, 450));
  const answer = await sendReadsWithPictures(plant, reads, { scene });
  old = (answer.body as { results: { id: string }[] }).results[0]?.id ?? '';
});
afterAll(async () => {
  await closeGracefully(plant.app, 300);
  await plant.close();
});

/** `breve` may see 60 minutes: a window of 35 minutes, three hours ago, fits a window and is beyond an age. */
const [from, to] = [ago(185), ago(150)];
const window = { f_startTime: from, f_endTime: to };
const days = { dal: from, al: to };
const field = (answer: InjectResponse, name: string): unknown => Reflect.get(Object(answer.body), name);
const says = (text: string) => (answer: InjectResponse) => JSON.stringify(answer.body).includes(text);
const counts = (name: string) => (answer: InjectResponse) => Number(field(answer, name)) > 0;
const isThere = (answer: InjectResponse): boolean => answer.status === 200;

interface ShowingCall {
  readonly endpoint: Endpoint;
  readonly input: () => unknown;
  /** True when the answer tells of the old transit. */
  readonly reveals: (answer: InjectResponse) => boolean;
}

/** Every call that shows transits or counts them. */
const SHOWING_CALLS: readonly ShowingCall[] = [
  { endpoint: transits.listTransits, input: () => ({ query: window }), reveals: says(OLD) },
  { endpoint: transits.searchTransits, input: () => ({ body: window }), reveals: says(OLD) },
  {
    endpoint: transits.searchTransits,
    input: () => ({ body: { ...window, f_targa: OLD, order_by: '-g_transits' } }),
    reveals: says(OLD),
  },
  { endpoint: transits.countTransits, input: () => ({ query: window }), reveals: counts('count') },
  { endpoint: transits.countTransitsByBody, input: () => ({ body: window }), reveals: counts('count') },
  {
    endpoint: transitHistogram,
    input: () => ({ body: window }),
    reveals: (answer) => /"transiti":[1-9]/.test(JSON.stringify(answer.body)),
  },
  { endpoint: getTransit, input: () => ({ params: { id: old } }), reveals: says(OLD) },
  { endpoint: listTransitReads, input: () => ({ params: { id: old } }), reveals: isThere },
  { endpoint: locateTransits, input: () => ({ body: { ids: [old] } }), reveals: says('varco_id') },
  {
    endpoint: pictureTickets,
    input: () => ({ body: { ids: [old], variants: ['full'] } }),
    reveals: says('m1.'),
  },
  { endpoint: getTransitImage, input: () => ({ params: { id: old } }), reveals: isThere },
  { endpoint: printTransits, input: () => ({ body: { ids: [old] } }), reveals: isThere },
  {
    endpoint: correctPlate,
    input: () => ({ params: { id: old }, body: { targa: 'VE001CD', reason: 'prova di lettura' } }),
    reveals: isThere,
  },
  {
    endpoint: estimateExport,
    input: () => ({ body: { filter: window, without_images: true, with_context_images: false, mono: false } }),
    reveals: counts('count'),
  },
  {
    endpoint: accomplices.searchAccomplices,
    input: () => ({ body: { targa: OLD, time_start: from, time_end: to, delta_minutes: 5, ...days } }),
    reveals: isThere,
  },
  {
    endpoint: accomplices.listAccomplices,
    input: () => ({ params: { id: old }, query: days }),
    reveals: isThere,
  },
  {
    endpoint: searchSuspects,
    input: () => ({ body: { start_time: from, end_time: to } }),
    reveals: counts('plates'),
  },
  {
    endpoint: statistics,
    input: () => ({ body: days }),
    reveals: (answer) => Number(Reflect.get(Object(field(answer, 'totale')), 'transiti')) > 0,
  },
  {
    endpoint: relatedEvents,
    input: () => ({ body: { eventi: [{ varchi: [1], ...days }] } }),
    reveals: says(OLD),
  },
  { endpoint: gateToGate, input: () => ({ body: { varchi: [1, 2], ...days } }), reveals: says(OLD) },
  {
    endpoint: passageTokens,
    input: () => ({ body: { ...days, sale: '0123456789abcdef0123456789abcdef' } }),
    reveals: (answer) => Array.isArray(field(answer, 'targhe')) && Object(field(answer, 'targhe')).length > 0,
  },
  { endpoint: destinations, input: () => ({ body: { varchi: [1], ...days } }), reveals: counts('passaggi') },
];

const call = async ({ endpoint, input }: ShowingCall): Promise<InjectResponse> =>
  injectRaw(plant.app, endpoint, input(), { token: await plant.token('breve'), headers: REASON });
const setLimit = (limit: string) => plant.pool.query('update plant_settings set time_limit = $1', [limit]);

it.each(SHOWING_CALLS.map((showing, index) => [`${showing.endpoint.id} ${index}`, showing] as const))(
  'TPERM-12 where t_max is a window, %s shows a transit of three hours ago; where it is an age, it does not',
  async (_name, showing) => {
    await setLimit('window');
    const shown = await call(showing);
    expect(showing.reveals(shown), `${shown.status} ${JSON.stringify(shown.body)}`).toBe(true);
    await setLimit('age');
    const hidden = await call(showing);
    expect(showing.reveals(hidden), `${hidden.status} ${JSON.stringify(hidden.body)}`).toBe(false);
    expect([200, 404]).toContain(hidden.status);
  },
);

describe('a role that sees one day back (ADR 0027), two days after the reads', () => {
  const setLookBack = (days: number | null) =>
    plant.pool.query('update user_group set look_back_days = $1 where id = 1', [days]);
  beforeAll(async () => {
    await setLimit('window');
    await plant.pool.query(`update plant_user set t_max = 0 where username = 'breve'`);
    plant.clock.now = new Date(Date.parse(NOW) + 2 * 1440 * MINUTE_MS).toISOString();
  });
  afterAll(async () => {
    await setLookBack(null);
    await plant.pool.query(`update plant_user set t_max = 60 where username = 'breve'`);
    plant.clock.now = NOW;
  });

  it.each(SHOWING_CALLS.map((showing, index) => [`${showing.endpoint.id} ${index}`, showing] as const))(
    '%s shows an older transit without the limit and hides it with it',
    async (_name, showing) => {
      await setLookBack(null);
      const shown = await call(showing);
      expect(showing.reveals(shown), `${shown.status} ${JSON.stringify(shown.body)}`).toBe(true);
      await setLookBack(1);
      const hidden = await call(showing);
      expect(showing.reveals(hidden), `${hidden.status} ${JSON.stringify(hidden.body)}`).toBe(false);
      expect([200, 404]).toContain(hidden.status);
    },
  );
});

it('TPERM-12 an age hides nothing from a user without t_max, and the last hour from nobody', async () => {
  await setLimit('age');
  const answer = await plant.call(transits.searchTransits, { body: window }, 'operatore', REASON);
  expect(says(OLD)(answer)).toBe(true);
  await plant.pool.query(`update plant_user set t_max = 200 where username = 'breve'`);
  const breve = await plant.call(transits.searchTransits, { body: window }, 'breve', REASON);
  expect(says(OLD)(breve)).toBe(true);
  await plant.pool.query(`update plant_user set t_max = 60 where username = 'breve'`);
});

it('PLAPI-25 TPERM-12 an alert of an old transit reaches a stream only where t_max is a window', async () => {
  const origin = await plant.app.listen({ host: '127.0.0.1', port: 0 });
  for (const plate of ['AL001TO', 'AL002TO', 'AL003TO']) await insertBlacklistRow(plant.pool, plate);
  const stream = await openTestStream(origin, await plant.token('breve'), { alerts: ['blacklist'] });
  expect((await stream.nextEvent())?.event).toBe('retry: 5000');
  const arrive = (targa: string, minutes: number) =>
    sendReadsWithPictures(plant, [{ varco_id: 1, targa, data: ago(minutes) }], {});
  await setLimit('window');
  await arrive('AL001TO', 180);
  expect((await stream.nextAlert())?.targa).toBe('AL001TO');
  await setLimit('age');
  await arrive('AL002TO', 180);
  await arrive('AL003TO', 1);
  expect((await stream.nextAlert())?.targa).toBe('AL003TO');
  stream.close();
});

it('TPERM-12 the alert of an old transit is listed, counted and opened only where t_max is a window', async () => {
  await insertBlacklistRow(plant.pool, 'AL004TO');
  await sendReadsWithPictures(plant, [{ varco_id: 1, targa: 'AL004TO', data: ago(180) }], {});
  const list = async (user: string, body: object) =>
    searchAlerts.response.parse(
      (await plant.call(searchAlerts, { body: { targa: 'AL004TO', ...body } }, user, REASON)).body,
    ).objects;
  const [alert] = await list('operatore', {});
  const params = { id: alert?.id ?? '' };
  const countAlerts = async () => {
    const { body } = await plant.call(reportAlerts, { body: { targa: 'AL004TO', ...days } }, 'breve', REASON);
    return (body as { varchi: unknown[] }).varchi.length;
  };
  await setLimit('window');
  expect(await list('breve', days)).toHaveLength(1);
  // A range of three hours is cut to its last 60 minutes.
  expect(await list('breve', {})).toHaveLength(0);
  expect(await countAlerts()).toBe(1);
  expect((await plant.call(getAlert, { params }, 'breve', REASON)).status).toBe(200);
  await setLimit('age');
  expect(await list('breve', days)).toHaveLength(0);
  expect(await countAlerts()).toBe(0);
  expect((await plant.call(getAlert, { params }, 'breve', REASON)).status).toBe(404);
});

it('a limit of another name is refused by the database', async () => {
  await expect(setLimit('never')).rejects.toThrow(/check constraint/);
});
