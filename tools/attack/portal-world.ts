import { buildPortalApp } from '@varco/portal-server/app.ts';
import type { SeedUser } from '@varco/portal-server/seed/seed-portal.ts';
import { createPerson, createPlant, seedPeople, signInAs } from '@varco/portal-server/testing/test-people.ts';
import {
  buildVault,
  createTestPortal,
  PORTAL_ORIGIN,
  TEST_KDF,
  type TestPortal,
} from '@varco/portal-server/testing/test-portal.ts';
import { signPlantCall } from '@varco/server-kit/auth/plant-call.ts';
import { generateSigningKey, type SigningKey, toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import type { Caller } from './caller.ts';
import { createHeaderCaller, createTokenCaller } from './caller.ts';
import { PORTAL_PLANT } from './templates.ts';

/** What only one account, or it and administrators, may be shown. */
export interface PrivateMark {
  readonly owner: string;
  readonly text: string;
  readonly isShownToAdmins: boolean;
}

export interface AttackedPortal {
  readonly portal: TestPortal;
  readonly origin: string;
  readonly callers: readonly Caller[];
  readonly marks: readonly PrivateMark[];
  close(): Promise<void>;
}

const NO_RATES = { spend: async () => {}, spendAll: async () => {}, deleteIdleCounters: async () => {} };
const CLIENT_VERSION = { 'x-client-version': '1.0.0' };

const createMarkedPerson = (username: string, index: number, change: Partial<SeedUser> = {}): SeedUser =>
  createPerson(username, {
    mobile: `+39 055 71${String(1_000 + index * 37)}`,
    vault: buildVault(1, TEST_KDF),
    ...change,
  });

/** Starts a portal without rate limits, which have tests of their own, with every kind of account signed in. */
export async function startAttackedPortal(): Promise<AttackedPortal> {
  const portal = await createTestPortal();
  const app = buildPortalApp({ ...portal.deps, rates: NO_RATES });
  const key = generateSigningKey();
  const peer = createPlant(PORTAL_PLANT.label, {
    ...PORTAL_PLANT,
    publicKey: toPublicJwk(key.publicKey).x,
  });
  const peers = [peer.uuid];
  const people = [
    createMarkedPerson('anna', 1, { isAdmin: true, readsAudit: true, peers }),
    createMarkedPerson('dario', 2, { isAdmin: true, peers }),
    createMarkedPerson('bruno', 3, { peers }),
    createMarkedPerson('carla', 4, { email: 'carla@altro.example' }),
    createMarkedPerson('lucia', 5, { readsAudit: true }),
    createMarkedPerson('elena', 6, { isFirstAccess: true }),
    createMarkedPerson('fabio', 7, { mustChange: true }),
    createMarkedPerson('gino', 8),
    createMarkedPerson('ivo', 9),
  ];
  await seedPeople(portal, people, [peer]);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  // First, because the clock goes on until a token has expired.
  const useless = await createUseless(portal);
  return {
    portal,
    origin,
    callers: [...(await createPeople(portal)), ...useless, createSignedCaller(portal, key, peer.uuid)],
    marks: people.flatMap(({ username, mobile = '', vault }) => [
      { owner: username, text: mobile, isShownToAdmins: true },
      { owner: username, text: vault?.index ?? '', isShownToAdmins: false },
    ]),
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await portal.close();
    },
  };
}

async function createPeople(portal: TestPortal): Promise<readonly Caller[]> {
  const server = 'portal';
  const callers = [createHeaderCaller({ name: 'portal nobody', server, kind: 'none', subject: null }, {})];
  for (const subject of ['anna', 'dario', 'bruno', 'carla', 'lucia', 'elena', 'fabio']) {
    const base = { name: `portal ${subject}`, server, kind: 'portal-user', subject } as const;
    const renew = async (): Promise<string | null> =>
      signInAs(portal, subject).then(
        ({ token }) => token,
        () => null,
      );
    const { token, cookie } = await signInAs(portal, subject);
    callers.push(createTokenCaller(base, token, renew));
    if (subject === 'bruno')
      callers.push(
        createHeaderCaller(
          { name: 'page of bruno', server, kind: 'page', subject },
          { cookie, origin: PORTAL_ORIGIN, ...CLIENT_VERSION },
        ),
      );
  }
  return callers;
}

async function createUseless(portal: TestPortal): Promise<readonly Caller[]> {
  const base = { server: 'portal', kind: 'useless', subject: null } as const;
  const gino = await signInAs(portal, 'gino');
  await portal.deps.pool.query(`update portal_user set is_active = false where username = 'gino'`);
  const ivo = await signInAs(portal, 'ivo');
  portal.clock.advance(16 * 60_000);
  return [
    createTokenCaller({ ...base, name: 'portal token of a closed account' }, gino.token),
    createTokenCaller({ ...base, name: 'portal expired token' }, ivo.token),
  ];
}

const createSignedCaller = (portal: TestPortal, key: SigningKey, plantUuid: string): Caller => ({
  name: 'plant Cesena',
  server: 'portal',
  kind: 'plant-signature',
  subject: null,
  renew: null,
  credential: ({ method, url, body }) =>
    signPlantCall({
      ...{ keys: { current: key, previous: null }, plantUuid, method, path: url.split('?', 1)[0] ?? '' },
      body: body === null ? '' : Buffer.from(body, 'base64'),
      now: portal.deps.now(),
    }),
});
