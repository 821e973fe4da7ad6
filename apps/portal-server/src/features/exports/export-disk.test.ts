import { join } from 'node:path';
import { putExportPiece } from '@varco/contract/portal/export-parts.ts';
import * as api from '@varco/contract/portal/exports.ts';
import { createDiskGuard, type DiskGuard } from '@varco/server-kit/disk/disk-guard.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { mountSmallDisk } from '@varco/server-kit/testing/small-disk.ts';
import { openZip } from '@varco/evidence/zip/zip-reader.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExportFixture } from '../../testing/export-fixture.ts';
import { formatError } from '../../testing/test-people.ts';
import { openExportStorage } from './parts.service.ts';

const RESERVE_MB = 32;
const disk = mountSmallDisk(100);

/** Without the right to mount there is no disk to fill; CI runs as root. */
describe.skipIf(disk === null)('a portal whose exports have a disk of their own', () => {
  let world: ExportFixture;
  let diskGuard: DiskGuard;
  const folder = join(disk?.path ?? '', 'exports');
  const untilState = (state: string): Promise<void> =>
    vi.waitFor(() => expect(diskGuard.state('exports')).toBe(state), { timeout: 5_000, interval: 50 });
  beforeAll(async () => {
    const volumes = { exports: [folder] };
    diskGuard = createDiskGuard({ volumes, reserveMb: RESERVE_MB, ballastPath: null, log: silentLog });
    await diskGuard.start();
    world = await ExportFixture.open({ diskGuard, exports: openExportStorage(folder) });
  });
  beforeEach(async () => {
    await disk?.free();
    await untilState('ok');
    await world.reset();
  });
  afterAll(async () => {
    await diskGuard.stop();
    await world.close();
    disk?.unmount();
  });

  it('below the reserve it refuses new exports and pieces of parts with 507; the file waits and is then whole', async () => {
    const guid = await world.begin();
    await world.runOnce();
    for (const plant of [world.cesena, world.forli])
      expect((await plant.deliver(guid, await world.part())).error).toBe('');
    await disk?.fill(RESERVE_MB / 2);
    await untilState('low');
    const refused = await world.call('anna', api.startExport, { body: world.request() });
    expect([refused.status, formatError(refused)]).toEqual([507, 'insufficient_storage']);
    expect(refused.headers).toMatchObject({ 'retry-after': '5' });
    const piece = await world.cesena.call(putExportPiece, { export: guid, offset: 0 }, Buffer.from('piece'));
    expect(piece).toMatchObject({ status: 507, error: 'insufficient_storage' });
    await world.runOnce();
    expect(await world.statusOf(guid)).toBe(2);
    await disk?.free();
    await untilState('ok');
    await world.runOnce();
    const { file_size: size } = await world.one(guid);
    const path = world.portal.deps.exports.store.filePath(guid);
    const archive = await openZip(path);
    expect(archive.entries.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['impianti/01-cesena/transiti.csv', 'impianti/02-forli/transiti.csv', 'indice.json']),
    );
    await archive.close();
    expect(size).toBeGreaterThan(0);
  });

  it('a piece that finds no room counts for nothing: the plant sends it again from the same place', async () => {
    const guid = await world.begin();
    await world.runOnce();
    const bytes = Buffer.alloc(1_000_000, 7);
    // The guard has not measured yet: the write itself fails.
    await disk?.fill(0);
    const failed = await world.cesena.call(putExportPiece, { export: guid, offset: 0 }, bytes);
    expect(failed).toMatchObject({ status: 507, error: 'insufficient_storage' });
    await disk?.free();
    await untilState('ok');
    const sent = await world.cesena.call(putExportPiece, { export: guid, offset: 0 }, bytes);
    expect(sent).toMatchObject({ status: 200, body: { received: bytes.length } });
  });
});
