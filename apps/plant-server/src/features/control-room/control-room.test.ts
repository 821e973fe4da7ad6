import { ControlRoomCounts, watchControlRoom } from '@varco/contract/plant/control-room.ts';
import { statistics, StatisticsResponse } from '@varco/contract/plant/statistics.ts';
import { countTransitsByBody } from '@varco/contract/plant/transits.ts';
import { addDays, toIsoInstant, parseInstantMs, romeDayStart } from '@varco/domain/time/rome.ts';
import { closeGracefully } from '@varco/server-kit/http/close-gracefully.ts';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { findUserByUuid } from '../../auth/plant-user.repository.ts';
import { openTestStream, type TestAlertStream } from '../../testing/alert-stream.ts';
import { explainWithoutScans } from '../../testing/explain.ts';
import { computeExpectedRollUps, readStoredRollUps } from '../../testing/roll-ups.ts';
import { NOW, REASON, startTestPlant, type TestPlant, USERS } from '../../testing/test-plant.ts';
import { recordCameraSamples } from '../cameras/record-camera-samples.ts';
import { applyChecks, readUnchecked } from '../checks/apply-checks.repository.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { deleteTransits } from '../retention/delete-transits.repository.ts';
import { CountStreams } from './count-streams.ts';
import { hourCountsStatement } from './hour-counts.repository.ts';

const TODAY = '2026-11-20';
const MINUTE_MS = 60_000;
const dayAt = (back: number, hour: number): string =>
  toIsoInstant(romeDayStart(addDays(TODAY, -back)) + hour * 60 * MINUTE_MS);
const MIDNIGHT = dayAt(0, 0);
const CHECKS = ['si', 'no', '--', ''] as const;
/** A mixture of reads of one day; `seed` makes their plates and times differ. */
const createReads = (seed: number, count: number, back: number, firstHour: number, hours: number): NewRead[] =>
  Array.from({ length: count }, (_, at) => ({
    gate: 1 + (at % 3),
    plate: `AB${String(seed).padStart(2, '0')}${String(at).padStart(3, '0')}`,
    at: dayAt(back, firstHour + (hours * at) / count),
    insured: CHECKS[at % 4] ?? '',
    inspected: CHECKS[(at >> 1) % 4] ?? '',
    ...(at % 7 === 0 ? { stolen: 'si' as const } : {}),
    ...(at % 5 === 0 ? { alarm: at % 10 === 0 ? ('rub' as const) : ('si' as const) } : {}),
  }));

let plant: TestPlant;
let origin: string;
const openStreams: TestAlertStream[] = [];
beforeAll(async () => {
  plant = await startTestPlant({
    users: USERS.map((user) => (user.username === 'operatore' ? { ...user, notificaRubati: true } : user)),
  });
  origin = await plant.app.listen({ host: '127.0.0.1', port: 0 });
  await insertReads(plant.deps.store, [
    ...createReads(1, 40, 0, 0, 15.4),
    ...createReads(2, 60, 1, 0, 23),
    ...createReads(3, 30, 7, 0, 15),
    ...createReads(4, 50, 14, 0, 15),
  ]);
});
afterEach(() => {
  for (const stream of openStreams.splice(0)) stream.close();
});
beforeEach(() => {
  plant.clock.now = NOW;
});
afterAll(async () => {
  await closeGracefully(plant.app, 300);
  await plant.close();
});

async function watch(who: string, headers: Readonly<Record<string, string>> = {}): Promise<TestAlertStream> {
  const stream = await openTestStream(origin, await plant.token(who), {}, headers, watchControlRoom.path);
  openStreams.push(stream);
  return stream;
}
/** The next counts of a stream that meet a condition. */
async function nextCounts(
  stream: TestAlertStream,
  isDue: (counts: ControlRoomCounts) => boolean = () => true,
): Promise<ControlRoomCounts> {
  for (;;) {
    const event = await stream.nextEvent();
    if (event === null) throw new Error('the stream ended');
    if (event.event !== 'conteggi') continue;
    const counts = ControlRoomCounts.parse(event.data);
    if (isDue(counts)) return counts;
  }
}
const countsOf = async (who: string): Promise<ControlRoomCounts> => nextCounts(await watch(who));
const fetchStatistics = async (dal: string, al: string): Promise<StatisticsResponse> =>
  StatisticsResponse.parse((await plant.callRaw(statistics, { body: { dal, al } }, 'operatore')).body);
const countRows = async (filter: object): Promise<number> => {
  const body = { f_startTime: MIDNIGHT, f_endTime: NOW, ...filter };
  const answer = await plant.callRaw(countTransitsByBody, { body }, 'operatore');
  return Number(Reflect.get(Object(answer.body), 'count'));
};
/** The figures of the statistics report, which it counts from the rows. */
const toFigures = ({ totale }: StatisticsResponse) => ({
  transiti: totale.transiti,
  controllate: totale.non_assicurate.su,
  non_assicurate: totale.non_assicurate.n,
  non_revisionate: totale.non_revisionate.n,
  rubate: totale.rubate.n,
  blacklist: totale.blacklist,
});

it('GEN-08 the figures are those of the report and of the searches behind the tiles', async () => {
  const { oggi, dal, ora, confronto, limitazioni, oscurato } = await countsOf('operatore');
  expect([dal, ora, limitazioni, oscurato]).toEqual([MIDNIGHT, NOW, [], false]);
  expect(oggi).toEqual(toFigures(await fetchStatistics(MIDNIGHT, NOW)));
  expect(oggi).toMatchObject({
    transiti: await countRows({}),
    non_assicurate: await countRows({ f_infrazione: 'NA' }),
    non_revisionate: await countRows({ f_infrazione: 'NR' }),
    rubate: await countRows({ f_infrazione: 'RUB' }),
    blacklist: await countRows({ f_infrazione: 'BL' }),
  });
  expect(oggi.rubate).toBeGreaterThan(0);
  const before = (back: number, hour: number) => toIsoInstant(parseInstantMs(dayAt(back, hour)) - 1);
  expect(confronto?.fino).toBe(dayAt(0, 15));
  expect(confronto?.oggi).toEqual(toFigures(await fetchStatistics(MIDNIGHT, before(0, 15))));
  expect(confronto?.ieri).toEqual(toFigures(await fetchStatistics(dayAt(1, 0), before(1, 15))));
  // The other two weeks have no transits: they are not zeros in the mean.
  expect(confronto).toMatchObject({ settimane: 2, solito: { transiti: 40 } });
});

it('GEN-08 while reads come in, are checked and deleted, the figures follow and are equal again', async () => {
  const stream = await watch('operatore');
  let last = (await nextCounts(stream)).oggi.transiti;
  const writing = (async () => {
    for (let batch = 0; batch < 15; batch += 1)
      await insertReads(plant.deps.store, createReads(10 + batch, 40, 0, 14, 1.5));
  })();
  const expected = last + 600;
  while (last < expected) {
    const { oggi } = await nextCounts(stream);
    expect(oggi.transiti).toBeGreaterThanOrEqual(last);
    expect(oggi.transiti).toBeLessThanOrEqual(expected);
    last = oggi.transiti;
  }
  await writing;
  const { runner } = plant.deps.store;
  const waiting = await readUnchecked(runner, parseInstantMs(MIDNIGHT), parseInstantMs(NOW), 100);
  expect(waiting.length).toBeGreaterThan(10);
  await applyChecks(
    runner,
    waiting.map((row, at) => ({
      row,
      insured: at % 2 === 0 ? 'no' : 'si',
      insuredUntil: null,
      inspected: 'no',
      inspectedUntil: null,
      stolen: at % 3 === 0 ? 'si' : 'no',
    })),
  );
  const checked = toFigures(await fetchStatistics(MIDNIGHT, NOW));
  expect((await nextCounts(stream, ({ oggi }) => oggi.controllate === checked.controllate)).oggi).toEqual(checked);
  await deleteTransits(plant.pool, {
    beforeMs: parseInstantMs(dayAt(0, 2)),
    fromMs: parseInstantMs(MIDNIGHT),
    limit: 10_000,
  });
  const rest = toFigures(await fetchStatistics(MIDNIGHT, NOW));
  expect(rest.transiti).toBeLessThan(checked.transiti);
  expect((await nextCounts(stream, ({ oggi }) => oggi.transiti === rest.transiti)).oggi).toEqual(rest);
  expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));
});

it('the chart has the last 24 hours and the running one beside those a day before', async () => {
  const { ore } = await countsOf('operatore');
  expect(ore.map(({ ora }) => ora)).toEqual(Array.from({ length: 25 }, (_, at) => dayAt(1, 15 + at)));
  for (const { ora, n, prima } of [ore[0], ore[20], ore[23]].flatMap((one) => one ?? [])) {
    const end = toIsoInstant(parseInstantMs(ora) + 60 * MINUTE_MS - 1);
    const [back, backEnd] = [ora, end].map((at) => toIsoInstant(parseInstantMs(at) - 1440 * MINUTE_MS));
    expect(n).toBe((await fetchStatistics(ora, end)).totale.transiti);
    expect(prima).toBe((await fetchStatistics(back ?? '', backEnd ?? '')).totale.transiti);
  }
});

it('T 6: gates, hidden plates and stolen vehicles are cut to the rights of each person', async () => {
  const all = await countsOf('operatore');
  const limited = await countsOf('limitato');
  const { rows } = await plant.pool.query<{ n: number }>(
    `select count(*)::int as n from transit where gate in (1, 3) and ts >= $1`,
    [MIDNIGHT],
  );
  expect(limited.oggi.transiti).toBe(rows[0]?.n);
  expect(limited.oggi.transiti).toBeLessThan(all.oggi.transiti);
  expect(limited).toMatchObject({ limitazioni: ['gates'], oscurato: false, oggi: { rubate: null } });
  expect(limited.confronto?.ieri?.rubate).toBeNull();
  const hidden = { controllate: null, non_assicurate: null, non_revisionate: null, rubate: null, blacklist: null };
  const redacted = await countsOf('oscurato');
  expect(redacted).toMatchObject({ oscurato: true, oggi: { ...hidden, transiti: all.oggi.transiti } });
  expect(redacted.confronto?.solito).toEqual({ ...hidden, transiti: 40 });
  const none = await countsOf('senzavarchi');
  expect(none.oggi).toMatchObject({ transiti: 0, blacklist: 0 });
  expect(none.ore.every(({ n }) => n === 0)).toBe(true);
});

it('TPERM-12 of a limited time only the whole hours in it count, and nothing is compared with other days', async () => {
  for (const limit of ['window', 'age']) {
    await plant.pool.query('update plant_settings set time_limit = $1', [limit]);
    const short = await countsOf('breve');
    // 60 minutes before 15:31 begin in the hour of 14, which is not whole.
    expect(short).toMatchObject({ dal: dayAt(0, 15), confronto: null, limitazioni: ['t_max'] });
    const { totale } = await fetchStatistics(dayAt(0, 15), NOW);
    expect(short.oggi.transiti).toBe(totale.transiti);
    expect(short.ore.map(({ n }) => n)).toEqual([...Array<null>(24).fill(null), totale.transiti]);
    expect(short.ore.every(({ prima }) => prima === null)).toBe(true);
  }
  await plant.pool.query(`update plant_settings set time_limit = 'window'`);
});

it('who may not read transits, gives no token or no reason opens nothing; a look is one entry in the log', async () => {
  for (const user of ['comune', 'quattro']) expect((await watch(user)).status).toBe(403);
  expect((await openTestStream(origin, 'x.y.z', {}, {}, watchControlRoom.path)).status).toBe(401);
  await plant.pool.query('update plant_settings set requires_reason = true');
  expect((await watch('operatore')).status).toBe(428);
  const stream = await watch('limitato', REASON);
  await plant.pool.query('update plant_settings set requires_reason = false');
  expect(stream.status).toBe(200);
  await nextCounts(stream);
  const looks = plant.audit.records.filter(({ action }) => action === 'analysis.control-room');
  expect(looks.at(-1)).toMatchObject({
    outcome: 'partial',
    actor: { name: 'limitato' },
    detail: { gates: [1, 3] },
    reason: { case: '12/2026' },
  });
  const refused = looks.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'partial');
  expect(new Set(refused.map(({ actor }) => actor.name))).toEqual(new Set(['comune', 'quattro', 'operatore']));
});

it('a body that is not an empty object opens nothing', async () => {
  const token = await plant.token('limitato');
  const wider = { varchi: [2], gates: null, dal: '1970-01-01T00:00:00Z' };
  for (const body of [[], 'x', 7, null, wider, { __proto__: null, constructor: 1 }, { x: 'y'.repeat(20_000) }]) {
    const answer = await openTestStream(origin, token, body, {}, watchControlRoom.path);
    expect([400, 413]).toContain(answer.status);
  }
});

it('a right that is taken away ends or narrows the open stream', async () => {
  const [narrowed, ended, out] = [await watch('operatore'), await watch('oscurato'), await watch('breve')];
  for (const stream of [narrowed, ended, out]) await nextCounts(stream);
  await plant.pool.query(`update plant_user set notifica_rubati = false where username = 'operatore'`);
  expect((await nextCounts(narrowed)).oggi.rubate).toBeNull();
  await plant.pool.query(`update plant_user set active = 0 where username = 'oscurato'`);
  expect(await ended.nextEvent()).toBeNull();
  await plant.pool.query(`update plant_user set ver = ver + 1 where username = 'breve'`);
  expect(await out.nextEvent()).toBeNull();
  await plant.pool.query(`update plant_user set notifica_rubati = true where username = 'operatore'`);
});

it('a person has five streams; a closed one makes room', async () => {
  const streams = await Promise.all(Array.from({ length: 5 }, () => watch('operatore')));
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const sixth = await watch('operatore');
  expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '5']);
  expect((await watch('limitato')).status).toBe(200);
  streams[0]?.close();
  await expect.poll(async () => (await watch('operatore')).status, { timeout: 10_000 }).toBe(200);
});

it('changes come at most once a second, and a reader that stops gets the newest counts and nothing in between', async () => {
  const user = await findUserByUuid(plant.deps.store.runner, USERS[0]?.uuid ?? '');
  if (user === null) throw new Error('no user');
  const streams = new CountStreams({ ...plant.deps });
  const ending = new AbortController();
  const slow = streams.open({ user, session: 'slow' }, ending.signal)[Symbol.asyncIterator]();
  expect((await slow.next()).value).toBe('retry: 5000\n\n');
  const quick = streams.open({ user, session: 'quick' }, ending.signal);
  const startedAt = performance.now();
  let received = 0;
  let newest = '';
  const before = (await countsOf('operatore')).oggi.transiti;
  const writing = (async () => {
    for (let at = 0; at < 40; at += 1) await insertReads(plant.deps.store, createReads(40 + at, 3, 0, 15, 0.5));
  })();
  for await (const text of quick) {
    if (!text.startsWith('event: conteggi')) continue;
    received += 1;
    newest = text;
    const { oggi } = ControlRoomCounts.parse(JSON.parse(text.slice(text.indexOf('{'))));
    if (oggi.transiti === before + 120) break;
  }
  await writing;
  expect(received).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 1000);
  expect((await slow.next()).value).toBe(newest);
  ending.abort();
  expect((await slow.next()).done).toBe(true);
  await streams.endAll();
});

it('cameras that are off, the newest read and the times in which the plant stood still', async () => {
  const sample = (minutes: number) =>
    recordCameraSamples(plant.deps.store.runner, parseInstantMs(NOW) - minutes * MINUTE_MS);
  for (const minutes of [120, 115, 90, 85, 0]) await sample(minutes);
  // Cameras are looked at every half minute.
  plant.clock.now = toIsoInstant(parseInstantMs(NOW) + MINUTE_MS);
  const {
    telecamere,
    fermi,
    ultima_lettura: newest,
  } = await nextCounts(await watch('operatore'), (counts) => counts.telecamere.ora !== null);
  expect(telecamere).toMatchObject({
    attive: 4,
    ferme: 1,
    elenco: [{ varco_id: 4, varco: 'Magazzino', ultima: null }],
  });
  const at = (minutes: number) => toIsoInstant(parseInstantMs(dayAt(0, 15.5)) - minutes * MINUTE_MS);
  expect(fermi).toEqual([
    { dal: at(115), al: at(95) },
    { dal: at(85), al: at(5) },
  ]);
  const { rows } = await plant.pool.query<{ at: string }>('select max(ts) as at from transit');
  expect(newest).toBe(toIsoInstant(Date.parse(String(rows[0]?.at))));
  expect((await countsOf('limitato')).telecamere).toMatchObject({ attive: 2, ferme: 0, elenco: [] });
});

it('hours are read from the roll-up by its key, never from transits', async () => {
  const statement = hourCountsStatement([{ fromMs: parseInstantMs(dayAt(1, 0)), toMs: parseInstantMs(NOW) }]);
  const plan = await explainWithoutScans(plant.pool, statement);
  expect(plan).toMatch(/Index Scan using gate_hour_pkey/);
  expect(plan).toMatch(/Index Cond: \(\(gate = ANY \(.+\)\) AND \(hour >= r\.lower\) AND \(hour < r\.upper\)\)/);
  expect(plan).not.toContain('transit');
});

it('the migration counts what is stored already', async () => {
  const file = await readFile(new URL('../../../migrations/0067-control-room-counts.sql', import.meta.url), 'utf8');
  await plant.pool.query('update gate_hour set n_checked = 0, n_reported_stolen = 0');
  await plant.pool.query(file.slice(file.indexOf('update gate_hour')));
  expect((await readStoredRollUps(plant.pool)).hours).toEqual((await computeExpectedRollUps(plant.pool)).hours);
});
