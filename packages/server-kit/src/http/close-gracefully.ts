import type { FastifyInstance } from 'fastify';

/**
 * Stops accepting calls, lets running ones finish, and closes what is still open after `graceMs`. Resolves when the
 * app is closed; close pools and the database after it.
 */
export async function closeGracefully(app: FastifyInstance, graceMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
