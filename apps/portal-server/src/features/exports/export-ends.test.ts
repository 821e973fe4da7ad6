import { createHash, randomUUID } from 'node:crypto';
import * as parts from '@varco/contract/portal/export-parts.ts';
import * as api from '@varco/contract/portal/exports.ts';
import { getOperationStatus } from '@varco/domain/exports/export-status.ts';
import { verifyExport } from '@varco/evidence/verify.ts';
import { openZip } from '@varco/evidence/zip/zip-reader.ts';
import { createOutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExportFixture, DELEGATION_TOKEN, PASSWORD } from '../../testing/export-fixture.ts';
import { buildPartState, startExportPlant } from '../../testing/test-export-plant.ts';
import { runExports, deleteExpiredExports } from './export-runner.ts';

const DAY = 86_400_000;

let world: ExportFixture;
beforeAll(async () => {
  world = await ExportFixture.open();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

describe('the end', () => {
  it('both parts make one file that opens with the password; its owner downloads it with the cookie, once for each time it was asked', async () => {
    const guid = await world.begin();
    await world.finishBoth(guid);
    const saved = await world.one(guid);
    expect(getOperationStatus(saved.progress)).toBe(3);
    expect(saved).toMatchObject({ transits: 6, reception: 3, prediction: null });
    const opened = await world.call('anna', api.openExportDownload, { params: { export: guid } });
    expect(opened.status).toBe(200);
    const cookie = opened.headers['set-cookie'] ?? '';
    expect(cookie).toContain(`ts_export_key=${world.keyOf('anna')}`);
    const download = () =>
      injectRaw(
        world.portal.app,
        api.downloadExport,
        { params: { export: guid } },
        {
          headers: { cookie: `ts_export_key=${world.keyOf('anna')}`, 'sec-fetch-mode': 'navigate' },
        },
      );
    const file = await download();
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    expect(file.bytes).toHaveLength(saved.file_size ?? -1);
    const archive = await openZip(world.portal.deps.exports.store.filePath(guid));
    expect(archive.entries.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'impianti/01-cesena/transiti.csv',
        'impianti/02-forli/transiti.csv',
        'indice.json',
        'indice.firma.json',
      ]),
    );
    await archive.close();
    expect(world.portal.audit.records.at(-1)).toMatchObject({
      action: 'exports.download',
      actor: { name: 'anna' },
      count: 6,
    });
    expect((await download()).status).toBe(404);
  });

  it('the index in the file is signed by a key the portal tells, and names every plant; a stranger may ask for it', async () => {
    const guid = await world.begin();
    await world.runOnce();
    await world.cesena.deliver(guid, await world.part());
    const report = { state: 'error', progress_count: 0, progress_over: null, fault: 'refused' };
    await world.forli.call(parts.reportExportPart, { export: guid }, report);
    await world.runOnce();
    const { keys } = api.exportKeys.response.parse((await world.call('nobody', api.exportKeys)).body);
    const file = world.portal.deps.exports.store.filePath(guid);
    const found = await verifyExport(file, { password: PASSWORD, keys });
    expect(found.signers).toContainEqual(expect.objectContaining({ folder: '', isKnown: true }));
    expect(found.index).toMatchObject({
      guid,
      whole: false,
      user: 'anna',
      parts: [
        { folder: 'impianti/01-cesena', fault: '', transits: 3, whole: true },
        { folder: null, fault: 'refused', plant: { label: 'Forli' } },
      ],
    });
    await expect(verifyExport(file, { password: 'x'.repeat(43), keys })).rejects.toThrow('wrong-password');
  });

  it('EXT-04 EXT-05 PTAPI-06 the cookie is for the path of exports, for 365 days, and out of reach of scripts', async () => {
    const answer = await world.call('anna', api.startExport, { body: world.request() });
    const cookie = answer.headers['set-cookie'] ?? '';
    for (const word of ['Path=/api/v1/exports', 'Max-Age=31536000', 'HttpOnly', 'Secure', 'SameSite=Strict'])
      expect(cookie).toContain(word);
  });

  it('EXP-08 a user sees, changes, cancels, opens and removes only their own exports', async () => {
    const guid = await world.begin();
    await world.finishBoth(guid);
    const params = { export: guid };
    expect(api.listExports.response.parse((await world.call('bruno', api.listExports)).body).exports).toEqual([]);
    for (const endpoint of [api.getExport, api.deleteExport, api.openExportDownload, api.downloadDirectExport])
      expect((await world.call('bruno', endpoint, { params })).status).toBe(404);
    expect((await world.call('bruno', api.updateExport, { params, body: { notes: 'x' } })).status).toBe(404);
    expect((await world.call('bruno', api.cancelExports, { query: { job_id: guid } })).status).toBe(404);
    // The right person with another key is not the owner of the file.
    expect(
      (await world.call('anna', api.openExportDownload, { params }, { 'x-export-key': world.keyOf('bruno') })).status,
    ).toBe(404);
    await world.call('anna', api.openExportDownload, { params });
    const foreignCookie = { headers: { cookie: `ts_export_key=${world.keyOf('bruno')}` } };
    expect((await injectRaw(world.portal.app, api.downloadExport, { params }, foreignCookie)).status).toBe(404);
    expect((await injectRaw(world.portal.app, api.downloadExport, { params })).status).toBe(401);
  });

  it('PTAPI-03 PTAPI-04 EXP-06 notes are changed, the export is removed with its file', async () => {
    const guid = await world.begin();
    await world.finishBoth(guid);
    const params = { export: guid };
    const changed = await world.call('anna', api.updateExport, { params, body: { notes: 'nuove note' } });
    expect(changed.body).toMatchObject({ notes: 'nuove note', notified: false });
    expect((await world.call('anna', api.deleteExport, { params })).status).toBe(204);
    expect((await world.call('anna', api.getExport, { params })).status).toBe(404);
    expect(await world.portal.deps.exports.store.listExports()).not.toContain(guid);
    expect(world.portal.audit.records.slice(-2).map(({ action }) => action)).toEqual([
      'exports.update',
      'exports.delete',
    ]);
  });

  it('EXP-14 EXP-18 an export stays unseen until it is marked', async () => {
    const guid = await world.begin();
    await world.finishBoth(guid);
    const answer = await world.call('anna', api.updateExport, { params: { export: guid }, body: { notified: true } });
    expect(answer.body).toMatchObject({ notified: true });
  });

  it('EXP-20 PTAPI-01 a cancelled export keeps what has arrived; the plants are told', async () => {
    const guid = await world.begin();
    await world.runOnce();
    await world.cesena.deliver(guid, await world.part());
    const answer = await world.call('anna', api.cancelExports, { query: { job_id: guid } });
    expect(answer.body).toEqual({ cancelled: 1 });
    expect((await world.forli.call(parts.getExportPart, { export: guid })).body).toMatchObject({ state: 'cancelled' });
    await world.runOnce();
    expect(world.forli.receivedCalls.at(-1)).toMatchObject({
      method: 'DELETE',
      headers: { authorization: `Bearer ${DELEGATION_TOKEN}` },
    });
    const saved = await world.one(guid);
    expect(getOperationStatus(saved.progress)).toBe(5);
    expect(saved).toMatchObject({ transits: 3, file_size: expect.any(Number) });
    const stored = Date.parse(saved.kept_until ?? '') - Date.parse(saved.progress?.ended ?? '');
    expect(stored).toBe(3 * DAY);
    expect((await world.call('anna', api.openExportDownload, { params: { export: guid } })).status).toBe(200);
  });

  it('EXP-20 PTAPI-01 cancelled while its file is being made, it is cancelled; what arrived is kept, and it cannot be cancelled twice', async () => {
    const guid = await world.begin();
    await world.runOnce();
    for (const one of [world.cesena, world.forli]) await one.deliver(guid, await world.part());
    const { deps } = world.portal;
    const cancelled: number[] = [];
    // The call comes at the very moment between the writing of the file and its end.
    const store = {
      ...deps.exports.store,
      makeFile: async (...input: Parameters<typeof deps.exports.store.makeFile>) => {
        const made = await deps.exports.store.makeFile(...input);
        for (const _twice of [1, 2])
          cancelled.push((await world.call('anna', api.cancelExports, { query: { job_id: guid } })).status);
        return made;
      },
    };
    await runExports(
      { ...deps, exports: { ...deps.exports, store } },
      createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] }),
      new AbortController().signal,
    );
    expect(cancelled).toEqual([200, 404]);
    const saved = await world.one(guid);
    expect(getOperationStatus(saved.progress)).toBe(5);
    expect(saved).toMatchObject({ transits: 6, file_size: expect.any(Number) });
    expect((await world.call('anna', api.openExportDownload, { params: { export: guid } })).status).toBe(200);
    expect(api.pendingExports.response.parse((await world.call('anna', api.pendingExports)).body).exports).toEqual([]);
  });

  it('EXP-21 CONST-17 three days after its end the file is gone and answers not found', async () => {
    const guid = await world.begin();
    await world.finishBoth(guid);
    world.portal.clock.advance(3 * DAY - 1_000);
    await world.signInAgain();
    await deleteExpiredExports(world.portal.deps);
    expect((await world.call('anna', api.getExport, { params: { export: guid } })).status).toBe(200);
    world.portal.clock.advance(2_000);
    await deleteExpiredExports(world.portal.deps);
    expect((await world.call('anna', api.getExport, { params: { export: guid } })).status).toBe(404);
    expect(await world.portal.deps.exports.store.listExports()).toEqual([]);
  });
});

describe('plants with faults', () => {
  const run = async (ms: number): Promise<void> => {
    world.portal.clock.advance(ms);
    await world.runOnce();
  };

  it('a plant that goes away is tried again; back again, its part arrives', async () => {
    world.forli.setUnreachable(true);
    const guid = await world.begin();
    await world.runOnce();
    await world.cesena.deliver(guid, await world.part());
    for (let tries = 0; tries < 3; tries += 1) await run(60_000);
    expect(await world.statusOf(guid)).toBe(2);
    expect((await world.one(guid)).peers[1]).toMatchObject({ fault: null, reception: 0, tries: 4 });
    world.forli.setUnreachable(false);
    await run(61_000);
    expect(world.forli.receivedCalls).toHaveLength(1);
    await world.forli.deliver(guid, await world.part());
    await world.runOnce();
    expect(await world.statusOf(guid)).toBe(3);
  });

  it('a plant that stays away is told as missing, and the others are delivered', async () => {
    world.forli.setUnreachable(true);
    const guid = await world.begin();
    await world.runOnce();
    await world.cesena.deliver(guid, await world.part());
    for (let tries = 0; tries < 12; tries += 1) await run(61_000);
    await world.signInAgain();
    const saved = await world.one(guid);
    expect(getOperationStatus(saved.progress)).toBe(7);
    expect(saved.peers[1]).toMatchObject({ fault: 'unreachable', reception: 4, progress: { failed: true } });
    expect(saved).toMatchObject({ transits: 3, reception: 4, file_size: expect.any(Number) });
  });

  it.each([
    [401, { error: { code: 'invalid_token', path: '/' } }, 'expired', 6],
    [403, { error: { code: 'no_perms', path: '/' } }, 'refused', 4],
    [409, { error: { code: 'conflict', sub_code: 'export_limit', path: '/' } }, 'limit', 4],
    [202, buildPartState({ phase: 'failed', failed: true, problem: 'disk' }), 'failed', 4],
  ])('%i of both plants: nothing to deliver, and why', async (status, body, fault, expected) => {
    for (const one_ of [world.cesena, world.forli]) one_.respondWith(status, body);
    const guid = await world.begin();
    await world.runOnce();
    const saved = await world.one(guid);
    expect(saved.peers.map((peer) => peer.fault)).toEqual([fault, fault]);
    expect([getOperationStatus(saved.progress), saved.file_size]).toEqual([expected, null]);
  });

  it('a page of a proxy, nonsense and a refusal for the moment are no answers: the plant is asked again', async () => {
    world.cesena.respondWith(404, 'Not found');
    world.forli.respondWith(429, { error: { code: 'rate_limit_exceeded', path: '/' } });
    const guid = await world.begin();
    await world.runOnce();
    expect((await world.one(guid)).peers.map(({ fault }) => fault)).toEqual([null, null]);
    world.cesena.respondWith(202);
    await run(61_000);
    expect((await world.one(guid)).peers[0]).toMatchObject({ reception: 1 });
  });

  it('one plant may sign only for its own part; a stranger and an unsigned call are refused', async () => {
    const guid = await world.begin('anna', { peers: world.request().peers.slice(0, 1) });
    await world.runOnce();
    expect((await world.forli.call(parts.getExportPart, { export: guid })).status).toBe(404);
    expect((await world.cesena.call(parts.getExportPart, { export: randomUUID() })).status).toBe(404);
    const stranger = await startExportPlant('Altrove', () => world.portal);
    expect((await stranger.call(parts.getExportPart, { export: guid })).error).toBe('invalid_api_key');
    await stranger.close();
    expect((await injectRaw(world.portal.app, parts.getExportPart, { params: { export: guid } })).status).toBe(401);
  });

  it('a part is accepted once, by its hash; a wrong one begins again, another one is refused', async () => {
    const guid = await world.begin();
    await world.runOnce();
    const bytes = await world.part();
    expect((await world.cesena.deliver(guid, bytes, { sha256: 'a'.repeat(64) })).error).toBe('conflict/part_hash');
    expect((await world.cesena.call(parts.getExportPart, { export: guid })).body).toEqual({
      state: 'wanted',
      received: 0,
    });
    expect((await world.cesena.deliver(guid, bytes, { size: bytes.length + 1 })).error).toBe('conflict/part_size');
    // A piece for another place is not written: the answer says where to go on.
    const gap = await world.cesena.call(parts.putExportPiece, { export: guid, offset: 9 }, Buffer.from('x'));
    expect(gap.body).toEqual({ state: 'wanted', received: bytes.length });
    const again = await world.cesena.deliver(guid, bytes);
    expect(again.body).toEqual({ state: 'accepted', received: bytes.length });
    expect((await world.cesena.deliver(guid, bytes)).body).toMatchObject({ state: 'accepted' });
    expect((await world.cesena.deliver(guid, await world.part())).error).toBe('conflict/part_accepted');
  });

  it('plants that bring their parts at the same moment do not stand in each other’s way', async () => {
    const guid = await world.begin();
    await world.runOnce();
    const report = (done: number) => ({ state: 'running', progress_count: done, progress_over: 10, fault: null });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, done) =>
        [world.cesena, world.forli].map((one) => one.call(parts.reportExportPart, { export: guid }, report(done))),
      ).flat(),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const archive = await world.part();
    const ends = await Promise.all([world.cesena, world.forli].map((one) => one.deliver(guid, archive)));
    expect(ends.map(({ body }) => body)).toEqual(ends.map(() => expect.objectContaining({ state: 'accepted' })));
    expect((await world.one(guid)).progress).toMatchObject({ started: expect.any(String), progress_count: 6 });
  });

  it('pieces: nothing but bytes, never too many, and what was sent goes on where a killed server stopped', async () => {
    const guid = await world.begin();
    await world.runOnce();
    const place = { export: guid, offset: 0 };
    expect((await world.cesena.call(parts.putExportPiece, place, { text: 'x' })).status).toBe(415);
    expect(
      (await world.cesena.call(parts.putExportPiece, place, Buffer.alloc(parts.EXPORT_CHUNK_BYTES + 1))).status,
    ).toBe(413);
    const bytes = await world.part();
    await world.cesena.call(parts.putExportPiece, place, bytes.subarray(0, 50));
    // Bytes a killed server wrote without counting them.
    await world.portal.deps.exports.store.write(guid, 1, 50, Buffer.from('half a piece that never counted'));
    expect((await world.cesena.call(parts.getExportPart, { export: guid })).body).toMatchObject({ received: 50 });
    await world.cesena.call(parts.putExportPiece, { export: guid, offset: 50 }, bytes.subarray(50));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const sent = { size: bytes.length, sha256, transits: 3, pictures: 0, complete: true };
    expect((await world.cesena.call(parts.finishExportPart, { export: guid }, sent)).body).toMatchObject({
      state: 'accepted',
    });
  });

  it('a part that is no archive costs that plant its part, not the others theirs', async () => {
    const guid = await world.begin();
    await world.runOnce();
    await world.cesena.deliver(guid, Buffer.from('not an archive at all, however it is called'));
    await world.forli.deliver(guid, await world.part());
    await world.runOnce();
    const saved = await world.one(guid);
    expect(getOperationStatus(saved.progress)).toBe(7);
    expect(saved.peers.map(({ fault }) => fault)).toEqual(['failed', null]);
    expect(saved.transits).toBe(3);
  });

  it('a portal killed while it makes the file makes it again', async () => {
    const guid = await world.begin();
    await world.runOnce();
    await world.cesena.deliver(guid, await world.part());
    await world.forli.deliver(guid, await world.part());
    // As left by a process that died in the middle: taken, a file half written, nobody at it any more.
    await world.portal.deps.pool.query(`update export_job set state = 'closing', closing_until = $1`, [
      world.portal.clock.now().toISOString(),
    ]);
    await world.portal.deps.exports.store.write(guid, 99, 0, Buffer.from('x'));
    await run(1_000);
    expect(await world.statusOf(guid)).toBe(3);
  });

  it('a plant that says it cannot is told with its reason', async () => {
    const guid = await world.begin();
    await world.runOnce();
    const report = { state: 'error', progress_count: 2, progress_over: 4, fault: 'too_large' };
    expect((await world.cesena.call(parts.reportExportPart, { export: guid }, report)).body).toMatchObject({
      state: 'cancelled',
    });
    await world.forli.deliver(guid, await world.part(), { complete: false });
    await world.runOnce();
    const saved = await world.one(guid);
    expect(saved.peers[0]).toMatchObject({ fault: 'too_large' });
    expect(saved.peers[1]?.progress).toMatchObject({ finished: true, completed: false });
    expect(getOperationStatus(saved.progress)).toBe(7);
  });
});
