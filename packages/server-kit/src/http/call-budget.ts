import type { FastifyRequest } from 'fastify';
import type { DiskGuard } from '../disk/disk-guard.ts';
import { AppError } from '../errors/app-error.ts';

/** The call was abandoned because the client disconnected; no response is needed. */
export class ClientDisconnected extends AppError {}

/** On a full disk statements wait for a database that restarts: the caller is told sooner. */
const FULL_DISK_MS = 1_500;

export interface CallBudget {
  readonly timeMs: number;
  readonly disk: DiskGuard | null;
}

/**
 * Runs a call with a signal that aborts when the client disconnects or after `timeMs`. After `timeMs` the response is
 * `unavailable` / `statement_timeout`, whether or not the handler observes the signal; on a full disk, or when it
 * becomes full meanwhile, `storage_full` after 1.5 s.
 */
export async function withTimeBudget<T>(
  request: FastifyRequest,
  { timeMs, disk }: CallBudget,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  // The error is created only when needed: creating one captures the stack, and most calls need none.
  const timer = setTimeout(() => controller.abort(new AppError('unavailable', { sub: 'statement_timeout' })), timeMs);
  let fullTimer: ReturnType<typeof setTimeout> | undefined;
  const onFull = (): void => {
    fullTimer ??= setTimeout(
      () => controller.abort(new AppError('unavailable', { sub: 'storage_full' })),
      Math.min(FULL_DISK_MS, timeMs),
    );
  };
  if (disk?.state() === 'full') onFull();
  const stopListening = disk?.onFull(onFull);
  const onLeave = (): void => controller.abort(new ClientDisconnected('unavailable', { sub: 'client_left' }));
  const { socket } = request.raw;
  socket.once('close', onLeave);
  try {
    return await Promise.race([run(controller.signal), rejectOnTimeout(controller.signal)]);
  } finally {
    clearTimeout(timer);
    clearTimeout(fullTimer);
    stopListening?.();
    socket.off('close', onLeave);
  }
}

/** Rejects only on timeout: after a disconnect the handler ends on its own and records that it was cancelled. */
function rejectOnTimeout(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      if (!(signal.reason instanceof ClientDisconnected)) reject(signal.reason);
    });
  });
}
