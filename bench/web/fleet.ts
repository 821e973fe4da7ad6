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
import type { WorldOptions } from '../world/healthy-world.ts';

/** Addresses that respond as plants, and the user with all of them in the vault. */
export interface Fleet {
  readonly size: number;
  readonly firstPort: number;
  readonly uuid: string;
  readonly username: string;
  readonly password: string;
  readonly fullName: string;
  /** Public key of each plant, for calls that it signs; absent: none are sent. */
  readonly publicKey?: (index: number) => string;
}

export const HUNDRED_PLANTS: Fleet = {
  size: 100,
  firstPort: 18_800,
  uuid: 'be7c4000-0000-4000-b000-ffffffffff01',
  username: 'centoimpianti',
  password: 'Varco-misura-100',
  fullName: 'Misura di cento impianti',
};

const PERSON = DEMO_PEOPLE[0];
export const buildFleetUrl = ({ firstPort }: Fleet, index: number): string => `http://localhost:${firstPort + index}`;
export const buildFleetUuid = (index: number): string =>
  `be7c4000-0000-4000-a000-${String(index + 1).padStart(12, '0')}`;
const getRealPlant = (layout: DemoLayout, index: number): DemoPlant | undefined =>
  layout.plants[index % layout.plants.length];

/** Adds a fleet to the world of a benchmark: its plants in the registry, and the user who may use them all. */
export const fillFleet =
  (fleet: Fleet): WorldOptions['fillMore'] =>
  (postgres, layout) =>
    registerFleet(fleet, postgres, layout);

async function registerFleet(fleet: Fleet, postgres: EmbeddedPostgres, layout: DemoLayout): Promise<void> {
  const pool = createPool({ url: postgres.url(PORTAL_DATABASE, 'owner'), applicationName: 'varco bench' });
  const db = createDatabase<DB>(pool);
  try {
    const key = createServerKey(await readServerSecret(getPortalDataDir(layout)));
    const peers = Array.from({ length: fleet.size }, (_, index) => ({
      uuid: buildFleetUuid(index),
      url: buildFleetUrl(fleet, index),
      label: `Sito ${String(index + 1).padStart(3, '0')}`,
      code: `S${String(index + 1).padStart(3, '0')}`,
      isVerified: true,
      ...(fleet.publicKey === undefined ? {} : { publicKey: fleet.publicKey(index) }),
    }));
    const { kdf, proof, vault } = await createVault({
      userUuid: fleet.uuid,
      password: fleet.password,
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
      uuid: fleet.uuid,
      username: fleet.username,
      email: `${fleet.username}@comune.cesena.fc.it`,
      fullName: fleet.fullName,
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

/** Transforms the response of the real plant. Arguments: number of the plant, path, request body, response body. */
export type ChangeResponse = (address: number, url: string, requested: string, sent: Buffer) => Buffer;

/** What a benchmark changes in the responses of a fleet. `address`: number of the plant. */
export interface FleetChanges {
  readonly change?: ChangeResponse;
  /** Responds instead of the real plant and returns true, or returns false. */
  readonly respond?: (
    address: number,
    request: IncomingMessage,
    requested: string,
    response: ServerResponse,
    /** Address of the real plant. */
    real: string,
  ) => boolean;
}

interface CachedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Addresses that respond as plants. The first occurrence of a request is forwarded to one of the eight real
 * plants; the response is cached and served by all addresses that represent that plant. The browser has its full work
 * and the plants nearly none.
 */
export async function startFleet(
  layout: DemoLayout,
  fleet: Fleet,
  changes: FleetChanges = {},
): Promise<{ stop: () => void }> {
  const stored = new Map<string, Promise<CachedResponse>>();
  const servers: Server[] = [];
  const stop = (): void => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
  try {
    for (let index = 0; index < fleet.size; index += 1) {
      const server = createServer((request, response) => {
        void respondAs(index, request, response).catch(() => response.writeHead(502).end());
      });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(fleet.firstPort + index, 'localhost', resolve);
      });
      servers.push(server);
    }
  } catch (error) {
    stop();
    throw error;
  }
  return { stop };

  async function respondAs(index: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const real = getRealPlant(layout, index);
    if (real === undefined) throw new Error('the demo has no plants');
    const requested = await readBody(request);
    if (changes.respond?.(index, request, requested, response, real.url) === true) return;
    const change = (url: string, sent: Buffer): Buffer => {
      const own = url === plantLogin.path ? replacePlantUuid(index, sent) : sent;
      return changes.change?.(index, url, requested, own) ?? own;
    };
    await respond(stored, { real: real.url, origin: layout.portalUrl, requested }, request, response, change);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
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
  { real, origin, requested: body }: { readonly real: string; readonly origin: string; readonly requested: string },
  request: IncomingMessage,
  response: ServerResponse,
  change: (url: string, sent: Buffer) => Buffer,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  // The proof of the vault differs for each address; the plants of a fleet would check as many passwords as there are.
  const same = url === plantLogin.path ? body.replace(/"vault_proof":"[^"]*"/, '') : body;
  const key = [real, method, url, headers['access-control-request-headers'] ?? '', same].join('\n');
  let answered = stored.get(key);
  if (answered === undefined) {
    answered = fetchFromPlant(real + url, { method, body, origin, headers });
    stored.set(key, answered);
  }
  const { status, headers: sent, body: text } = await answered;
  response.writeHead(status, sent).end(status === 200 ? change(url, text) : text);
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
