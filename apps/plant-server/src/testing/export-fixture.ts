import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { delegateExport, ExportPart, pushExport } from '@varco/contract/plant/exports.ts';
import type { ExportedFilter } from '@varco/contract/plant/exported-filter.ts';
import { verifyExport, type Verification } from '@varco/evidence/verify.ts';
import { openZip } from '@varco/evidence/zip/zip-reader.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { injectJson, type InjectResponse } from '@varco/server-kit/testing/inject-json.ts';
import { toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { processNextJob } from '../features/exports/export-worker.ts';
import { insertReads } from '../features/ingest/insert-reads.repository.ts';
import type { NewRead } from '../features/ingest/new-read.ts';
import { createPhoto } from './send-pictures.ts';
import { NOW, REASON, type TestPlant } from './test-plant.ts';

export const ZIP_PASSWORD = 'parola-di-prova-0123456789';

/** Recent reads at three gates, four of every plate. */
export const buildExportReads = (count: number): readonly NewRead[] =>
  Array.from({ length: count }, (_, index) => ({
    gate: (index % 3) + 1,
    plate: `EX${String(index % Math.ceil(count / 4)).padStart(3, '0')}PT`,
    at: toIsoInstant(parseInstantMs(NOW) - (index + 1) * 5_000),
    nation: 'I',
  }));

/** Stores reads; the first `pictured` have scene, plate and context pictures. */
export async function storeExportReads(plant: TestPlant, count: number, pictured: number): Promise<void> {
  const { pictures } = plant.deps;
  const reads: NewRead[] = [];
  for (const [index, read] of buildExportReads(count).entries()) {
    if (index >= pictured) {
      reads.push(read);
      continue;
    }
    const full = await pictures.put(await createPhoto(`#0000${(index % 90) + 10}`, 640, 360), 'context');
    const plate = await pictures.put(await createPhoto(`#00${(index % 90) + 10}00`, 160, 48), 'plate');
    const context = await pictures.put(await createPhoto(`#${(index % 90) + 10}0000`, 320, 180), 'context');
    reads.push({ ...read, pictures: { full: full.hash, plate: plate.hash, context: context.hash } });
  }
  await insertReads(plant.deps.store, reads);
}

export interface ExportOptions {
  readonly filter?: ExportedFilter;
  readonly without_images?: boolean;
  readonly with_context_images?: boolean;
  readonly watermark_tag?: string;
  readonly mode?: 'portal' | 'direct';
  readonly guid?: string;
  readonly user?: string;
}

/** Requests a delegation; returns it with a function that starts the part. */
export async function delegateTestExport(plant: TestPlant, request: ExportOptions = {}) {
  const guid = request.guid ?? randomUUID();
  const contents = {
    filter: request.filter ?? {},
    without_images: request.without_images ?? true,
    with_context_images: request.with_context_images ?? false,
    watermark_tag: request.watermark_tag ?? '',
  };
  const body = { export_guid: guid, mode: request.mode ?? 'direct', ...contents };
  const answer = await plant.call(delegateExport, { body }, request.user ?? 'operatore', REASON);
  const jwt = String(Reflect.get(Object(answer.body), 'jwt') ?? '');
  const push = (more: object = {}): Promise<InjectResponse> => {
    const requested = {
      ...contents,
      export_guid: guid,
      encryption_key: ZIP_PASSWORD,
      destination: '',
      peer_number: 1,
      ...more,
    };
    return injectJson(plant.app, pushExport, { body: requested }, { token: jwt });
  };
  return { guid, jwt, answer, push };
}

/** Processes export jobs until none is due. */
export async function processAllJobs(plant: TestPlant): Promise<void> {
  const never = new AbortController().signal;
  while (await processNextJob(plant.deps, never));
}

export const parsePart = (answer: InjectResponse): ExportPart => ExportPart.parse(answer.body);

/** Verifies an export with the plant's key and returns its files. */
export async function verifyTestExport(
  plant: TestPlant,
  bytes: Uint8Array,
  password = ZIP_PASSWORD,
): Promise<{
  readonly found: Verification;
  readonly text: (name: string) => string;
  readonly names: readonly string[];
}> {
  const folder = await mkdtemp(join(tmpdir(), 'varco-export-test-'));
  try {
    const path = join(folder, 'export.zip');
    await writeFile(path, bytes);
    const { kid, publicKey } = plant.deps.keys.current;
    const found = await verifyExport(path, { password, keys: [{ kid, x: toPublicJwk(publicKey).x }] });
    const texts = new Map<string, string>();
    const archive = await openZip(path);
    for (const entry of archive.entries) {
      const parts: Uint8Array[] = [];
      for await (const part of archive.read(entry, password)) parts.push(part);
      texts.set(entry.name, Buffer.concat(parts).toString('utf8'));
    }
    await archive.close();
    return { found, text: (name) => texts.get(name) ?? '', names: [...texts.keys()] };
  } finally {
    await rm(folder, { recursive: true });
  }
}
