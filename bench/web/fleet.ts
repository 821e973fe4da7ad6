import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { PlantLoginResponse, plantLogin } from '@varco/contract/plant/auth.ts';
import type { EmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { readServerSecret } from '@varco/server-kit/auth/server-secret.ts';
import { createVault } from '@varco/vault/create-vault.ts';
import { createServerKey } from '../../apps/portal-server/src/auth/server-key.ts';
import type { DB } from '../../apps/portal-server/src/db.ts';
import { seedPortal } from '../../apps/portal-server/src/seed/seed-portal.ts';
import { PORTAL_DATABASE, getPortalDataDir } from '../../tools/demo/fill-portal.ts';
import type { DemoLayout, DemoPlant } from '../../tools/demo/layout.ts';
import { DEMO_PEOPLE } from '../../tools/demo/people.ts';
import { buildPlantAccount } from '../../tools/demo/plant-seed.ts';

export const FLEET_SIZE = 100;
const FIRST_PORT = 18_800;
const UUID = 'be7c4000-0000-4000-b000-ffffffffff01';
/** A user with a hundred plants in the vault. */
export const FLEET_USER = { username: 'centoimpianti', password: 'Varco-misura-100' };

const PERSON = DEMO_PEOPLE[0];
const buildFleetUrl = (index: number): string => `http://localhost:${FIRST_PORT + index}`;
const buildFleetUuid = (index: number): string => `be7c4000-0000-4000-a000-${String(index + 1).padStart(12, '0')}`;
const getRealPlant = (layout: DemoLayout, index: number): DemoPlant | undefined =>
  layout.plants[index % layout.plants.length];

/** Registers a hundred plants with the portal, and the user who may use them all. */
export async function fillFleet(postgres: EmbeddedPostgres, layout: DemoLayout): Promise<void> {
  const pool = createPool({ url: postgres.url(PORTAL_DATABASE, 'owner'), applicationName: 'varco bench' });
  const db = createDatabase<DB>(pool);
  try {
    const key = createServerKey(await readServerSecret(getPortalDataDir(layout)));
    const peers = Array.from({ length: FLEET_SIZE }, (_, index) => ({
      uuid: buildFleetUuid(index),
      url: buildFleetUrl(index),
      label: `Sito ${String(index + 1).padStart(3, '0')}`,
      code: `S${String(index + 1).padStart(3, '0')}`,
      isVerified: true,
    }));
    const { kdf, proof, vault } = await createVault({
      userUuid: UUID,
      password: FLEET_USER.password,
      credentials: peers.map(({ uuid, url, label }, index) => ({
        id: uuid,
        url,
        label,
        uuid,
        enabled: true,
        ...getAccountOn(getRealPlant(layout, index)),
      })),
    });
    const user = {
      uuid: UUID,
      username: FLEET_USER.username,
      email: `${FLEET_USER.username}@comune.cesena.fc.it`,
      fullName: 'Misura di cento impianti',
      proof,
      kdf,
      vault: { ...vault, keys: [...vault.keys], items: { ...vault.items } },
      peers: peers.map(({ uuid }) => uuid),
    };
    await seedPortal({ db, key }, { peers, users: [user] });
  } finally {
    await db.destroy();
  }
}

function getAccountOn(plant: DemoPlant | undefined): { username: string; password: string } {
  if (plant === undefined || PERSON === undefined) throw new Error('the demo has no plants or no people');
  return buildPlantAccount(PERSON, plant.sim.code);
}

/**
 * Transforms the response of the real plant for an address of the fleet. Arguments: number of the address, path,
 * request body, response body.
 */
export type ChangeResponse = (address: number, url: string, requested: string, sent: Buffer) => Buffer;

interface CachedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * A hundred addresses that respond as plants. The first occurrence of a request is forwarded to one of the eight real
 * plants; the response is cached and served by all addresses that represent that plant. The browser has its full work
 * and the plants nearly none.
 */
export async function startFleet(
  layout: DemoLayout,
  change: ChangeResponse = (_address, _url, _asked, sent) => sent,
): Promise<{ stop: () => void }> {
  const stored = new Map<string, Promise<CachedResponse>>();
  const servers: Server[] = [];
  for (let index = 0; index < FLEET_SIZE; index += 1) {
    const real = getRealPlant(layout, index);
    if (real === undefined) break;
    const server = createServer((request, response) => {
      const sent = (url: string, requested: string, body: Buffer): Buffer =>
        change(index, url, requested, url === plantLogin.path ? replacePlantUuid(index, body) : body);
      void respond(stored, real.url, layout.portalUrl, request, response, sent).catch(() =>
        response.writeHead(502).end(),
      );
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(FIRST_PORT + index, 'localhost', resolve);
    });
    servers.push(server);
  }
  return {
    stop() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

/**
 * The portal checks the identity of a plant: each address returns the id registered for it, not that of the real
 * plant.
 */
function replacePlantUuid(index: number, login: Buffer): Buffer {
  const answer = PlantLoginResponse.parse(JSON.parse(login.toString()));
  answer.parameters.plant_uuid = buildFleetUuid(index);
  return Buffer.from(JSON.stringify(answer));
}

async function respond(
  stored: Map<string, Promise<CachedResponse>>,
  real: string,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
  change: (url: string, requested: string, sent: Buffer) => Buffer,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks).toString();
  const { method = 'GET', url = '/', headers } = request;
  const key = [real, method, url, headers['access-control-request-headers'] ?? '', body].join('\n');
  let answered = stored.get(key);
  if (answered === undefined) {
    answered = fetchFromPlant(real + url, { method, body, origin, headers });
    stored.set(key, answered);
  }
  const { status, headers: sent, body: text } = await answered;
  response.writeHead(status, sent).end(status === 200 ? change(url, body, text) : text);
}

async function fetchFromPlant(
  address: string,
  requested: { method: string; body: string; origin: string; headers: IncomingMessage['headers'] },
): Promise<CachedResponse> {
  const headers: Record<string, string> = { origin: requested.origin };
  const isSent = (name: string): boolean =>
    ['authorization', 'content-type', 'accept'].includes(name) || /^(x-|access-control-request-)/.test(name);
  for (const name of Object.keys(requested.headers).filter(isSent)) {
    const value = requested.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  const got = await fetch(address, {
    method: requested.method,
    headers,
    ...(requested.body === '' ? {} : { body: requested.body }),
  });
  const sent: Record<string, string> = {};
  // The body is already decompressed, so these headers no longer apply.
  const left = new Set([
    'content-encoding',
    'content-length',
    'transfer-encoding',
    'connection',
    'keep-alive',
    'set-cookie',
  ]);
  for (const [name, value] of got.headers) if (!left.has(name)) sent[name] = value;
  return { status: got.status, headers: sent, body: Buffer.from(await got.arrayBuffer()) };
}
