import type { Endpoint } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/plant/person-requests.ts';
import { announceLift, liftRestriction, restrictPersonData } from '@varco/contract/plant/person-restrictions.ts';
import { toIsoInstant, toRomeDay } from '@varco/domain/time/rome.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlantProcess, type KillTarget, type PlantProcess } from '../../../testing/plant-process.ts';
import { computeExpectedRollUps, readStoredRollUps } from '../../../testing/roll-ups.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { buildApiKeyHeader } from '../../../testing/ingest-keys.ts';

/** More than two batches of an erasure, and many of a restriction. */
const PASSAGES = 1_300;
const NOW_MS = Date.now();

let plant: PlantProcess;
beforeAll(async () => {
  plant = await createPlantProcess();
  await plant.withDatabase((pool) => pool.query('update user_group set handles_requests = true'));
  await plant.start();
}, 90_000);
afterAll(() => plant.remove(), 60_000);

/** Calls the plant as the officer; the body of its answer. */
async function call(endpoint: Endpoint, id: string, body: unknown): Promise<unknown> {
  const answer = await plant.post(endpoint.path.replace(':id', id), body, await plant.signIn());
  if (answer.status !== 200) throw new Error(`${endpoint.id}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** A request about a plate that passed often, with its identity proven. */
async function prepare(plate: string, tipo: api.PersonRequestKind): Promise<string> {
  const reads = Array.from({ length: PASSAGES }, (_, at) => ({
    varco_id: 1 + (at % 3),
    targa: plate,
    data: toIsoInstant(NOW_MS - (at + 1) * 60_000),
    nazione: 'I',
  }));
  for (let from = 0; from < reads.length; from += 100) {
    const body = { reads: reads.slice(from, from + 100) };
    expect((await plant.post(ingestReads.path, body, buildApiKeyHeader('all'))).status).toBe(200);
  }
  const today = toRomeDay(NOW_MS);
  const entered = {
    ...{ lotto: crypto.randomUUID(), riferimento: 'Prot. 1', tipo, regime: 'gdpr', nome: 'Chiara Inventata' },
    ...{ recapito: 'Via Finta 1', targa: plate, nazione: '', dal: '2020-01-01', al: today, prova_periodo: '' },
    ricevuta_il: today,
  };
  const { id } = api.PersonRequest.parse(await call(api.addPersonRequest, '', entered));
  await call(api.provePersonIdentity, id, { prova: 'carta di identità' });
  return id;
}

const countFound = async (id: string): Promise<number> =>
  api.searchPersonRequest.response.parse(await call(api.searchPersonRequest, id, undefined)).trovato.transiti.n;

interface Stored {
  readonly live: number;
  readonly restricted: number;
  readonly batches: Readonly<Record<string, number>>;
}

/** Where the transits of a plate are, and what the batches say they did. */
const readStored = (plate: string, request: string): Promise<Stored> =>
  plant.withDatabase(async (pool: Pool) => {
    const count = async (text: string, value: string): Promise<number> =>
      (await pool.query<{ n: number }>(text, [value])).rows[0]?.n ?? 0;
    const batches = await pool.query<{ kind: string; n: number }>(
      'select kind, sum(n)::int as n from person_request_batch where request = $1 group by kind',
      [request],
    );
    return {
      live: await count('select count(*)::int as n from transit where plate = $1', plate),
      restricted: await count('select count(*)::int as n from restricted_transit where request = $1', request),
      batches: Object.fromEntries(batches.rows.map(({ kind, n }) => [kind, n])),
    };
  });

/** Sends a call, kills the plant after its first batch was committed, and starts it again. */
async function killAmidst(
  victim: KillTarget,
  { endpoint, id, kind, transiti }: { endpoint: Endpoint; id: string; kind: string; transiti: number },
): Promise<void> {
  const running = call(endpoint, id, { transiti }).then(
    () => 'answered',
    () => 'lost',
  );
  // One connection for all questions: with one for each, a busy machine saw the first batch after the last.
  await plant.withDatabase(async (pool) => {
    const text = 'select 1 from person_request_batch where request = $1 and kind = $2';
    await expect
      .poll(async () => (await pool.query(text, [id, kind])).rowCount ?? 0, { timeout: 20_000, interval: 5 })
      .toBeGreaterThan(0);
  });
  await plant.kill(victim);
  expect(await running).toBe('lost');
  await plant.start();
}

const expectEqualRollUps = async (): Promise<void> => {
  const { stored, fromRows } = await plant.withDatabase(async (pool) => ({
    stored: await readStoredRollUps(pool),
    fromRows: await computeExpectedRollUps(pool),
  }));
  expect(stored).toEqual(fromRows);
};

test('kill -9 amidst an erasure leaves whole batches; repeated, it states all that it deleted', async () => {
  const plate = 'ZK001ER';
  const id = await prepare(plate, 'erasure');
  await killAmidst('both', { endpoint: api.erasePersonData, id, kind: 'erasure', transiti: PASSAGES });
  const { live, batches } = await readStored(plate, id);
  expect([batches['erasure'], live > 0]).toEqual([PASSAGES - live, true]);
  await expectEqualRollUps();
  expect(await countFound(id)).toBe(live);
  const ended = api.PersonRequest.parse(await call(api.erasePersonData, id, { transiti: live }));
  expect(ended.cancellazione).toMatchObject({ transiti: PASSAGES, trattenuti: 0 });
  expect((await readStored(plate, id)).live).toBe(0);
  await expectEqualRollUps();
}, 120_000);

test('kill -9 amidst a restriction and amidst its lifting loses nothing and doubles nothing; each is repeated to its end', async () => {
  const plate = 'ZK002RE';
  const id = await prepare(plate, 'restriction');
  await killAmidst('plant', { endpoint: restrictPersonData, id, kind: 'restriction', transiti: PASSAGES });
  const amidst = await readStored(plate, id);
  expect(amidst).toMatchObject({
    restricted: PASSAGES - amidst.live,
    batches: { restriction: PASSAGES - amidst.live },
  });
  expect(amidst.live).toBeGreaterThan(0);
  await expectEqualRollUps();
  const restricted = api.PersonRequest.parse(await call(restrictPersonData, id, { transiti: amidst.live }));
  expect(restricted).toMatchObject({ limitazione: { transiti: PASSAGES, trattenuti: 0 }, limitati: PASSAGES });
  expect((await readStored(plate, id)).live).toBe(0);

  await call(announceLift, id, { motivo: 'dati verificati' });
  await killAmidst('both', { endpoint: liftRestriction, id, kind: 'lift', transiti: PASSAGES });
  const lifted = await readStored(plate, id);
  expect(lifted).toMatchObject({ restricted: PASSAGES - lifted.live, batches: { lift: lifted.live } });
  expect(lifted.restricted).toBeGreaterThan(0);
  await expectEqualRollUps();
  const ended = api.PersonRequest.parse(await call(liftRestriction, id, { transiti: lifted.restricted }));
  expect(ended).toMatchObject({ revoca: { transiti: PASSAGES }, limitati: 0 });
  expect((await readStored(plate, id)).live).toBe(PASSAGES);
  await expectEqualRollUps();
}, 180_000);
