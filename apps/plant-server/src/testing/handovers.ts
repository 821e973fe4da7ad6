import { randomUUID } from 'node:crypto';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { takeAlert } from '@varco/contract/plant/alerts.ts';
import * as api from '@varco/contract/plant/handovers.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { type InjectResponse, injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { expect } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from './ingest-keys.ts';
import { insertBlacklistRow } from './list-rows.ts';
import { buildUserSeed, NOW, PLANT, startTestPlant, type TestPlant, USERS } from './test-plant.ts';

export const DAY_MS = 86_400_000;
export const PLATE = 'ZA482HC';
export const OTHER_PLATE = 'ZC903KR';
export const uuidOf = (id: number): string => buildUserSeed(id, '', 1).uuid;
/** Both of the group of `operatore`; the second one sees gate 1 only. */
export const [INCOMING, NARROW] = [60, 61];
const DECIDER = 62;

/** A plant with two listed plates and people who hand over to each other. */
export async function startHandoverPlant(): Promise<TestPlant> {
  const plant = await startTestPlant(
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
  return plant;
}

/** Between two tests: no hand-over, nothing open, and everybody enabled. */
export async function clearHandovers(plant: TestPlant): Promise<void> {
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
}

/** The hand-over of a response that must have succeeded. */
export const readSummary = ({ status, body }: InjectResponse): api.HandoverSummary => {
  expect(status).toBe(200);
  return api.HandoverSummary.parse(body);
};

type HandoverBody = CallInput<typeof api.makeHandover>['body'];

/** The calls about hand-overs, by `operatore` or `montante` unless another name is given. */
export function createHandoverClient(plantOf: () => TestPlant) {
  let secondsPassed = 0;
  /** A passage of a listed plate at a gate; returns the id of its alert. */
  async function raiseAlert(plate = PLATE, gate = 1): Promise<string> {
    secondsPassed += 1;
    const data = toIsoInstant(parseInstantMs(plantOf().clock.now) - secondsPassed * 1000);
    const reads = [{ varco_id: gate, targa: plate, data, nazione: 'I' }];
    const answer = await injectRaw(
      plantOf().app,
      ingestReads,
      { body: { reads } },
      { headers: buildApiKeyHeader('all') },
    );
    expect(answer.status).toBe(200);
    await plantOf().deps.alerts.publishPending();
    const { rows } = await plantOf().pool.query<{ id: string }>('select max(id)::text as id from alert');
    return rows[0]?.id ?? '';
  }
  const take = (id: string, who = 'operatore', anche_se_di_altri = false) =>
    plantOf().call(takeAlert, { params: { id }, body: { anche_se_di_altri } }, who);
  async function raiseOwned(plate?: string, gate?: number): Promise<string> {
    const id = await raiseAlert(plate, gate);
    expect((await take(id)).status).toBe(200);
    return id;
  }
  const readOpen = async (who = 'operatore') =>
    api.readOpenItems.response.parse((await plantOf().call(api.readOpenItems, {}, who)).body);
  const give = (more: Partial<HandoverBody> = {}, who = 'operatore') =>
    plantOf().call(
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
  const sign = (id: string, who = 'montante') => plantOf().call(api.signHandover, { params: { id } }, who);
  const read = async (id: string, who: string) =>
    api.Handover.parse((await plantOf().call(api.getHandover, { params: { id } }, who)).body);
  const list = async (who: string) =>
    api.listHandovers.response.parse((await plantOf().call(api.listHandovers, {}, who)).body).objects;
  const waiting = async (who: string) =>
    api.countWaitingHandovers.response.parse((await plantOf().call(api.countWaitingHandovers, {}, who)).body).lotti;
  async function readOwner(id: string): Promise<string | null> {
    const { rows } = await plantOf().pool.query<{ owner: string | null }>('select owner from alert where id = $1', [
      id,
    ]);
    return rows[0]?.owner ?? null;
  }
  return { raiseAlert, take, raiseOwned, readOpen, give, sign, read, list, waiting, readOwner };
}
