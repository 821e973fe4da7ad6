import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { installHealth } from './install-health.ts';

test('a checker that leaves before the checks end is no failed request', async () => {
  const app = fastify();
  const failed: unknown[] = [];
  app.setErrorHandler((error, _request, reply) => {
    failed.push(error);
    void reply.code(500).send();
  });
  const asked = Promise.withResolvers<void>();
  const check = Promise.withResolvers<boolean>();
  const sent = Promise.withResolvers<void>();
  app.addHook('onSend', async () => sent.resolve());
  installHealth(app, {
    ...{ allowedAddresses: ['127.0.0.1'], version: '1' },
    checks: {
      database: () => {
        asked.resolve();
        return check.promise;
      },
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const gone = Promise.withResolvers<void>();
  app.server.on('connection', (socket) => socket.once('close', () => gone.resolve()));
  const client = connect(port, '127.0.0.1');
  await once(client, 'connect');
  client.write('GET /ready HTTP/1.1\r\nhost: a\r\n\r\n');
  await asked.promise;
  client.destroy();
  await gone.promise;
  check.resolve(true);
  await sent.promise;
  await app.close();
  expect(failed).toEqual([]);
});
