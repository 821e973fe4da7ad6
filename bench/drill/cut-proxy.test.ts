import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CutProxy, startCutProxy } from './cut-proxy.ts';

/** Longer than the most bytes that pass a broken connection. */
const LONG = 'x'.repeat(5_000);

/** Repeats what it hears. */
const echo = createServer((socket) => {
  socket.on('error', () => {});
  socket.pipe(socket);
});
let proxy: CutProxy;
beforeAll(async () => {
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const address = echo.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  proxy = await startCutProxy({ port: address.port, host: '127.0.0.1' });
});
afterAll(async () => {
  await proxy.close();
  echo.close();
});

/** A connection through the proxy, and how much has come back over it. */
async function open(): Promise<{ socket: Socket; heard: () => number; isClosed: () => boolean }> {
  let heard = 0;
  const socket = connect(proxy.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.on('data', (chunk) => (heard += chunk.length));
  await once(socket, 'connect');
  return { socket, heard: () => heard, isClosed: () => socket.closed };
}

test.each(['request', 'answer'] as const)(
  'a connection cut in the %s breaks within its bytes; later ones work',
  async (direction) => {
    const before = await open();
    before.socket.write('hello');
    await expect.poll(before.heard).toBe(5);
    proxy.cut({ direction, hangs: false, end: 'breaks' }, 7);
    before.socket.write(LONG);
    await expect.poll(before.isClosed).toBe(true);
    expect(before.heard()).toBeLessThan(5 + LONG.length);
    proxy.heal();
    const after = await open();
    after.socket.write(LONG);
    await expect.poll(after.heard).toBe(LONG.length);
    after.socket.destroy();
  },
);

test.each(['resumes', 'breaks', 'silent'] as const)(
  'a connection that hangs is open and silent; afterwards it %s',
  async (end) => {
    const { socket, heard, isClosed } = await open();
    proxy.cut({ direction: 'answer', hangs: true, end }, 7);
    socket.write(LONG);
    await expect.poll(heard).toBeGreaterThan(0);
    const passed = heard();
    expect([passed < LONG.length, isClosed()]).toEqual([true, false]);
    proxy.heal();
    const after = await open();
    after.socket.write('hello');
    await expect.poll(after.heard).toBe(5);
    socket.write('hello');
    await expect.poll(isClosed).toBe(end === 'breaks');
    if (end === 'resumes') await expect.poll(heard).toBe(LONG.length + 5);
    expect(heard()).toBe(end === 'resumes' ? LONG.length + 5 : passed);
    for (const one of [socket, after.socket]) one.destroy();
  },
);
