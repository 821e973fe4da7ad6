import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { systemInfo, version } from '@varco/contract/portal/system.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_MAPS, createTestPortal, START_TIME, type TestPortal } from '../../testing/test-portal.ts';

let portal: TestPortal;
let bare: TestPortal;
let dist = '';
let maps = '';
const SCRIPT = 'export const text = "varco";\n'.repeat(200);
const TILES = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));

beforeAll(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'varco-web-'));
  await mkdir(path.join(dist, 'assets'));
  await mkdir(path.join(dist, 'map'));
  await writeFile(
    path.join(dist, 'index.html'),
    '<script nonce="VARCO_CSP_NONCE"></script><meta property="csp-nonce" nonce="VARCO_CSP_NONCE">',
  );
  await writeFile(path.join(dist, 'assets/main-abc.js'), SCRIPT);
  await writeFile(path.join(dist, 'assets/small-abc.css'), 'a{}');
  await writeFile(path.join(dist, 'map/italy.pmtiles'), TILES);
  await writeFile(path.join(dist, 'secret.env'), 'x');
  await mkdir(path.join(dist, '.vite'));
  await writeFile(path.join(dist, '.vite/manifest.json'), '{}');
  await writeFile(path.join(dist, '..', 'varco-outside.js'), 'x');
  maps = await mkdtemp(path.join(tmpdir(), 'varco-street-maps-'));
  await writeFile(path.join(maps, 'streets.pmtiles'), TILES.subarray(0, 100));
  await writeFile(path.join(maps, 'other.pmtiles'), TILES);
  portal = await createTestPortal({
    webDist: dist,
    mapDir: maps,
    isDemo: true,
    publicOrigin: 'http://localhost:18600',
    csp: { plantOrigins: [], isTls: false },
  });
  bare = await createTestPortal();
});
afterAll(async () => {
  await portal.close();
  await bare.close();
  await rm(dist, { recursive: true });
  await rm(maps, { recursive: true });
  await rm(path.join(dist, '..', 'varco-outside.js'));
});

const get = (url: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ method: 'GET', url, headers: { host: 'localhost:18600', ...headers } });

describe('documents', () => {
  it('every screen’s address gives the document with a fresh nonce and the exact policy', async () => {
    const nonces = [];
    for (const url of ['/', '/lpr', '/dashboard/peers', '/no/such/page', '/index.html']) {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      const nonce = /nonce="([A-Za-z0-9_-]{22})"/.exec(answer.body)?.[1] ?? '';
      expect(answer.body.split(nonce)).toHaveLength(3);
      expect(answer.headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-${nonce}'; img-src 'self' blob: data:; ` +
          "font-src 'self'; worker-src 'self'; manifest-src 'self'; connect-src 'self' http://localhost:* http://*.localhost:*; " +
          "base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
          'trusted-types default; report-uri /api/v1/csp-report',
      );
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(5);
  });

  it('headers of a document', async () => {
    expect((await get('/lpr')).headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect((await get('/lpr')).headers).not.toHaveProperty('server');
  });

  it('over TLS any https plant, or those configured, and HSTS', async () => {
    const secure = await createTestPortal({
      webDist: dist,
      csp: { plantOrigins: ['https://*.plants.example'], isTls: true },
      settings: { maps: { ...NO_MAPS, origins: ['https://map.example'] } },
    });
    const { headers } = await secure.app.inject({ method: 'GET', url: '/' });
    expect(headers['content-security-policy']).toContain(
      "connect-src 'self' https://*.plants.example https://map.example;",
    );
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    await secure.close();
    const answer = await bare.app.inject({ method: 'GET', url: '/' });
    expect(answer.headers['content-security-policy']).toContain("connect-src 'self' https:;");
  });

  it('without a built web app the page says so in plain words', async () => {
    const answer = await bare.app.inject({ method: 'GET', url: '/lpr' });
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('npm start');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('the other spelling of this machine leads to the one the cookies belong to', async () => {
    const answer = await get('/lpr', { host: '127.0.0.1:18600' });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, 'http://localhost:18600/lpr']);
    expect((await bare.app.inject({ method: 'GET', url: '/lpr', headers: { host: 'evil.example' } })).statusCode).toBe(
      503,
    );
  });

  it('a new build is served without a restart', async () => {
    await writeFile(path.join(dist, 'index.html'), '<p>VARCO_CSP_NONCE two</p>');
    await utimes(path.join(dist, 'index.html'), 2_000_000_000, 2_000_000_000);
    expect((await get('/')).body).toContain('two');
  });
});

describe('files', () => {
  it('hashed assets are immutable, compressed, and carry the policy for workers', async () => {
    const plain = await get('/assets/main-abc.js');
    expect(plain.body).toBe(SCRIPT);
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("script-src 'self' 'wasm-unsafe-eval'"),
      vary: expect.stringContaining('Accept-Encoding'),
    });
    const br = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br' });
    expect([br.headers['content-encoding'], brotliDecompressSync(br.rawPayload).toString()]).toEqual(['br', SCRIPT]);
    const gz = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br;q=0' });
    expect([gz.headers['content-encoding'], gunzipSync(gz.rawPayload).toString()]).toEqual(['gzip', SCRIPT]);
    expect(
      (await get('/assets/small-abc.css', { 'accept-encoding': 'br' })).headers['content-encoding'],
    ).toBeUndefined();
    const again = await get('/assets/main-abc.js', { 'if-none-match': String(plain.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each([
    ['bytes=0-9', 206, 'bytes 0-9/1000', TILES.subarray(0, 10)],
    ['bytes=990-', 206, 'bytes 990-999/1000', TILES.subarray(990)],
    ['bytes=-5', 206, 'bytes 995-999/1000', TILES.subarray(995)],
    ['bytes=990-5000', 206, 'bytes 990-999/1000', TILES.subarray(990)],
    ['bytes=1000-', 416, 'bytes */1000', Buffer.alloc(0)],
    ['bytes=9-2', 416, 'bytes */1000', Buffer.alloc(0)],
    ['bytes=0-1,5-6', 200, undefined, TILES],
    ['lines=0-1', 200, undefined, TILES],
  ])('the map answers range %s with %i', async (range, status, contentRange, bytes) => {
    const answer = await get('/map/italy.pmtiles', { range });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([status, contentRange]);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
  });

  it('the archive of streets is served in ranges from the data folder, and a new one at once', async () => {
    const answer = await get('/map/streets.pmtiles', { range: 'bytes=10-19' });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([206, 'bytes 10-19/100']);
    expect(answer.rawPayload.equals(TILES.subarray(10, 20))).toBe(true);
    await writeFile(path.join(maps, 'streets.pmtiles'), TILES.subarray(0, 200));
    const next = await get('/map/streets.pmtiles', { 'if-none-match': String(answer.headers.etag) });
    expect([next.statusCode, next.rawPayload.length]).toEqual([200, 200]);
  });

  it('a link in the folder of maps is not followed', async () => {
    await rm(path.join(maps, 'streets.pmtiles'));
    await symlink(path.join(dist, 'secret.env'), path.join(maps, 'streets.pmtiles'));
    expect((await get('/map/streets.pmtiles')).statusCode).toBe(404);
  });

  it.each([
    '/map/other.pmtiles',
    '/map/../map/other.pmtiles',
    '/map/streets.version',
    '/assets/gone.js',
    '/assets/',
    '/secret.env',
    '/.vite/manifest.json',
    '/../varco-outside.js',
    '/..%2fvarco-outside.js',
    '/%2e%2e/varco-outside.js',
    '/assets/..%5c..%5cvarco-outside.js',
    '/assets/main-abc.js%00',
    '/api/v1/nothing',
    '/api',
    '//evil.example/x',
    '/%zz',
  ])('%s is not there', async (url) => {
    const answer = await get(url);
    expect([400, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('<');
  });
});

describe('system', () => {
  it('API-09 NET-02 API-10 VER-05 info and version without a token', async () => {
    const info = await injectRaw(portal.app, systemInfo, {});
    expect([info.status, info.body]).toEqual([
      200,
      { name: 'Varco', version: '0.9.375', configured: true, demo: true, server_time: START_TIME },
    ]);
    const answer = await injectRaw(portal.app, version, {});
    expect([answer.status, answer.body, answer.headers['cache-control']]).toEqual([
      200,
      { version: '0.9.375' },
      'no-store',
    ]);
  });

  it('a policy report is counted by directive; addresses and samples stay out of the log', async () => {
    const report = {
      'csp-report': {
        'effective-directive': 'connect-src',
        'blocked-uri': 'https://evil.example/?targa=AB123CD',
        'script-sample': 'segreto',
      },
    };
    const post = (payload: string) =>
      portal.app.inject({
        method: 'POST',
        url: '/api/v1/csp-report',
        headers: { 'content-type': 'application/csp-report' },
        payload,
      });
    expect((await post(JSON.stringify(report))).statusCode).toBe(204);
    expect(portal.logText()).toContain('"code":"connect-src"');
    expect(portal.logText()).not.toMatch(/evil|AB123CD|segreto/);
    expect((await post('[]')).statusCode).toBe(400);
    expect((await post('x'.repeat(20_000))).statusCode).toBe(413);
  });

  it('health and metrics say details to listed addresses only; documentation exists in the demo only', async () => {
    expect((await get('/health')).json()).toEqual({ status: 'ok', version: '0.9.375' });
    expect((await get('/ready')).json()).toMatchObject({ status: 'ready', checks: { database: true, audit: true } });
    expect((await get('/metrics')).body).toContain('varco_http_requests_total');
    const stranger = { 'x-forwarded-for': '198.51.100.7' };
    expect((await get('/health', stranger)).json()).toEqual({ status: 'ok' });
    expect((await get('/metrics', stranger)).statusCode).toBe(404);
    expect((await get('/api/docs')).body).toContain('/api/v1/login');
    expect((await get('/api/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' });
    for (const url of ['/api/docs', '/api/openapi.json'])
      expect((await bare.app.inject({ method: 'GET', url })).statusCode).toBe(404);
  });

  it('ERR-01 unknown calls are 404, a known path with another method 405, in the envelope', async () => {
    const unknown = await portal.app.inject({
      method: 'POST',
      url: '/api/v1/nothing',
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    });
    expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, 'not_found']);
    const other = await get('/api/v1/login');
    expect([other.statusCode, other.headers.allow]).toEqual([405, 'POST']);
  });

  it('readiness is red while the consultation log cannot be written', async () => {
    bare.audit.refuseWrites();
    expect((await bare.app.inject({ method: 'GET', url: '/ready' })).statusCode).toBe(503);
  });
});
