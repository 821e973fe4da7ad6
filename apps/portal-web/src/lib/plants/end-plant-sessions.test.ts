import { afterEach, expect, test } from 'vitest';
import { createCredential } from '../../../test/plant-sessions.ts';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { type RespondTo, type TestServer, sendError, sendJson, startTestServer } from '../../../test/test-server.ts';
import {
  bindSessionTeardown,
  endPlantSessions as endAtTeardown,
  whenPlantsEnded,
} from '../session/session-teardown.ts';
import { endPlantSessions } from './end-plant-sessions.ts';
import { signInPlant } from './plant-sessions.ts';
import { clearPlants, setPlants, usePlants } from './plant-store.ts';

const UUID = '0c6f2b52-9d3c-4a1e-8c0c-0a3f5a1b2c3d';
const servers: TestServer[] = [];
afterEach(async () => {
  clearPlants();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A plant that signs everybody in and notes the calls it gets; `signOut` answers the sign-out. */
async function startPlant(signOut: RespondTo) {
  const seen: string[] = [];
  const server = await startTestServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${String(request.headers['authorization'] ?? '')}`.trim());
    if (request.url === '/api/auth/logout') return signOut(request, response);
    return sendJson(response, buildPlantLoginResponse('p1', UUID));
  });
  servers.push(server);
  return { server, seen };
}

test('SESS-12 each signed-in plant is told, with its own token, though the store forgets it at once', async () => {
  const plants = await Promise.all([
    startPlant((_request, response) => response.writeHead(204).end()),
    // A plant that refuses the token or fails is given up; nobody signs in again to sign out.
    startPlant((_request, response) => sendError(response, 401, 'invalid_token')),
    startPlant((_request, response) => response.destroy()),
  ]);
  setPlants(
    new Map(plants.map(({ server }, i) => [String(i + 1), createCredential({ url: server.origin, position: i })])),
    [],
  );
  await Promise.all(['1', '2', '3'].map((id) => signInPlant(id)));
  bindSessionTeardown({
    beforeSignOut: () => Promise.resolve(),
    endPlantSessions,
    afterSignOut: () => Promise.resolve(),
  });
  endAtTeardown(usePlants.getState().plants.values());
  clearPlants();
  await whenPlantsEnded();
  for (const { seen } of plants) expect(seen).toEqual(['POST /api/auth/login', 'POST /api/auth/logout Bearer p1']);
});

test('a plant without a session is not called', async () => {
  const { server, seen } = await startPlant((_request, response) => response.writeHead(204).end());
  setPlants(new Map([['1', createCredential({ url: server.origin })]]), []);
  await endPlantSessions(usePlants.getState().plants.values());
  expect(seen).toEqual([]);
});
