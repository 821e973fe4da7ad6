import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';

/** The call was abandoned because the client disconnected; no response is needed. */
export class ClientDisconnected extends AppError {}

/**
 * Runs a call with a signal that aborts when the client disconnects or after `timeMs`. After `timeMs` the response is
 * `unavailable` / `statement_timeout`, whether or not the handler observes the signal.
 */
export async function withTimeBudget<T>(
  request: FastifyRequest,
  timeMs: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  // The error is created only when needed: creating one captures the stack, and most calls need none.
  const timer = setTimeout(() => controller.abort(new AppError('unavailable', { sub: 'statement_timeout' })), timeMs);
  const onLeave = (): void => controller.abort(new ClientDisconnected('unavailable', { sub: 'client_left' }));
  const { socket } = request.raw;
  socket.once('close', onLeave);
  try {
    return await Promise.race([run(controller.signal), rejectOnTimeout(controller.signal)]);
  } finally {
    clearTimeout(timer);
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
