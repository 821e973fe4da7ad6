import { createHash, randomUUID } from 'node:crypto';
import * as parts from '@varco/contract/portal/export-parts.ts';
import { getOperationStatus } from '@varco/domain/exports/export-status.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExportFixture } from '../../testing/export-fixture.ts';
import { buildPartState, startExportPlant } from '../../testing/test-export-plant.ts';

let world: ExportFixture;
beforeAll(async () => {
  world = await ExportFixture.open();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

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
