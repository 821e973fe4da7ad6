import * as api from '@varco/contract/plant/alert-people.ts';
import { searchAlerts } from '@varco/contract/plant/alerts.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
});
afterAll(() => plant.close());
beforeEach(async () => {
  await plant.pool
    .query(`update plant_user set interforce = 'no', interforce_asked_at = null, interforce_decided_at = null,
    interforce_decided_by = '', interforce_note = '', responsabile_interforze = id = 6, notifica_blacklist = false`);
});

const [AGENT, OTHER, RESPONSIBLE, ADMIN] = ['operatore', 'limitato', 'breve', 'amministratore'] as const;
const AGENT_ID = 1;
const readOwnStatus = async (who: string) =>
  api.OwnInterforce.parse((await plant.call(api.readInterforce, {}, who)).body);
const requestInterforce = (who: string, chiede = true) => plant.call(api.askInterforce, { body: { chiede } }, who);
const decideInterforce = (
  who: string,
  abilita: boolean,
  id = AGENT_ID,
  verifica = 'Tesserino 1234, visto di persona',
) => plant.call(api.decideInterforce, { params: { id }, body: { abilita, verifica } }, who);
const findPeople = async (who: string, body: Parameters<typeof plant.callRaw>[1] = {}) => {
  const answer = await plant.callRaw(api.searchAlertPeople, { body }, who);
  return api.searchAlertPeople.response.parse(answer.body).objects;
};
const toStatusAndSubCode = ({ status, body }: { readonly status: number; readonly body: unknown }): unknown => [
  status,
  (body as { readonly error?: { readonly sub_code?: string } }).error?.sub_code,
];

/** The same call from an address outside the command's network. */
async function decideFromOutside(): Promise<number> {
  const { statusCode } = await plant.app.inject({
    method: 'PUT',
    url: api.decideInterforce.path.replace(':id', String(AGENT_ID)),
    remoteAddress: '203.0.113.9',
    headers: { authorization: `Bearer ${await plant.token(RESPONSIBLE)}` },
    payload: { abilita: true, verifica: 'Tesserino 1234' },
  });
  return statusCode;
}

describe('the INTERFORCE list', () => {
  it('PMGMT-04 TPERM-14 an agent asks, the responsible verifies and enables; from then on alerts of the list arrive', async () => {
    await insertBlacklistRow(plant.pool, 'IF111AA', { isInterforce: true });
    const reads = [{ varco_id: 1, targa: 'IF111AA', data: toIsoInstant(parseInstantMs(NOW) - 1000) }];
    await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
    await plant.deps.alerts.publishPending();
    const seen = async () => {
      const { body } = await plant.call(searchAlerts, { body: { tipi: ['interforze'] } }, AGENT, REASON);
      return searchAlerts.response.parse(body).objects.length;
    };
    expect(await seen()).toBe(0);
    expect(await readOwnStatus(AGENT)).toMatchObject({ interforze: 'no', responsabile: false, interno: true });
    expect((await requestInterforce(AGENT)).body).toMatchObject({ interforze: 'asked', chiesta_il: NOW });
    expect(await seen()).toBe(0);

    expect((await findPeople(RESPONSIBLE))[0]).toMatchObject({ id: AGENT_ID, username: AGENT, interforze: 'asked' });
    expect((await decideInterforce(RESPONSIBLE, true)).body).toMatchObject({
      interforze: 'enabled',
      decisa_il: NOW,
      decisa_da: RESPONSIBLE,
      verifica: 'Tesserino 1234, visto di persona',
    });
    expect(await seen()).toBe(1);
    expect(await readOwnStatus(AGENT)).toMatchObject({ interforze: 'enabled', decisa_da: RESPONSIBLE });

    expect((await decideInterforce(RESPONSIBLE, false, AGENT_ID, 'Trasferito')).status).toBe(200);
    expect(await seen()).toBe(0);
    expect(await readOwnStatus(AGENT)).toMatchObject({ interforze: 'no', verifica: 'Trasferito' });
    expect(plant.audit.records.filter(({ action }) => action === 'interforce.decide')).toMatchObject([
      { outcome: 'ok', detail: { person: AGENT_ID, before: 'asked', after: 'enabled' } },
      { outcome: 'ok', detail: { person: AGENT_ID, before: 'enabled', after: 'no', note: 'Trasferito' } },
    ]);
  });

  it('PMGMT-04 nobody else enables: no other operator, no administrator, nobody for themselves, and only who asked', async () => {
    await requestInterforce(AGENT);
    for (const who of [OTHER, ADMIN]) expect((await decideInterforce(who, true)).status, who).toBe(403);
    await requestInterforce(RESPONSIBLE);
    expect(toStatusAndSubCode(await decideInterforce(RESPONSIBLE, true, 6))).toEqual([403, 'level']);
    expect((await decideInterforce(RESPONSIBLE, true, 5)).status).toBe(409);
    expect((await decideInterforce(RESPONSIBLE, false, 5)).status).toBe(409);
    // Not a member of the plant's forces, and an unknown user.
    for (const id of [3, 999]) expect((await decideInterforce(RESPONSIBLE, true, id)).status).toBe(404);
    expect((await readOwnStatus(AGENT)).interforze).toBe('asked');
  });

  it('PMGMT-05 enabling works only from internal clients of the command; where none are configured, from nowhere', async () => {
    await requestInterforce(AGENT);
    expect(await decideFromOutside()).toBe(403);
    expect((await readOwnStatus(AGENT)).interforze).toBe('asked');
    expect((await decideInterforce(RESPONSIBLE, true)).status).toBe(200);
    expect((await readOwnStatus(AGENT)).interforze).toBe('enabled');
    const denied = plant.audit.records.filter(
      ({ action, outcome }) => action === 'interforce.decide' && outcome === 'denied',
    );
    expect(denied.length).toBeGreaterThan(0);
  });

  it('a wish is withdrawn, an enabling given back; asking twice changes nothing; outside of the forces nobody asks', async () => {
    await requestInterforce(AGENT);
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 60_000);
    expect((await requestInterforce(AGENT)).body).toMatchObject({ interforze: 'asked', chiesta_il: NOW });
    plant.clock.now = NOW;
    expect((await requestInterforce(AGENT, false)).body).toMatchObject({ interforze: 'no', chiesta_il: null });
    await requestInterforce(AGENT);
    await decideInterforce(RESPONSIBLE, true);
    expect((await requestInterforce(AGENT)).body).toMatchObject({ interforze: 'enabled' });
    expect((await requestInterforce(AGENT, false)).body).toMatchObject({ interforze: 'no' });
    for (const who of ['comune', 'quattro', 'oscurato']) expect((await requestInterforce(who)).status, who).toBe(403);
    expect(
      (
        await plant.callRaw(
          api.decideInterforce,
          { params: { id: 1 }, body: { abilita: true, verifica: ' x ' } },
          RESPONSIBLE,
        )
      ).status,
    ).toBe(400);
  });

  it('the log refuses its entry: nobody is enabled', async () => {
    await requestInterforce(AGENT);
    plant.audit.refuseWrites();
    expect((await decideInterforce(RESPONSIBLE, true)).status).toBe(503);
    plant.audit.acceptWrites();
    expect((await readOwnStatus(AGENT)).interforze).toBe('asked');
  });
});

describe('people and their alerts', () => {
  it('only a responsible or an administrator sees them: members of the forces, who waits first, found by part of a name', async () => {
    for (const who of [AGENT, 'comune', 'quattro'])
      expect((await plant.call(api.searchAlertPeople, { body: {} }, who)).status, who).toBe(403);
    await requestInterforce(OTHER);
    const all = await findPeople(ADMIN);
    expect(all[0]).toMatchObject({ username: OTHER });
    expect(all.map(({ username }) => username)).not.toContain('comune');
    expect(all.map(({ username }) => username)).not.toContain('spento');
    expect((await findPeople(RESPONSIBLE, { q: 'PERAT' })).map(({ username }) => username)).toEqual([AGENT]);
    for (const q of ['%', '_', "'", '\\', '%%%']) expect(await findPeople(RESPONSIBLE, { q })).toEqual([]);
    expect((await findPeople(RESPONSIBLE, { interforze: ['asked'] })).map(({ username }) => username)).toEqual([OTHER]);
    expect(await findPeople(RESPONSIBLE, { p: 2 })).toEqual([]);
    expect((await plant.callRaw(api.searchAlertPeople, { body: { interforze: ['altro'] } }, ADMIN)).status).toBe(400);
  });

  it('TPERM-15 notifica_blacklist is off until an administrator of the plant sets it for a person', async () => {
    const set = (who: string, id = AGENT_ID) =>
      plant.call(api.setAlertNotices, { params: { id }, body: { notifica_blacklist: true } }, who);
    expect((await findPeople(ADMIN, { q: AGENT }))[0]).toMatchObject({ notifica_blacklist: false });
    for (const who of [AGENT, RESPONSIBLE]) expect((await set(who)).status, who).toBe(403);
    expect((await set(ADMIN)).body).toMatchObject({ notifica_blacklist: true });
    expect((await set(ADMIN, 3)).status).toBe(404);
    expect((await findPeople(ADMIN, { q: AGENT }))[0]).toMatchObject({ notifica_blacklist: true });
    expect(plant.audit.records.find(({ action, count }) => action === 'people.notices' && count === 1)).toMatchObject({
      outcome: 'ok',
      detail: { person: AGENT_ID, before: false, after: true },
    });
  });
});
