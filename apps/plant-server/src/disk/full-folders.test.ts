import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { plantKeys, PlantKeys } from '@varco/contract/plant/exports.ts';
import { ingestReads, ingestReadsWithPictures } from '@varco/contract/plant/ingest.ts';
import {
  createPlantExport,
  getPlantExport,
  getPlantExportZip,
  PlantExport,
  plantExportTicket,
} from '@varco/contract/plant/plant-exports.ts';
import { verifyExport } from '@varco/evidence/verify.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { buildApiKeyHeader } from '../testing/ingest-keys.ts';
import { createPlantProcess, type PlantProcess } from '../testing/plant-process.ts';
import { buildForm } from '../testing/send-pictures.ts';
import { mountSmallDisk } from '@varco/server-kit/testing/small-disk.ts';

const RESERVE_MB = 32;
const MAX_RECOVERY_MS = 10_000;
const ZIP_PASSWORD = 'parola-di-prova-0123456789';

const pictureDisk = mountSmallDisk(120);
const exportDisk = mountSmallDisk(120);

const Results = z.object({
  results: z.array(z.object({ state: z.string(), id: z.string(), reason: z.string().optional() })),
});
const base = Date.now() - 3 * 3_600_000;
let made = 0;
const buildRead = (more: object = {}) => {
  made += 1;
  const targa = `FF${String(made).padStart(5, '0')}`;
  return { varco_id: 1 + (made % 3), targa, data: new Date(base + made * 1_000).toISOString(), ...more };
};

/** A picture of noise, about 400 kB; each one is different. */
const createNoise = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const raw = { width: 640, height: 360, channels: 3 } as const;
  return new Uint8Array(
    await sharp(randomBytes(raw.width * raw.height * 3), { raw })
      .jpeg({ quality: 90 })
      .toBuffer(),
  );
};

/** Without the right to mount there is no disk to fill; CI runs as root. */
describe.skipIf(pictureDisk === null || exportDisk === null)('a plant whose folders have disks of their own', () => {
  let plant: PlantProcess;
  let user: Readonly<Record<string, string>>;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'varco-folders-'));
    await symlink(pictureDisk?.path ?? '', join(dataDir, 'pictures'));
    await symlink(exportDisk?.path ?? '', join(dataDir, 'exports'));
    plant = await createPlantProcess({ dataDir, env: { VARCO_DISK_RESERVE_MB: String(RESERVE_MB) } });
    await plant.start();
    user = await plant.signIn();
  }, 50_000);
  afterEach(async () => {
    await pictureDisk?.free();
    await exportDisk?.free();
  });
  afterAll(async () => {
    await plant.remove();
    pictureDisk?.unmount();
    exportDisk?.unmount();
    // The export process may still be writing what it compiled.
    await rm(dataDir, { recursive: true, maxRetries: 10, retryDelay: 200 });
  }, 30_000);

  const sendReads = (count: number): Promise<Response> =>
    plant.post(ingestReads.path, { reads: Array.from({ length: count }, () => buildRead()) }, buildApiKeyHeader('all'));
  async function sendPicture(): Promise<Response> {
    const json = JSON.stringify({ reads: [buildRead({ pictures: { full: 'a' } })] });
    const { type, bytes } = await buildForm(json, { a: await createNoise() });
    return fetch(`${plant.origin}${ingestReadsWithPictures.path}`, {
      method: 'POST',
      headers: { ...buildApiKeyHeader('all'), 'content-type': type },
      body: new Uint8Array(bytes),
    });
  }
  const viewPicture = (id: string, variant: string): Promise<Response> =>
    plant.get(`/api/lpr/${id}/image?variant=${variant}`, user);

  /** Names of originals whose bytes are not those of the name, and files that were left half written. */
  async function findDamagedPictures(): Promise<readonly string[]> {
    const damaged: string[] = [];
    for (const name of await readdir(pictureDisk?.path ?? '', { recursive: true })) {
      const hash = /original\/..\/([0-9a-f]{64})$/.exec(name)?.[1];
      if (name.endsWith('.part')) damaged.push(name);
      if (hash === undefined) continue;
      const bytes = await readFile(join(pictureDisk?.path ?? '', name));
      if (createHash('sha256').update(bytes).digest('hex') !== hash) damaged.push(name);
    }
    return damaged;
  }

  test('a full picture store refuses pictures with 507, keeps no half picture, and stops neither reads nor views', async () => {
    const stored: string[] = [];
    const statuses = new Set<number>();
    let isOver = false;
    const sender = async (): Promise<void> => {
      while (!isOver) {
        const answer = await sendPicture();
        statuses.add(answer.status);
        if (answer.status !== 200) {
          await answer.text();
          await delay(20);
          continue;
        }
        for (const { id, reason } of Results.parse(await answer.json()).results)
          if (reason === undefined) stored.push(id);
      }
    };
    const senders = [sender(), sender(), sender()];
    await vi.waitFor(() => expect(stored.length).toBeGreaterThan(5), 10_000);
    await pictureDisk?.fill(0);
    await vi.waitFor(() => expect(statuses).toContain(507), 5_000);
    expect((await sendReads(5)).status).toBe(200);
    // The small form of a picture that nobody has seen yet is made although it cannot be kept.
    expect((await viewPicture(stored[0] ?? '', 't100')).status).toBe(200);
    await pictureDisk?.free();
    await vi.waitFor(async () => expect((await sendPicture()).status).toBe(200), {
      timeout: MAX_RECOVERY_MS,
      interval: 100,
    });
    isOver = true;
    await Promise.all(senders);
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 507]);
    expect(await findDamagedPictures()).toEqual([]);
    for (const id of stored) expect((await viewPicture(id, 'full')).status).toBe(200);
  });

  const createExport = (): Promise<Response> =>
    plant.post(
      createPlantExport.path,
      {
        ...{ label: 'caso 7', filters: {}, without_images: true, with_context_images: false, watermark_tag: '' },
        encryption_key: ZIP_PASSWORD,
      },
      user,
    );
  const readPhase = async (id: string): Promise<string> => {
    const answer = await plant.get(getPlantExport.path.replace(':id', id), user);
    return PlantExport.parse(await answer.json()).phase;
  };

  const readDiskState = async (): Promise<unknown> => {
    const Ready = z.object({ states: z.object({ disk: z.string() }) });
    return Ready.parse(await (await plant.get('/ready')).json()).states.disk;
  };

  async function verifyDownload(id: string): Promise<unknown> {
    const ticketAnswer = await plant.post(plantExportTicket.path.replace(':id', id), undefined, user);
    const { ticket } = z.object({ ticket: z.string() }).parse(await ticketAnswer.json());
    const file = await plant.get(`${getPlantExportZip.path.replace(':id', id)}?jwt=${encodeURIComponent(ticket)}`);
    expect(file.status).toBe(200);
    const path = join(dataDir, 'export.zip');
    await writeFile(path, new Uint8Array(await file.arrayBuffer()));
    const { keys } = PlantKeys.parse(await (await plant.get(plantKeys.path)).json());
    return (await verifyExport(path, { password: ZIP_PASSWORD, keys })).findings;
  }

  test('below the reserve of the exports a new one is refused; one that runs waits, goes on and is whole', async () => {
    for (let i = 0; i < 8; i += 1) expect((await sendReads(500)).status).toBe(200);
    const created = await createExport();
    expect(created.status).toBe(200);
    const { id } = PlantExport.parse(await created.json());
    await exportDisk?.fill(0);
    await vi.waitFor(async () => expect(await readDiskState()).toBe('full'), 5_000);
    expect((await createExport()).status).toBe(507);
    expect((await sendReads(5)).status).toBe(200);
    await delay(4_000);
    expect(['waiting', 'building']).toContain(await readPhase(id));
    await exportDisk?.free();
    await vi.waitFor(async () => expect(await readPhase(id)).toBe('ready'), { timeout: 30_000, interval: 200 });
    expect(await verifyDownload(id)).toEqual([]);
    expect((await createExport()).status).toBe(200);
  });
});
