import * as parts from '@varco/contract/portal/export-parts.ts';
import * as api from '@varco/contract/portal/exports.ts';
import { getOperationStatus } from '@varco/domain/exports/export-status.ts';
import { verifyExport } from '@varco/evidence/verify.ts';
import { openZip } from '@varco/evidence/zip/zip-reader.ts';
import { createOutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExportFixture, DELEGATION_TOKEN, PASSWORD } from '../../testing/export-fixture.ts';
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
