import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';

/** Why a call was given up: its caller went away. Nobody reads the answer. */
export class ClientLeft extends AppError {}

/**
 * Runs a call with a signal that aborts when the client leaves or `timeMs` is over. When time is over the answer is
 * `unavailable` / `statement_timeout`, whether or not the handler listens to the signal.
 */
export async function withTimeBudget<T>(
  request: FastifyRequest,
  timeMs: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  // Errors are made when they are needed: each costs a look at the stack, and hundreds of calls a second need none.
  const timer = setTimeout(() => controller.abort(new AppError('unavailable', { sub: 'statement_timeout' })), timeMs);
  const onLeave = (): void => controller.abort(new ClientLeft('unavailable', { sub: 'client_left' }));
  const { socket } = request.raw;
  socket.once('close', onLeave);
  try {
    return await Promise.race([run(controller.signal), rejectionOf(controller.signal)]);
  } finally {
    clearTimeout(timer);
    socket.off('close', onLeave);
  }
}

/** Rejects only for time: after the client left, the handler ends on its own and records that it was cancelled. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      if (!(signal.reason instanceof ClientLeft)) reject(signal.reason);
    });
  });
}
