import { ingestReadsWithPictures } from '@varco/contract/plant/ingest.ts';
import sharp from 'sharp';
import { buildApiKeyHeader, type INGEST_KEYS } from './ingest-keys.ts';
import type { TestPlant } from './test-plant.ts';

/** A JPEG of one colour; each colour is a different picture. */
export const createPhoto = (colour: string, width = 640, height = 360): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

export type PictureParts = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

/** Body of a multipart call, with its content type. */
export async function buildForm(json: string, parts: PictureParts): Promise<{ type: string; bytes: Buffer }> {
  const form = new FormData();
  form.set('reads', json);
  for (const [name, bytes] of Object.entries(parts))
    form.set(name, new Blob([bytes], { type: 'image/jpeg' }), '../../../etc/cron.d/evil');
  const response = new Response(form);
  return { type: response.headers.get('content-type') ?? '', bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Sends reads with pictures as a camera does; returns the status and the parsed body. */
export async function sendReadsWithPictures(
  plant: TestPlant,
  reads: readonly unknown[],
  parts: PictureParts,
  key: keyof typeof INGEST_KEYS = 'all',
): Promise<{ status: number; body: unknown }> {
  const { type, bytes } = await buildForm(JSON.stringify({ reads }), parts);
  const answer = await plant.app.inject({
    method: 'POST',
    url: ingestReadsWithPictures.path,
    headers: { ...buildApiKeyHeader(key), 'content-type': type },
    payload: bytes,
  });
  return { status: answer.statusCode, body: answer.json() };
}
