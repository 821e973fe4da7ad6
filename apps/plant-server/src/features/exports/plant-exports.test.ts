import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { delegateExport } from '@varco/contract/plant/exports.ts';
import {
  createPlantExport,
  deletePlantExport,
  getPlantExport,
  getPlantExportZip,
  listPlantExports,
  plantExportTicket,
  PlantExport,
} from '@varco/contract/plant/plant-exports.ts';
import { injectJson, injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { processAllJobs, storeExportReads, verifyTestExport, ZIP_PASSWORD } from '../../testing/export-fixture.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { parseError } from '../../testing/transits-fixture.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({}, { renewsTokens: true });
  await storeExportReads(plant, 60, 4);
});
afterAll(() => plant.close());
beforeEach(async () => {
  plant.clock.now = NOW;
  await plant.pool.query('delete from export_job');
});

const DATA = { without_images: true, with_context_images: false, watermark_tag: '' };

describe('an export kept on one plant', () => {
  const create = async (more: object = {}, user = 'operatore') =>
    plant.call(createPlantExport, { body: { label: 'caso 12', filters: {}, ...DATA, ...more } }, user, REASON);

  it('PLAPI-12 PLAPI-13 is made, downloaded once with a ticket, verified with the password told once', async () => {
    const made = await create();
    const { id, label } = PlantExport.parse(made.body);
    const password = String(Reflect.get(Object(made.body), 'encryption_key'));
    expect(label).toBe('caso 12');
    const ticketOf = () => plant.call(plantExportTicket, { params: { id } }, 'operatore');
    expect((await ticketOf()).status).toBe(409);
    await processAllJobs(plant);
    const ticket = String(Reflect.get(Object((await ticketOf()).body), 'ticket'));
    const zip = (jwt: string) => injectJson(plant.app, getPlantExportZip, { params: { id }, query: { jwt } });
    const file = await zip(ticket);
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringContaining('attachment; filename="esportazione-2026-11-20-'),
    });
    expect((await verifyTestExport(plant, file.bytes, password)).found.findings).toEqual([]);
    expect((await zip(ticket)).status).toBe(403);
    expect(parseError((await zip(await plant.token('operatore'))).body)).toMatchObject({
      code: 'invalid_token',
      sub_code: 'token_in_query',
    });
    const late = String(Reflect.get(Object((await ticketOf()).body), 'ticket'));
    plant.clock.now = '2026-11-20T14:32:59.000Z';
    expect((await zip(late)).status).toBe(403);
    expect((await plant.call(getPlantExport, { params: { id } }, 'operatore')).body).not.toHaveProperty(
      'encryption_key',
    );
  });

  it('EXP-08 is its owner’s alone', async () => {
    const { id } = PlantExport.parse((await create({ encryption_key: ZIP_PASSWORD })).body);
    await processAllJobs(plant);
    const params = { id };
    for (const endpoint of [getPlantExport, plantExportTicket, deletePlantExport])
      expect(
        (await injectRaw(plant.app, endpoint, { params }, { token: await plant.token('amministratore') })).status,
      ).toBe(404);
    const listed = async (user: string) => (await plant.call(listPlantExports, {}, user)).body;
    expect(await listed('operatore')).toMatchObject({ objects: [{ id }] });
    expect(await listed('amministratore')).toEqual({ objects: [] });
    expect((await plant.call(deletePlantExport, { params }, 'operatore')).status).toBe(204);
    expect(await listed('operatore')).toEqual({ objects: [] });
    expect(existsSync(join(plant.deps.exportFolder, id))).toBe(false);
  });

  it('hostile words are words', async () => {
    const made = await create({
      label: '"><script>',
      watermark_tag: '<b>&',
      without_images: false,
      encryption_key: ZIP_PASSWORD,
    });
    const { id } = PlantExport.parse(made.body);
    await processAllJobs(plant);
    expect(PlantExport.parse((await plant.call(getPlantExport, { params: { id } }, 'operatore')).body)).toMatchObject({
      phase: 'ready',
    });
    expect((await create({ label: 'a\u202eb' })).status).toBe(400);
    expect((await create({ encryption_key: 'corta' })).status).toBe(400);
    expect((await plant.callRaw(delegateExport, { body: { filters: {} } }, 'operatore')).status).toBe(400);
  });
});
