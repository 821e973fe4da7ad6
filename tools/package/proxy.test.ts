import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createServer, request as requestPlain, type Server } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { root } from '../checks/run-steps.ts';

/** The proxy is a package of the system: where it is not installed nothing can be said about it. */
const hasCaddy = spawnSync('caddy', ['version']).status === 0;
const FILES = ['etc', 'oci'] as const;

const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const socket = createSocket().listen(0, '127.0.0.1', () => {
      const address = socket.address();
      socket.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

describe.runIf(hasCaddy).each(FILES)('the supplied proxy of %s', (kind) => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'varco-proxy-'));
  let target: Server;
  let caddy: ChildProcess;
  let ports: { readonly tls: number; readonly plain: number };

  beforeAll(async () => {
    target = createServer((incoming, answer) => answer.end(incoming.url));
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    const address = target.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    ports = { tls: await findFreePort(), plain: await findFreePort() };
    // The file as it is shipped, with the ports of this test and without the list of authorities of the machine.
    const text = fs
      .readFileSync(join(root, 'tools/package/files', kind, 'Caddyfile'), 'utf8')
      .replace(/^\{[\s\S]*?^\}\n/m, '')
      .replace(
        /https:\/\/portale\.example \{\n\timport varco \S+/,
        `https://localhost {\n\timport varco 127.0.0.1:${port}`,
      );
    const options = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${ports.plain}\n\thttps_port ${ports.tls}\n}\n`;
    fs.writeFileSync(join(folder, 'Caddyfile'), options + text);
    caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      stdio: 'ignore',
    });
    await vi.waitUntil(async () => (await shakeHands('TLSv1.3')) === 'TLSv1.3', { timeout: 60_000, interval: 200 });
  }, 90_000);
  afterAll(async () => {
    const ended = new Promise((resolve) => caddy.once('exit', resolve));
    caddy.kill();
    await ended;
    target.closeAllConnections();
    target.close();
    fs.rmSync(folder, { recursive: true });
  });

  /** The version both sides agree on, or that they do not. */
  const shakeHands = (version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3', ciphers?: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({
        ...{ host: '127.0.0.1', port: ports.tls, servername: 'localhost', rejectUnauthorized: false },
        ...{ minVersion: version, maxVersion: version },
        // Old versions need old signatures, which this side refuses by itself otherwise.
        ciphers: ciphers ?? 'ALL:@SECLEVEL=0',
      });
      socket.once('secureConnect', () => {
        resolve(socket.getProtocol() ?? '');
        socket.end();
      });
      socket.once('error', () => resolve('refused'));
    });

  test('speaks TLS 1.2 and 1.3 and nothing older', async () => {
    expect(await Promise.all((['TLSv1.2', 'TLSv1.3'] as const).map((one) => shakeHands(one)))).toEqual([
      'TLSv1.2',
      'TLSv1.3',
    ]);
    expect(await Promise.all((['TLSv1', 'TLSv1.1'] as const).map((one) => shakeHands(one)))).toEqual([
      'refused',
      'refused',
    ]);
  });

  test('agrees to ciphers with forward secrecy and authentication only', async () => {
    for (const old of ['AES128-SHA', 'AES256-GCM-SHA384', 'ECDHE-ECDSA-AES128-SHA256'])
      expect(await shakeHands('TLSv1.2', `${old}:@SECLEVEL=0`), old).toBe('refused');
    expect(await shakeHands('TLSv1.2', 'ECDHE-ECDSA-AES256-GCM-SHA384')).toBe('TLSv1.2');
  });

  test('answers nothing over plain HTTP but the way to https, without reaching the server', async () => {
    const answer = await new Promise<{ readonly status: number; readonly to: string }>((resolve, reject) => {
      requestPlain(
        { host: '127.0.0.1', port: ports.plain, path: '/lpr', headers: { host: 'localhost' } },
        ({ statusCode = 0, headers }) => resolve({ status: statusCode, to: headers.location ?? '' }),
      )
        .once('error', reject)
        .end();
    });
    expect(answer.status).toBe(308);
    expect(answer.to).toMatch(/^https:\/\/localhost.*\/lpr$/);
  });
});
