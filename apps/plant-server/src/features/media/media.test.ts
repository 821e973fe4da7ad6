import { getPicture, getTransitImage, pictureTickets } from '@varco/contract/plant/media.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { createPhoto, sendReadsWithPictures } from '../../testing/send-pictures.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
/**
 * Transits: at gate 1 with three pictures, at gate 2 with a context picture, at gate 1 without pictures, and 40 days
 * old with all three.
 */
let ids: { all: string; gate2: string; bare: string; old: string };
const bytesOf = async (colour: string) => new Uint8Array(await createPhoto(colour, 800, 450));

beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
  const at = (days: number) => new Date(Date.parse(NOW) - days * 86_400_000 - 60_000).toISOString();
  const three = { full: 'scene', plate: 'plate', context: 'context' };
  const answer = await sendReadsWithPictures(
    plant,
    [
      { varco_id: 1, targa: 'ME001DI', data: at(0), pictures: three },
      { varco_id: 2, targa: 'ME002DI', data: at(0), pictures: { full: 'scene' } },
      { varco_id: 1, targa: 'ME003DI', data: at(0) },
      { varco_id: 1, targa: 'ME004DI', data: at(40), pictures: three },
    ],
    { scene: await bytesOf('#cc0000'), plate: await bytesOf('#00cc00'), context: await bytesOf('#0000cc') },
  );
  const results = (answer.body as { results: { id: string }[] }).results.map((one) => one.id);
  const [all = '', gate2 = '', bare = '', old = ''] = results;
  ids = { all, gate2, bare, old };
});
afterAll(() => plant.close());

const VARIANTS = ['t100', 't400', 'full', 'plate', 'context'] as const;
async function ticketsFor(username: string, requested: readonly string[], variants: readonly string[] = VARIANTS) {
  const answer = await injectRaw(
    plant.app,
    pictureTickets,
    { body: { ids: requested, variants } },
    { token: await plant.token(username), headers: REASON },
  );
  expect(answer.status).toBe(200);
  return (answer.body as { tickets: { id: string; tickets: Record<string, string> }[] }).tickets;
}
const fetchPicture = (ticket: string | undefined, headers: Record<string, string> = {}) =>
  injectRaw(plant.app, getPicture, { params: { ticket } }, { headers });
const REFUSED = { status: 403, body: { error: { code: 'no_perms' } } };

test('tickets of transits give their pictures, drawn anew, once each, to the browser of the portal', async () => {
  await plant.token('operatore');
  const before = plant.audit.records.length;
  const [input] = await ticketsFor('operatore', [ids.all]);
  expect(Object.keys(input?.tickets ?? {})).toEqual([...VARIANTS]);
  const browser = { origin: 'https://portal.example', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' };
  const sizes: Record<string, unknown> = {};
  for (const variant of VARIANTS) {
    const answer = await fetchPicture(input?.tickets[variant], browser);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; sandbox",
      'access-control-allow-origin': 'https://portal.example',
    });
    const { width } = await sharp(answer.bytes).metadata();
    const { dominant } = await sharp(answer.bytes).stats();
    const colour = dominant.r > dominant.g ? 'scene' : dominant.g > dominant.b ? 'plate' : 'context';
    sizes[variant] = [width, dominant.b > dominant.r ? 'context' : colour];
    expect(await fetchPicture(input?.tickets[variant], browser)).toMatchObject(REFUSED);
  }
  expect(sizes).toEqual({
    t100: [100, 'scene'],
    t400: [400, 'scene'],
    full: [800, 'scene'],
    plate: [800, 'plate'],
    context: [800, 'context'],
  });
  const entries = plant.audit.records
    .slice(before)
    .map(({ action, outcome, count, actor }) => [action, outcome, count, actor.name]);
  expect(entries).toEqual([
    ['transits.picture-tickets', 'ok', 5, 'operatore'],
    ...VARIANTS.map(() => ['transits.picture', 'ok', 1, 'operatore']),
  ]);
});

test('twenty tabs with one ticket: one picture', async () => {
  const [input] = await ticketsFor('operatore', [ids.all], ['t100']);
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetchPicture(input?.tickets['t100'])));
  expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
  expect(answers.filter((one) => one.status === 403)).toHaveLength(19);
});

test('no ticket for what is not there: no pictures, another gate, an unknown transit, past its term', async () => {
  const gone = String(BigInt(ids.all) + 1n);
  const input = await ticketsFor('limitato', [ids.all, ids.gate2, ids.bare, gone, ids.old]);
  expect(input.map((one) => [one.id, Object.keys(one.tickets)])).toEqual([
    [ids.all, [...VARIANTS]],
    [ids.gate2, []],
    [ids.bare, []],
    [gone, []],
    // Context pictures have a retention of 30 days here.
    [ids.old, ['t100', 't400', 'full', 'plate']],
  ]);
});

test('who may not see plates gets the blurred scene and nothing else', async () => {
  const [input] = await ticketsFor('oscurato', [ids.all]);
  expect(Object.keys(input?.tickets ?? {})).toEqual(['t100', 't400', 'full']);
  const hash =
    (await plant.pool.query<{ h: string }>(`select full_hash as h from transit_picture where plate = 'ME001DI'`))
      .rows[0]?.h ?? '';
  const blurred = await plant.deps.pictures.read(hash, 'blurred');
  expect((await fetchPicture(input?.tickets['full'])).bytes).toEqual(blurred);
});

test('rights are those of the moment the picture is fetched', async () => {
  const [input] = await ticketsFor('operatore', [ids.all], ['full', 'plate', 't400']);
  const set = (text: string) => plant.pool.query(`update plant_user set ${text} where username = 'operatore'`);
  await set('sees_plates = false');
  expect(await fetchPicture(input?.tickets['plate'])).toMatchObject(REFUSED);
  await set('sees_plates = true, gates = array[2]::smallint[]');
  expect(await fetchPicture(input?.tickets['full'])).toMatchObject(REFUSED);
  await set('gates = null, active = 0');
  expect(await fetchPicture(input?.tickets['t400'])).toMatchObject(REFUSED);
  await set('active = 1');
});

test('forged, changed, expired and foreign tickets are refused alike', async () => {
  const [input] = await ticketsFor('operatore', [ids.all], ['full']);
  const ticket = input?.tickets['full'] ?? '';
  const [prefix, payload = '', signature] = ticket.split('.');
  const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, r: ids.gate2 })).toString('base64url');
  const answers = [
    await fetchPicture(`${prefix}.${forged}.${signature}`),
    await fetchPicture('x'),
    await fetchPicture('m1.e30.AAAAAAAAAAAAAAAAAAAAAA'),
    await fetchPicture((await plant.token('operatore')).slice(0, 400)),
    await fetchPicture(ticket, { origin: 'https://evil.example' }),
  ];
  expect(answers.map((one) => one.status)).toEqual([403, 403, 403, 403, 403]);
  expect(
    answers.slice(0, 4).map((one) => (one.body as { error: { code: string; sub_code?: string } }).error.sub_code),
  ).toEqual(Array.from({ length: 4 }, () => undefined));
  plant.clock.now = new Date(Date.parse(NOW) + 121_000).toISOString();
  expect(await fetchPicture(ticket)).toMatchObject(REFUSED);
  plant.clock.now = NOW;
  expect(await fetchPicture(ticket)).toMatchObject({ status: 200 });
});

test('a picture with a bearer token: reason, rights and term hold, and it is recorded', async () => {
  const image = (id: string, username?: string, query = {}, headers: Record<string, string> = REASON) =>
    plant
      .token(username ?? 'operatore')
      .then((token) =>
        injectRaw(
          plant.app,
          getTransitImage,
          { params: { id }, query },
          { ...(username === undefined ? {} : { token }), headers },
        ),
      );
  const before = plant.audit.records.length;
  expect(await image(ids.all, 'operatore')).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });
  expect(plant.audit.records.slice(before)).toMatchObject([
    { action: 'transits.picture', outcome: 'ok', detail: { variant: 'full' } },
  ]);
  expect(await image(ids.all)).toMatchObject({ status: 401 });
  expect(await image(ids.gate2, 'limitato')).toMatchObject({ status: 404 });
  expect(await image(ids.bare, 'operatore')).toMatchObject({ status: 404 });
  expect(await image(ids.old, 'operatore', { variant: 'context' })).toMatchObject({ status: 404 });
  expect(await image(ids.all, 'oscurato', { variant: 'plate' })).toMatchObject({ status: 404 });
  expect(await image(ids.all, 'comune')).toMatchObject({ status: 403 });
  expect(await image('9'.repeat(19), 'operatore')).toMatchObject({ status: 404 });
  expect(await image(ids.all, 'operatore', { variant: '../full' })).toMatchObject({ status: 400 });
});

test('no reason, no tickets, where the plant asks for one', async () => {
  await plant.pool.query('update plant_settings set requires_reason = true');
  const token = await plant.token('operatore');
  for (const answer of [
    await injectRaw(plant.app, pictureTickets, { body: { ids: [ids.all], variants: ['full'] } }, { token }),
    await injectRaw(plant.app, getTransitImage, { params: { id: ids.all } }, { token }),
  ])
    expect(answer).toMatchObject({ status: 428, body: { error: { code: 'reason_required' } } });
  await plant.pool.query('update plant_settings set requires_reason = false');
});

test('no entry in the log, no picture', async () => {
  const [input] = await ticketsFor('operatore', [ids.all], ['full']);
  plant.audit.refuseWrites();
  const answer = await fetchPicture(input?.tickets['full']);
  expect(answer).toMatchObject({
    status: 503,
    body: { error: { code: 'unavailable', sub_code: 'audit_unavailable' } },
  });
});
