import { queryOptions } from '@tanstack/react-query';
import { cameraStatus } from '@varco/contract/plant/camera-status.ts';
import * as tasks from '@varco/contract/plant/camera-tasks.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { nowMs, toInstant } from '../../../lib/clock.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';

const DAY_MS = 86_400_000;
/** CAM-06: a week by default, all of it in one answer. */
export const HISTORY_DAYS = 7;
const ALL_SAMPLES = 999_999;
/** Plants sample their cameras every five minutes. */
const SAMPLED_EVERY_MS = 300_000;
const TASKS_EVERY_MS = 60_000;

/** Samples of the last week, oldest first. */
export const cameraHistoryQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['camera-history', peerId],
    queryFn: async ({ signal }) => {
      const endMs = nowMs();
      const query = {
        start_time: toInstant(endMs - HISTORY_DAYS * DAY_MS),
        end_time: toInstant(endMs),
        offset: 0,
        limit: ALL_SAMPLES,
      };
      return (await callPeer(peerId, cameraStatus, { query }, { signal, isPolling: true })).objects;
    },
    retry: false,
    refetchInterval: SAMPLED_EVERY_MS,
    staleTime: SAMPLED_EVERY_MS,
  });

export type CameraFailure = 'authentication' | 'connection' | 'other';

/** Kind of a failed call for cameras (CAM-10): a 401 is about the credentials, no answer about the plant. */
export function toCameraFailure(error: unknown): CameraFailure {
  if (!(error instanceof ApiError)) return 'other';
  if (error.facts.status === 401) return 'authentication';
  return error.facts.status === 0 || error.code === 'unavailable' ? 'connection' : 'other';
}

export const cameraTasksQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['camera-tasks', peerId],
    queryFn: async ({ signal }) =>
      (await callPeer(peerId, tasks.listCameraTasks, {}, { signal, isPolling: true })).objects,
    retry: false,
    refetchInterval: TASKS_EVERY_MS,
  });

/** Corrections change a few times a day. */
const CONFUSIONS_EVERY_MS = 600_000;

export const cameraConfusionsQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['camera-confusions', peerId],
    queryFn: async ({ signal }) =>
      (await callPeer(peerId, tasks.listCameraConfusions, {}, { signal, isPolling: true })).objects,
    retry: false,
    refetchInterval: CONFUSIONS_EVERY_MS,
    staleTime: CONFUSIONS_EVERY_MS,
  });

export const cameraEventsQuery = (peerId: number, gate: number) =>
  queryOptions({
    queryKey: ['camera-events', peerId, gate],
    queryFn: async ({ signal }) =>
      (await callPeer(peerId, tasks.cameraEvents, { params: { id: gate } }, { signal })).objects,
    retry: false,
    staleTime: 0,
  });

/** Becomes the owner of a task, if nobody else did since it was read. */
export const takeTask = (peerId: number, { id, presa_da }: tasks.CameraTask): Promise<tasks.CameraTask> =>
  callPeer(peerId, tasks.takeCameraTask, { params: { id }, body: { presa_da } });

export const finishTask = (peerId: number, id: number, nota: string): Promise<tasks.CameraTask> =>
  callPeer(peerId, tasks.finishCameraTask, { params: { id }, body: { nota } });
