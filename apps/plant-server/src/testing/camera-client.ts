import { Camera, CameraWithKey, createCamera, listCameras } from '@varco/contract/plant/camera-intake.ts';
import { listCameraMessages } from '@varco/contract/plant/camera-messages.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import type { CameraBody } from './camera-bodies.ts';
import { NOW, REASON, type TestPlant } from './test-plant.ts';

export const ADMIN = 'amministratore';
/** So many seconds before now, without the milliseconds no camera sends. */
export const at = (seconds: number): string => toIsoInstant(parseInstantMs(NOW) - seconds * 1000).replace('.000Z', 'Z');
/** A camera of gate 1 in service, without its name. */
export const FIELDS = {
  varco_id: 1,
  famiglia: 'hikvision',
  fuso: 'Europe/Rome',
  unita: 'kmh' as const,
  mappatura: null,
  reti: [],
  prova: false,
};
const Found = z.object({ objects: z.array(z.object({ id: z.string(), varco_id: z.int(), data: z.string() }).loose()) });
const Messages = z.object({
  objects: z.array(z.object({ id: z.string(), stato: z.string(), motivo: z.string().nullable() })),
});

/** What a camera sends, and what its plant then lists and finds. */
export function createCameraClient(plantOf: () => TestPlant) {
  async function add(nome: string, more: object = {}): Promise<CameraWithKey> {
    const answer = await plantOf().callRaw(createCamera, { body: { ...FIELDS, nome, ...more } }, ADMIN);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return CameraWithKey.parse(answer.body);
  }
  const send = (path: string, { type, bytes }: CameraBody, headers: Readonly<Record<string, string>> = {}) =>
    plantOf().app.inject({ method: 'POST', url: path, headers: { 'content-type': type, ...headers }, payload: bytes });
  const sendTo = (camera: CameraWithKey, body: CameraBody) => send(`/api/camera/${camera.chiave}`, body);
  async function cameraOf({ camera: { id } }: CameraWithKey): Promise<Camera> {
    const { body } = await plantOf().call(listCameras, {}, ADMIN);
    const found = z
      .object({ objects: z.array(Camera) })
      .parse(body)
      .objects.find((one) => one.id === id);
    if (found === undefined) throw new Error('the camera is not listed');
    return found;
  }
  const search = async (plate: string) =>
    Found.parse((await plantOf().call(searchTransits, { body: { f_targa: plate } }, 'operatore', REASON)).body).objects;
  const messagesOf = async ({ camera: { id } }: CameraWithKey) =>
    Messages.parse((await plantOf().call(listCameraMessages, { params: { id } }, ADMIN)).body).objects;
  return { add, send, sendTo, cameraOf, search, messagesOf };
}
