import { setTimeout as wait } from 'node:timers/promises';
import type { CameraMessage } from '@varco/cameras/camera-types.ts';
import { findStorageFailure } from '@varco/server-kit/disk/storage-failure.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { isRetryable } from '../../../database/retry-transaction.ts';
import type { CameraIntakeDeps } from '../camera-intake.deps.ts';
import type { IntakeCamera } from '../cameras.repository.ts';
import { keepRefused, receiveMessage, spendReads, type MessagePath } from '../receive-message.ts';
import type { StoreVehicles } from '../store-vehicles.ts';
import type { Deliver } from './transport.ts';

const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** What a connection carries besides reads says that the camera is alive. */
const PATH: MessagePath = { isContact: false, family: null, areOtherEventsContact: true };

/** True for an error after which the same message can be stored later: the database, a disk, or a limit refused it. */
const isPassing = (error: unknown): boolean =>
  error instanceof AppError || isRetryable(error) || findStorageFailure(error) !== null;

/** Creates what stores messages that nobody would send again: it waits for the database, room on the disk and the camera's rate. */
export function createDeliver(deps: CameraIntakeDeps, storeVehicles: StoreVehicles): Deliver {
  const { diskGuard, log } = deps;

  async function store(camera: IntakeCamera, message: CameraMessage, tooManyBytes: number | null): Promise<void> {
    diskGuard.refuseGrowth(['database', 'pictures']);
    spendReads(deps, camera, message.body.length);
    if (tooManyBytes !== null) return await keepRefused(deps, camera, message, 'body_too_large', tooManyBytes);
    try {
      await receiveMessage(deps, storeVehicles, camera, message, PATH);
    } catch (error) {
      if (isPassing(error)) throw error;
      // The same message would fail again and hold up the ones behind it.
      log.error('message of a camera not understood', { code: `gate-${camera.gate}`, error });
      await keepRefused(deps, camera, message, 'internal_error');
    }
  }

  return async (camera, message, signal, tooManyBytes = null) => {
    for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
      signal.throwIfAborted();
      try {
        return await store(camera, message, tooManyBytes);
      } catch (error) {
        diskGuard.note(error);
        const isLimit = error instanceof AppError && error.code === 'rate_limit_exceeded';
        if (!isLimit) log.warn('message of a camera not stored yet', { code: `gate-${camera.gate}`, error });
        await wait(isLimit ? MIN_PAUSE_MS : pauseMs, undefined, { signal });
      }
    }
  };
}
