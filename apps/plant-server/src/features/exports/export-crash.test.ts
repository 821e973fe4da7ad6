import { randomUUID } from 'node:crypto';
import { delegateExport, fetchExportPart, getExportPart, pushExport } from '@varco/contract/plant/exports.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyExport } from '@varco/evidence/verify.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZIP_PASSWORD } from '../../testing/export-fixture.ts';
import { buildApiKeyHeader } from '../../testing/ingest-keys.ts';
import { createPlantProcess, type PlantProcess } from '../../testing/plant-process.ts';

const READS = 4_500;
let plant: PlantProcess;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'varco-export-crash-'));
  plant = await createPlantProcess();
  await plant.start();
}, 90_000);
afterAll(async () => {
  await plant.remove();
  await rm(folder, { recursive: true });
}, 60_000);

const countSegments = (guid: string): Promise<number> =>
  plant.withDatabase(async (pool) => {
    const { rows } = await pool.query<{ segments: number }>('select segments from export_job where id = $1', [guid]);
    return rows[0]?.segments ?? 0;
  });

it('killed while it makes a part, plant and database go on where they were, and the part is whole', async () => {
  const now = Date.now();
  for (let from = 0; from < READS; from += 500) {
    const reads = Array.from({ length: 500 }, (_, i) => ({
      varco_id: 1,
      targa: `KI${String((from + i) % 1_000).padStart(3, '0')}LL`,
      data: new Date(now - (from + i + 1) * 1_000).toISOString(),
    }));
    const answer = await plant.post(ingestReads.path, { reads }, buildApiKeyHeader('all'));
    expect(answer.status).toBe(200);
  }
  const person = await plant.signIn();
  const guid = randomUUID();
  const requested = { filter: {}, without_images: true, with_context_images: false, watermark_tag: '' };
  const answer = await plant.post(delegateExport.path, { ...requested, export_guid: guid, mode: 'direct' }, person);
  expect(answer.status).toBe(200);
  const { jwt } = (await answer.json()) as { jwt: string };
  const delegation = { authorization: `Bearer ${jwt}` };
  const begin = { ...requested, export_guid: guid, encryption_key: ZIP_PASSWORD, peer_number: 1 };
  expect((await plant.post(pushExport.path, begin, delegation)).status).toBe(202);
  await expect.poll(() => countSegments(guid), { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
  await plant.kill('both');
  await plant.start();
  const path = getExportPart.path.replace(':guid', guid);
  await expect
    .poll(async () => (await (await plant.get(path, delegation)).json()) as unknown, { interval: 500, timeout: 60_000 })
    .toMatchObject({ phase: 'ready', progress_count: READS });
  const file = await plant.get(fetchExportPart.path.replace(':guid', guid), delegation);
  const zip = join(folder, 'part.zip');
  await writeFile(zip, Buffer.from(await file.arrayBuffer()));
  const found = await verifyExport(zip, { password: ZIP_PASSWORD, keys: [] });
  expect(found.findings).toEqual([]);
  expect(found.parts[0]?.manifest?.completeness.transits).toBe(READS);
}, 150_000);
