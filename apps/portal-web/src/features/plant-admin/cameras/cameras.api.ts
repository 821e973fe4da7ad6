import { queryOptions } from '@tanstack/react-query';
import * as api from '@varco/contract/plant/camera-intake.ts';
import * as messages from '@varco/contract/plant/camera-messages.ts';
import { listGates } from '@varco/contract/plant/gates.ts';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';

/** How often the pages look for new messages, so that the first ones of a camera are seen arriving. */
const WATCH_MS = 4_000;

export const camerasQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['cameras', peerId],
    queryFn: ({ signal }) => callPeer(peerId, api.listCameras, {}, { signal }),
    retry: false,
    staleTime: 0,
    refetchInterval: WATCH_MS,
  });

export const cameraGatesQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['camera-gates', peerId],
    queryFn: async ({ signal }) =>
      (await callPeer(peerId, listGates, { query: { filtering: true, paginate: false } }, { signal })).objects,
    retry: false,
  });

export const messagesQuery = (peerId: number, id: number) =>
  queryOptions({
    queryKey: ['camera-messages', peerId, id],
    queryFn: ({ signal }) => callPeer(peerId, messages.listCameraMessages, { params: { id } }, { signal }),
    retry: false,
    staleTime: 0,
    refetchInterval: WATCH_MS,
  });

/** One message; `version`: when the camera was changed, because that changes how it is read. */
export const messageQuery = (peerId: number, id: number, message: string, version: string) =>
  queryOptions({
    queryKey: ['camera-message', peerId, id, message, version],
    queryFn: ({ signal }) => callPeer(peerId, messages.getCameraMessage, { params: { id, message } }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const createCamera = (peerId: number, body: CallInput<typeof api.createCamera>['body']) =>
  callPeer(peerId, api.createCamera, { body });

export const updateCamera = (peerId: number, { id, updated }: api.Camera, body: api.CameraBody) =>
  callPeer(peerId, api.updateCamera, { params: { id }, body: { ...body, updated } });

export const rotateCameraKey = (peerId: number, id: number) =>
  callPeer(peerId, api.rotateCameraKey, { params: { id } });

export const revokeCamera = (peerId: number, id: number): Promise<void> =>
  callPeer(peerId, api.revokeCamera, { params: { id } });

export const retryMessage = (peerId: number, id: number, message: string) =>
  callPeer(peerId, messages.retryCameraMessage, { params: { id, message } });

export const tryMessage = (peerId: number, body: CallInput<typeof messages.tryCameraMessage>['body']) =>
  callPeer(peerId, messages.tryCameraMessage, { body });

/** What an administrator sets, of a camera that exists. */
export const toCameraBody = (camera: api.Camera): api.CameraBody => ({
  nome: camera.nome,
  varco_id: camera.varco_id,
  famiglia: camera.famiglia,
  fuso: camera.fuso,
  unita: camera.unita,
  mappatura: camera.mappatura,
  reti: camera.reti,
  dispositivo: camera.dispositivo,
  prova: camera.prova,
});
