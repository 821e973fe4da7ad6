import { randomUUID } from 'node:crypto';
import * as parts from '@varco/contract/portal/export-parts.ts';
import * as api from '@varco/contract/portal/exports.ts';
import { encodeReason } from '@varco/contract/reason.ts';
import { getOperationStatus } from '@varco/domain/exports/export-status.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExportFixture, DELEGATION_TOKEN, PASSWORD } from '../../testing/export-fixture.ts';
import { formatError } from '../../testing/test-people.ts';

let world: ExportFixture;
beforeAll(async () => {
  world = await ExportFixture.open();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

describe('beginning', () => {
  it('PTAPI-02 PLAPI-11 every plant is asked for its part, with its own filter and the delegation, never with a token of the person', async () => {
    const reason = encodeReason({ code: 'judicial-police', text: 'rapina in banca', case: '7/26' });
    const body = world.request();
    const answer = await world.call('anna', api.startExport, { body }, { 'x-varco-reason': reason });
    expect(answer.body).toEqual({ guid: body.guid });
    expect(world.portal.audit.records.at(-1)).toMatchObject({ action: 'exports.start', reason: { case: '7/26' } });
    await world.runOnce();
    expect(world.cesena.receivedCalls).toHaveLength(1);
    expect(world.cesena.receivedCalls[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: `Bearer ${DELEGATION_TOKEN}`, 'x-varco-reason': reason },
      body: {
        export_guid: body.guid,
        encryption_key: PASSWORD,
        filter: { f_targa: 'AB123CD', f_varchi: [1] },
        without_images: false,
        with_context_images: true,
        peer_number: 1,
        watermark_tag: 'Procura',
        destination: `https://portal.example/api/v1/exports/${body.guid}/part`,
      },
    });
    expect(world.forli.receivedCalls[0]).toMatchObject({ body: { peer_number: 2, filter: { f_varchi: [2] } } });
  });

  it('EXP-09 EXP-10 EXP-11 a saved export and its pending status, before, during and after', async () => {
    const guid = await world.begin();
    const before = await world.one(guid);
    expect(before).toMatchObject({
      id: guid,
      notified: false,
      label: 'Furto di via Roma',
      notes: 'fascicolo 7',
      reception: 0,
    });
    expect(before).toMatchObject({
      created_at: expect.any(String),
      user_id: expect.any(Number),
      progress: { failed: false, completed: false, interrupted: false, timed_out: false, finished: false },
      direct_export_config: null,
    });
    expect(before.progress).toHaveProperty('progress_over');
    expect(getOperationStatus(before.progress)).toBe(1);
    expect(before.peers.map(({ estimate }) => estimate)).toEqual([10, 10]);
    await world.runOnce();
    world.portal.clock.advance(4_000);
    await world.cesena.call(
      parts.reportExportPart,
      { export: guid },
      { state: 'running', progress_count: 5, progress_over: 10, fault: null },
    );
    const [pending] = api.pendingExports.response.parse((await world.call('anna', api.pendingExports)).body).exports;
    expect(pending).toMatchObject({ job_id: guid, pending: true, failed: false, interrupted: false, timed_out: false });
    expect(pending).toMatchObject({ progress_count: 5, progress_over: 20, progress_percentage: 25 });
    expect(pending?.eta).toBeCloseTo((pending?.elapsed ?? 0) * 3);
    expect(await world.statusOf(guid)).toBe(2);
  });

  it('what is kept is sealed, and nothing of it is left at the end', async () => {
    const guid = await world.begin();
    const { rows } = await world.portal.deps.pool.query(
      'select to_jsonb(j) || to_jsonb(p) as all from export_job j join export_part p using (guid)',
    );
    expect(JSON.stringify(rows)).not.toContain('AB123CD');
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
    await world.finishBoth(guid);
    const after = await world.portal.deps.pool.query(
      'select secrets_sealed from export_job union all select secrets_sealed from export_part',
    );
    expect(after.rows.every(({ secrets_sealed: sealed }) => sealed === null)).toBe(true);
    expect(world.portal.logText()).not.toContain(PASSWORD);
  });

  it('a request sent twice begins one export; the guid of another request is refused', async () => {
    const body = world.request();
    for (const _ of [1, 2]) expect((await world.call('anna', api.startExport, { body })).status).toBe(200);
    expect(api.listExports.response.parse((await world.call('anna', api.listExports)).body).exports).toHaveLength(1);
    expect(formatError(await world.call('anna', api.startExport, { body: { ...body, notes: 'altro' } }))).toBe(
      'conflict/export_exists',
    );
    expect(formatError(await world.call('bruno', api.startExport, { body }))).toBe('conflict/export_exists');
  });

  it.each([
    ['context pictures without pictures', { without_images: true, with_context_images: true, watermark_tag: '' }],
    ['a watermark without pictures', { without_images: true, with_context_images: false }],
    ['no plant', { peers: [] }],
    ['a password of another shape', { encryption_key: 'segreta' }],
    ['turned writing', { notes: '\u202Eoggi' }],
    ['a guid that is none', { guid: '../../etc' }],
    ['an unknown field', { admin: true }],
    ['a plant twice', { peers: [1, 2].map((peer_number) => ({ ...peerAt(), peer_number })) }],
    ['one number twice', { peers: [peerAt(), { ...peerAt(), url: 'https://altro.example' }] }],
    ['a plant of somebody else', { peers: [{ ...peerAt(), url: 'https://rimini.plants.example' }] }],
    ['the portal itself', { peers: [{ ...peerAt(), url: 'https://portal.example' }] }],
    ['an address with a path', { peers: [{ ...peerAt(), url: 'https://cesena.plants.example/x' }] }],
    ['a token that is none', { peers: [{ ...peerAt(), jwt: 'x y' }] }],
  ])('refused: %s', async (_name, change) => {
    const answer = await world.call('anna', api.startExport, { body: world.request(change) });
    expect(answer.status).toBe(400);
    await world.runOnce();
    expect(world.cesena.receivedCalls).toEqual([]);
  });

  it('ACCT-06 PTAPI-05 without the key header nothing begins', async () => {
    expect(
      (await world.call('anna', api.startExport, { body: world.request() }, { 'x-export-key': 'kurz' })).status,
    ).toBe(400);
    expect((await world.call('nobody', api.startExport, { body: world.request() })).status).toBe(401);
  });

  it('EXP-33 EXP-34 the eleventh saved export is refused with both numbers', async () => {
    for (let made = 0; made < 10; made += 1) {
      await world.portal.deps.pool.query('delete from rate_counter');
      await world.begin('carla');
    }
    const answer = await world.call('carla', api.startExport, { body: world.request() });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      error: { code: 'conflict', sub_code: 'max_exports', data: { active_exports: 10, max_active_exports: 10 } },
    });
  });

  it('six an hour, no more', async () => {
    for (let made = 0; made < 6; made += 1) await world.begin('bruno');
    expect(formatError(await world.call('bruno', api.startExport, { body: world.request() }))).toBe(
      'rate_limit_exceeded',
    );
  });
});

const peerAt = () => ({
  url: 'https://cesena.plants.example',
  label: 'x',
  jwt: DELEGATION_TOKEN,
  filter: {},
  peer_number: 1,
});

describe('direct exports', () => {
  const kdf = { alg: 'argon2id', v: 19, m: 65_536, t: 3, p: 1, salt: 'AAECAwQFBgcICQoLDA0ODw' };
  const expires = '2026-11-23T14:00:00.000Z';
  const file = { format: 'varco-tsexp', v: 1, guid: randomUUID(), expires_at: expires, kdf, iv: 'AA', ct: 'BB' };
  const direct = { file, sealed_pin: 'v1:abc', expires };

  it('DEX-06 DEX-07 PTAPI-12 the parameter file is for its owner only, and no plant is asked', async () => {
    const guid = await world.begin('bruno', { direct_export_config: direct });
    await world.runOnce();
    expect(world.cesena.receivedCalls).toEqual([]);
    const saved = await world.one(guid, 'bruno');
    expect(saved).toMatchObject({ progress: null, peers: [], direct_export_config: { sealed_pin: 'v1:abc' } });
    expect(getOperationStatus(saved.progress)).toBe(0);
    const input = await world.call('bruno', api.downloadDirectExport, { params: { export: guid } });
    expect(input.body).toEqual(file);
    expect(saved.file_name).toMatch(/\.tsexp$/);
    expect((await world.call('anna', api.downloadDirectExport, { params: { export: guid } })).status).toBe(404);
    expect(
      (
        await world.call(
          'bruno',
          api.downloadDirectExport,
          { params: { export: guid } },
          { 'x-export-key': world.keyOf('anna') },
        )
      ).status,
    ).toBe(404);
  });
});
