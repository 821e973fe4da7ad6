import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createVault } from '@varco/vault/create-vault.ts';
import { createKdf } from '@varco/vault/kdf.ts';
import type { VaultFile } from '@varco/vault/vault-file.ts';
import type { Plugin } from 'vite';
import { respondToRegistryCall } from './joining-responses.ts';
import { TestPlantGroups } from './plant-group-responses.ts';
import { respondToPortalSettingsCall } from './portal-settings-responses.ts';
import { respondToServerKeyCall } from './server-key-responses.ts';
import { readAll, sendError, sendJson } from './test-server.ts';

/** The only account of the test portal; invented. */
export const TEST_ACCOUNT = {
  id: 1,
  uuid: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81',
  username: 'rossi@pl.example',
  password: 'Corretto cavallo 9 pilà',
};

interface TestSession {
  readonly sid: string;
  readonly share: string;
  readonly cookie: string;
  isRevoked: boolean;
}

interface World {
  vault: VaultFile | null;
  proof: string;
  kdf: unknown;
  sessions: TestSession[];
  tokens: Set<string>;
  log: string[];
  bodies: string[];
  passcode: string | null;
  /** Fault that replaces the sign-in response, or the answers about case files. */
  fault: 'not_configured' | 'cut' | 'case-files' | null;
  caseFiles: { rev: number; sealed: string | null };
  plantGroups: TestPlantGroups;
  /** Version it reports; null: the request fails. */
  version: string | null;
}

const COOKIE = '__Host-varco_rt';
const PATHS = {
  params: 'POST /api/v1/auth/params',
  login: 'POST /api/v1/login',
  refresh: 'POST /api/v1/auth/refresh',
  logout: 'POST /api/v1/auth/logout',
  version: 'GET /api/v1/version',
  read: 'GET /api/v1/user/1',
  save: 'PUT /api/v1/user/1',
} as const;

async function createWorld(): Promise<World> {
  const { kdf, proof, vault } = await createVault({
    userUuid: TEST_ACCOUNT.uuid,
    password: TEST_ACCOUNT.password,
    kdf: createKdf({ m: 19456, t: 2 }),
    credentials: [
      { id: 'c1', url: 'https://cesena.example', label: 'Cesena', username: 'rossi', password: 'Segreto-09' },
    ],
  });
  return {
    vault,
    proof,
    kdf,
    sessions: [],
    tokens: new Set(),
    log: [],
    bodies: [],
    passcode: null,
    fault: null,
    version: null,
    caseFiles: { rev: 0, sealed: null },
    plantGroups: new TestPlantGroups(),
  };
}

function buildUser(world: World) {
  const { id, uuid, username } = TEST_ACCOUNT;
  const flags = {
    first_access: false,
    active: true,
    must_change: false,
    admin: false,
    email_verified: true,
    enable_2fa: false,
    is_force: true,
    is_staff: false,
  };
  const texts = { email: username, fullname: 'Anna Rossi', notes: '', mobile: '', telephone: '', frontend_url: '' };
  return { id, uuid, username, ...flags, ...texts, last_login: null, peer_list: [], peer_creds: world.vault };
}

function buildSessionResponse(world: World, session: TestSession) {
  const token = `t-${randomUUID()}`;
  world.tokens.add(token);
  const expires = Math.floor(Date.now() / 1000) + 900;
  return { token, expires, share: session.share, session_id: session.sid, user: buildUser(world) };
}

const findSession = (world: World, request: IncomingMessage): TestSession | undefined =>
  world.sessions.find((one) => !one.isRevoked && (request.headers.cookie ?? '').includes(`${COOKIE}=${one.cookie}`));

function signIn(world: World, body: Record<string, unknown>, response: ServerResponse): void {
  if (world.fault === 'not_configured') return sendError(response, 418, 'not_configured');
  if (world.fault === 'cut') return void response.destroy();
  if (body['password'] !== world.proof) return sendError(response, 401, 'bad_credentials');
  if (world.passcode !== null && body['passcode'] === undefined)
    return sendError(response, 401, 'no_auth', 'passcode_required');
  if (world.passcode !== null && body['passcode'] !== world.passcode)
    return sendError(response, 401, 'bad_credentials', 'bad_otp');
  const session = {
    sid: randomUUID(),
    share: randomBytes(32).toString('base64url'),
    cookie: randomUUID(),
    isRevoked: false,
  };
  world.sessions.push(session);
  response.setHeader('Set-Cookie', `${COOKIE}=${session.cookie}; Path=/; Secure; HttpOnly; SameSite=Strict`);
  sendJson(response, buildSessionResponse(world, session));
}

function save(world: World, body: Record<string, unknown>, response: ServerResponse): void {
  const vault = body['peer_creds'] as VaultFile;
  if (body['password'] !== undefined && body['old_password'] !== world.proof) {
    return sendError(response, 401, 'bad_credentials');
  }
  if (vault.rev !== (world.vault?.rev ?? 0) + 1) return sendError(response, 409, 'conflict', 'vault_rev');
  world.vault = vault;
  if (typeof body['password'] === 'string') {
    world.proof = body['password'];
    world.kdf = vault.kdf;
  }
  sendJson(response, buildUser(world));
}

function respondToCaseFiles(
  world: World,
  route: string,
  { rev, sealed }: Record<string, unknown>,
  response: ServerResponse,
): void {
  if (world.fault === 'case-files') return sendError(response, 500, 'internal');
  if (route.startsWith('GET')) return sendJson(response, world.caseFiles);
  if (rev !== world.caseFiles.rev + 1) return sendError(response, 409, 'conflict');
  world.caseFiles = { rev, sealed: sealed === null ? null : String(sealed) };
  response.writeHead(204).end();
}

function handlePortalCall(
  world: World,
  route: string,
  body: Record<string, unknown>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const session = findSession(world, request);
  const isTokenGood = world.tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''));
  if (route === PATHS.params) return sendJson(response, { kdf: world.kdf });
  if (route === PATHS.login) return signIn(world, body, response);
  if (route === PATHS.refresh) {
    if (session === undefined) return sendError(response, 401, 'invalid_token', 'session_revoked');
    // Delayed on purpose, so that parallel callers find the request running.
    setTimeout(() => sendJson(response, buildSessionResponse(world, session)), 50);
    return;
  }
  if (route === PATHS.logout) {
    if (session !== undefined) session.isRevoked = true;
    response.writeHead(204).end();
    return;
  }
  if (route === PATHS.version) {
    if (world.version === null) return sendError(response, 500, 'internal');
    return sendJson(response, { version: world.version });
  }
  if (route.includes(' /api/v1/peers')) {
    const { status, body: sent } = respondToRegistryCall(route, body);
    return sendJson(response, sent, status);
  }
  if (route.includes('/plant-groups')) return world.plantGroups.respond(route, body, response);
  if (route.includes(' /api/v1/server-keys')) {
    const { status, body: sent } = respondToServerKeyCall(route, body);
    return sendJson(response, sent, status);
  }
  if (route.includes(' /api/v1/settings')) {
    const { status, body: sent } = respondToPortalSettingsCall(route, body);
    return sendJson(response, sent, status);
  }
  if (!isTokenGood) return sendError(response, 401, 'invalid_token', 'jwt_expired');
  if (route.endsWith(' /api/v1/user/case-files')) return respondToCaseFiles(world, route, body, response);
  if (route === PATHS.read) return sendJson(response, buildUser(world));
  if (route === PATHS.save) return save(world, body, response);
  sendError(response, 404, 'not_found');
}

/** Test controls: `/test-portal/<control>`. */
async function applyControl(world: World, lever: string, body: Record<string, unknown>): Promise<World> {
  if (lever === 'reset') return createWorld();
  if (lever === 'expire') world.tokens.clear();
  if (lever === 'revoke') for (const session of world.sessions) session.isRevoked = true;
  if (lever === 'passcode') world.passcode = String(body['passcode']);
  if (lever === 'weak') world.kdf = { ...createKdf(), m: 1024 };
  if (lever === 'no-vault') world.vault = null;
  if (lever === 'not-configured') world.fault = 'not_configured';
  if (lever === 'cut') world.fault = 'cut';
  if (lever === 'case-files-fail') world.fault = 'case-files';
  if (lever === 'case-files-work') world.fault = null;
  if (lever === 'case-files') world.caseFiles = { rev: Number(body['rev']), sealed: String(body['sealed']) };
  if (lever === 'version') world.version = String(body['version']);
  // A reset by e-mail: new derivation and proof, while the vault stays sealed with the old password.
  if (lever === 'reset-password') {
    world.kdf = body['kdf'];
    world.proof = String(body['proof']);
  }
  if (lever === 'vault') world.vault = body['vault'] as VaultFile;
  return world;
}

/**
 * A minimal portal on the origin of the browser tests, with real cookies, real HTTP and the binding formats. It stores
 * its state in memory and can expire, revoke or drop sessions.
 */
export function testPortal(): Plugin {
  let world: Promise<World> = createWorld();
  return {
    name: 'test-portal',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [path = ''] = (request.url ?? '').split('?');
        // Exports are handled by the test plant of their token.
        if (path.startsWith('/api/v1/exports') || path.startsWith('/api/v1/lpr/')) return next();
        // Transits of a plant on the same origin: one fails, one no longer exists, one is at a gate of others.
        if (path === '/api/lpr/failing') return sendError(response, 500, 'internal');
        if (path === '/api/lpr/gone') return sendError(response, 404, 'not_found');
        if (path === '/api/lpr/other-gate') return sendError(response, 403, 'no_perms', 'gate_not_allowed');
        if (path === '/api/lpr/signed-out') return sendError(response, 401, 'no_auth');
        if (!path.startsWith('/api/v1/') && !path.startsWith('/test-portal/')) return next();
        void (async () => {
          const text = await readAll(request);
          const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text);
          const lever = path.replace('/test-portal/', '');
          const present = await world;
          if (lever === 'state')
            return sendJson(response, {
              log: present.log,
              bodies: present.bodies,
              vault: present.vault,
              sessions: present.sessions,
              caseFiles: present.caseFiles,
            });
          if (lever !== path) {
            world = applyControl(present, lever, body);
            await world;
            return sendJson(response, {});
          }
          const route = `${request.method ?? ''} ${path}`;
          present.log.push(route);
          present.bodies.push(text);
          handlePortalCall(present, route, body, request, response);
        })();
      });
    },
  };
}
