import { PLANT_API } from '@varco/contract/plant-api.ts';
import { PORTAL_API } from '@varco/contract/portal-api.ts';
import { z } from 'zod';
import { endpoint } from '@varco/contract/endpoint.ts';
import { expect, test } from 'vitest';
import { createServerApp } from '../http/create-app.ts';
import { installHealth } from '../health/install-health.ts';
import { installMetrics } from '../metrics/install-metrics.ts';
import { silentLog } from '../log/log.ts';
import { installDocs, buildDocsPage } from './docs-page.ts';
import { buildOpenApiDocument } from './openapi-document.ts';

const newApp = () =>
  createServerApp<Record<never, never>>({
    log: silentLog,
    now: () => new Date(),
    auditSink: null,
    authenticators: {},
    allowedOrigins: null,
    trustedProxies: ['127.0.0.1'],
  });

test.each([
  ['plant', PLANT_API],
  ['portal', PORTAL_API],
])('the contract of the %s becomes a whole OpenAPI 3.1 document', (title, api) => {
  const document = buildOpenApiDocument({ title, version: '0.9.375' }, api);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(operations.length).toBe(api.length);
  const text = JSON.stringify(document);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    expect(document.components.schemas).toHaveProperty([name ?? '']);
  expect(text).not.toContain('$defs');
  expect(text).not.toContain('$schema');
  expect(buildOpenApiDocument({ title, version: '0.9.375' }, api)).toEqual(document);
});

test('parameters, body, answers and failures are described', () => {
  const one = endpoint({
    id: 'one',
    method: 'POST',
    path: '/api/x/:id',
    summary: 'One <b>',
    params: z.object({ id: z.string() }),
    query: z.object({ f_varchi: z.preprocess((value) => value, z.array(z.int())).optional(), p: z.int() }),
    body: z.object({ name: z.string().default('x') }),
    response: z.object({ name: z.string() }),
    errors: ['bad_request', 'not_found'],
    access: { who: 'plant-user', rule: 'gates.write' },
    audit: 'gates.update',
    limit: 'command',
  });
  const document = buildOpenApiDocument({ title: 't', version: '1' }, [one]);
  expect(document.paths['/api/x/{id}']?.['post']).toMatchObject({
    operationId: 'one',
    'x-varco-rule': 'gates.write',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'f_varchi', in: 'query', required: false, schema: { type: 'array' } },
      { name: 'p', in: 'query', required: true },
    ],
    responses: {
      200: {},
      400: { description: 'bad_request' },
      404: { description: 'not_found' },
      // What the server answers before a route, to every call.
      ...{ 408: {}, 413: { description: 'payload_too_large' }, 415: { description: 'unsupported_media_type' } },
      ...{ 429: { description: 'rate_limit_exceeded' }, 431: {}, 503: { description: 'unavailable' } },
    },
  });
  expect(buildDocsPage(document)).toContain('One &#60;b&#62;');
});

test('the page of the documentation runs no script and loads nothing', async () => {
  const app = newApp();
  installDocs(app, () => buildOpenApiDocument({ title: 'Plant', version: '1' }, PLANT_API));
  const page = await app.inject('/api/docs');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
  expect(page.body).not.toMatch(/<script|<link|src=|href=|onclick/);
  expect((await app.inject('/api/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' });
  await app.close();
});

test('a server that leaves is not ready, whatever its checks say', async () => {
  const app = newApp();
  let isDraining = false;
  const checks = { database: async () => true };
  installHealth(app, { version: '1', allowedAddresses: [], checks, isDraining: () => isDraining });
  const ask = async () => {
    const { statusCode, body } = await app.inject('/ready');
    return [statusCode, JSON.parse(body)];
  };
  expect(await ask()).toEqual([200, { status: 'ready' }]);
  isDraining = true;
  expect(await ask()).toEqual([503, { status: 'stopping' }]);
  expect((await app.inject('/health')).statusCode).toBe(200);
  await app.close();
});

test('health for everybody, details and metrics for listed addresses', async () => {
  const app = newApp();
  let isUp = true;
  installMetrics(app, { allowedAddresses: ['10.1.0.0/16'] });
  installHealth(app, {
    version: '0.9.375',
    allowedAddresses: ['10.1.0.0/16'],
    checks: { database: async () => isUp, audit: () => Promise.reject(new Error('no')) },
  });
  const from = (url: string, ip: string) => app.inject({ url, headers: { 'x-forwarded-for': ip } });
  expect((await from('/health', '192.0.2.1')).json()).toEqual({ status: 'ok' });
  expect((await from('/health', '10.1.2.3')).json()).toEqual({ status: 'ok', version: '0.9.375' });
  const ready = await from('/ready', '10.1.2.3');
  expect(ready.statusCode).toBe(503);
  expect(ready.json()).toEqual({ status: 'not_ready', checks: { database: true, audit: false } });
  isUp = false;
  expect((await from('/ready', '192.0.2.1')).json()).toEqual({ status: 'not_ready' });
  expect((await from('/metrics', '192.0.2.1')).statusCode).toBe(404);
  await from('/api/none/AB123CD', '192.0.2.1');
  const metrics = await from('/metrics', '10.1.2.3');
  expect(metrics.body).toContain('varco_http_requests_total{route="/ready",method="GET",status="503"} 2');
  expect(metrics.body).not.toContain('AB123CD');
  await app.close();
});
