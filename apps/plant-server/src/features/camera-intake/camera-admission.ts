import { AppError } from '@varco/server-kit/errors/app-error.ts';

/** Messages of one camera that may arrive at once; the next one is told to come again. */
const MAX_PER_CAMERA = 8;
/** Bodies held in memory at once, of all cameras. */
const MAX_BYTES = 256 * 1024 * 1024;

export interface CameraAdmission {
  /**
   * Admits a message of at most `bytes`. Returns what ends it, once. Throws `rate_limit_exceeded` for a camera that sends
   * too much at once, `unavailable` while all cameras together do.
   */
  enter(camera: number, bytes: number): () => void;
}

/** A camera that floods, or many slow ones, leave room for the others. */
export function createCameraAdmission(): CameraAdmission {
  const inside = new Map<number, number>();
  let held = 0;
  return {
    enter(camera, bytes) {
      const running = inside.get(camera) ?? 0;
      if (running >= MAX_PER_CAMERA) throw new AppError('rate_limit_exceeded', { retryAfterS: 1 });
      if (held + bytes > MAX_BYTES) throw new AppError('unavailable', { retryAfterS: 2 });
      inside.set(camera, running + 1);
      held += bytes;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        held -= bytes;
        const left = (inside.get(camera) ?? 1) - 1;
        if (left > 0) inside.set(camera, left);
        else inside.delete(camera);
      };
    },
  };
}
