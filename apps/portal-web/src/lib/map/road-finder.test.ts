import type { ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { sendJson, startTestServer, type SeenRequest, type TestServer } from '../../../test/test-server.ts';
import { createRoadFinder } from './road-finder.ts';

const CESENA = [12.2431, 44.1391] as const;
const FORLI = [12.0407, 44.2227] as const;
const ROUTE = {
  code: 'Ok',
  routes: [
    {
      geometry: { type: 'LineString', coordinates: [CESENA, [12.15, 44.19], FORLI] },
      duration: 1260,
      distance: 20_400,
    },
  ],
};

let server: TestServer | null = null;
afterEach(() => server?.close());

async function startRoutingServer(answer: (request: SeenRequest, response: ServerResponse) => void): Promise<string> {
  server = await startTestServer(answer);
  return server.origin;
}
const getRequestedUrls = (): readonly string[] => (server?.seen ?? []).map(({ url }) => url);

it('EXT-01 the service receives its key and two positions only, and its response is cached', async () => {
  const url = await startRoutingServer((_, response) => sendJson(response, ROUTE));
  const finder = createRoadFinder({ url: `${url}/osrm`, key: 'chiave' }, () => 0);
  expect(await finder.find(CESENA, FORLI)).toMatchObject({ durationS: 1260, distanceM: 20_400 });
  expect((await finder.find(CESENA, FORLI))?.line).toHaveLength(3);
  expect(getRequestedUrls()).toEqual([
    '/osrm/route/v1/driving/12.243100,44.139100;12.040700,44.222700?overview=full&geometries=geojson&key=chiave',
  ]);
  expect(server?.seen[0]?.headers['referer']).toBeUndefined();
});

it('a service that is silent is given up in time, and nothing breaks', async () => {
  // This server never responds.
  const url = await startRoutingServer(() => undefined);
  const finder = createRoadFinder({ url, key: '' }, () => 0, 30);
  const routes = await Promise.all([1, 2, 3].map((step) => finder.find(CESENA, [12 + step / 10, 44])));
  expect(routes).toEqual([null, null, null]);
  expect(finder.isPaused()).toBe(true);
});

it('a service that fails three times in a row is left alone until it has rested', async () => {
  const url = await startRoutingServer((_, response) => sendJson(response, {}, 500));
  let now = 0;
  const finder = createRoadFinder({ url, key: '' }, () => now);
  for (const step of [1, 2, 3]) expect(await finder.find(CESENA, [12 + step / 10, 44])).toBeNull();
  expect(finder.isPaused()).toBe(true);
  expect(await finder.find(FORLI, CESENA)).toBeNull();
  expect(getRequestedUrls()).toHaveLength(3);
  now = 61_000;
  expect(finder.isPaused()).toBe(false);
  await finder.find(FORLI, CESENA);
  expect(getRequestedUrls()).toHaveLength(4);
});

it.each([
  ['an error', 500, { code: 'Ok' }],
  ['not a route', 200, { routes: 'tutte' }],
  ['a redirect', 302, {}],
])('%s of the service is no road, and nothing breaks', async (_, status, body) => {
  const url = await startRoutingServer((__, response) => sendJson(response, body, status));
  expect(await createRoadFinder({ url, key: '' }, () => 0).find(CESENA, FORLI)).toBeNull();
});

it('no road between two places is an answer, not a failure', async () => {
  const url = await startRoutingServer((_, response) => sendJson(response, { code: 'NoRoute' }, 400));
  const finder = createRoadFinder({ url, key: '' }, () => 0);
  for (const step of [1, 2, 3, 4]) expect(await finder.find(CESENA, [12 + step, 44])).toBeNull();
  expect(finder.isPaused()).toBe(false);
});
