import { randomUUID } from 'node:crypto';
import { heartbeat } from '@varco/contract/portal/heartbeat.ts';
import { addCheckpoint } from '@varco/contract/tlog.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { signPlantCall } from '@varco/server-kit/auth/plant-call.ts';
import { generateSigningKey, toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { startTlogServer, type TlogServer } from '@varco/server-kit/tlog/tlog-test-world.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlant, formatError, seedPeople } from '../../testing/test-people.ts';
import { createTestPortal, PORTAL_ORIGIN, type TestPortal } from '../../testing/test-portal.ts';
import { publishPortalLog } from './witness-plan.service.ts';

interface Member {
  readonly server: TlogServer;
  readonly key: ReturnType<typeof generateSigningKey>;
}
let portal: TestPortal;
let address = '';
let members: readonly Member[];
beforeAll(async () => {
  const identity = { host: 'portal.example', log: randomUUID() };
  portal = await createTestPortal({ outboundCidrs: ['127.0.0.0/8'] }, (pool) => openAuditWriter({ pool, identity }));
  address = await portal.app.listen({ host: '127.0.0.1', port: 0 });
  const hosts = ['cesena.example', 'forli.example', 'ravenna.example', 'rimini.example'];
  const servers = await Promise.all(hosts.map(startTlogServer));
  members = servers
    .map((server) => ({ server, key: generateSigningKey() }))
    .toSorted((a, b) => (a.server.uuid < b.server.uuid ? -1 : 1));
  const peers = members.map(({ server, key }, index) =>
    createPlant(`Sito ${index}`, {
      ...{ uuid: server.uuid, url: new URL(server.logUrl).origin, publicKey: toPublicJwk(key.publicKey).x },
    }),
  );
  await seedPeople(portal, [], peers);
});
afterAll(async () => {
  await portal.close();
  await Promise.all(members.map(({ server }) => server.close()));
});

/** One heartbeat of a member, with the log it announces. */
async function beat({ server, key }: Member, audit: unknown) {
  const body = {
    ...{ plant_uuid: server.uuid, url: new URL(server.logUrl).origin, label: 'Sito', status_message: 'ok' },
    ...{ server_time: portal.clock.now().toISOString(), last_plate_date: null, license_expiration: null },
    ...{ version: '0.9.375', audit },
  };
  const { method, path } = heartbeat;
  const keys = { current: key, previous: null };
  const call = { keys, plantUuid: server.uuid, method, path, body: JSON.stringify(body), now: portal.clock.now() };
  return injectRaw(portal.app, heartbeat, { body }, { headers: signPlantCall(call) });
}

it('each plant is told to have its log cosigned by the portal and two other plants, and does', async () => {
  // Twice: the first plant cannot be told of plants that have not reported yet.
  for (const _round of [1, 2])
    for (const member of members) {
      const answer = heartbeat.response.parse((await beat(member, await member.server.tlog.describe())).body);
      for (const log of answer.audit?.logs ?? []) await member.server.tlog.watch(log, null);
      const witnesses = answer.audit?.witnesses ?? [];
      await member.server.tlog.setWitnesses(
        witnesses.map((one) => ({ ...one, url: one.url.replace(PORTAL_ORIGIN, address) })),
      );
    }
  for (const { server } of members) {
    await server.append(5);
    await server.tlog.publish(new AbortController().signal);
    const { rows } = await server.database.admin.query('select witness from audit_cosignature where size = 5');
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ witness }) => witness.startsWith('portal.example/'))).toHaveLength(1);
    expect(rows.filter(({ witness }) => witness.includes(server.uuid))).toEqual([]);
  }
});

it('the portal has its own log cosigned by plants it reaches', async () => {
  await portal.deps.auditSink.record({
    ...{ action: 'session.login', outcome: 'ok', req: null, from: { ip: null, client: null } },
    actor: { kind: 'user', id: '1', name: 'bruni', group: null, level: null, session: null },
  });
  const publish = () => publishPortalLog(portal.deps, new AbortController().signal);
  const countLines = async () =>
    Number((await portal.deps.pool.query('select count(*) as n from audit_cosignature')).rows[0].n);
  await publish();
  expect(await countLines()).toBe(0);
  await portal.deps.pool.query('update peer set reached_at = $1', [portal.clock.now()]);
  await publish();
  expect(await countLines()).toBe(3);
});

it('a plant cannot announce the log or the key of another', async () => {
  const [one, other] = members;
  const own = await one?.server.tlog.describe();
  const foreign = await other?.server.tlog.describe();
  if (one === undefined || own == null || foreign == null) throw new Error('no log');
  expect(formatError(await beat(one, { ...own, log: foreign.log }))).toMatch(/^bad_request/);
  expect(formatError(await beat(one, { ...own, witness: foreign.witness }))).toMatch(/^bad_request/);
  expect(formatError(await beat(one, { ...own, log: { ...own.log, vkeys: ['x'] } }))).toMatch(/^bad_request/);
  expect(formatError(await beat(one, { ...own, log: { ...own.log, vkeys: [] } }))).toMatch(/^bad_request/);
  expect((await beat(one, own)).status).toBe(200);
  // A plant from before the log was published reports as before.
  expect((await beat(one, undefined)).body).toEqual({
    server_time: portal.clock.now().toISOString(),
    known_key: toPublicJwk(one.key.publicKey).x,
  });
});

it('a caller that sends checkpoints without end is slowed down', async () => {
  const statuses = new Set<number>();
  for (let call = 0; call < 130; call += 1) {
    const response = await portal.app.inject({
      ...{ method: 'POST', url: addCheckpoint.path, payload: Buffer.from('old 0\n') },
      headers: { 'content-type': 'application/octet-stream' },
    });
    statuses.add(response.statusCode);
  }
  expect([...statuses]).toEqual([400, 429]);
});
