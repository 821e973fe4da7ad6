import type { CameraMessage } from '@varco/cameras/camera-types.ts';
import { z } from 'zod';
import type { ServerKey } from '../../auth/server-key.ts';

const Head = z.object({
  contentType: z.string().nullable(),
  fileName: z.string().nullable(),
  query: z.string(),
});
const LENGTH_BYTES = 4;

const buildContext = (id: string): string => `camera-message/${id}`;

/** Seals a message for its row: headers, query and body may all contain plates. */
export function sealMessage(key: ServerKey, id: string, { body, ...head }: CameraMessage): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(text.length);
  return key.seal(buildContext(id), Buffer.concat([length, text, body]));
}

/** Opens a sealed message. Throws when it was altered or belongs to another row. */
export function openMessage(key: ServerKey, id: string, sealed: Uint8Array): CameraMessage {
  const plain = key.open(buildContext(id), sealed);
  const start = LENGTH_BYTES + plain.readUInt32BE();
  const head = Head.parse(JSON.parse(plain.subarray(LENGTH_BYTES, start).toString('utf8')));
  return { ...head, body: plain.subarray(start) };
}
