import { randomUUID } from 'node:crypto';
import { login } from '@varco/contract/portal/auth.ts';
import { type InjectResponse, injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { type SeedPeer, seedPortal, type SeedUser } from '../seed/seed-portal.ts';
import { buildProof, TEST_KDF, type TestPortal, buildVault } from './test-portal.ts';

export const PASSWORD = 'corretto cavallo 9';

/** An invented person; `change` overrides fields. */
export const createPerson = (username: string, change: Partial<SeedUser> = {}): SeedUser => ({
  uuid: randomUUID(),
  username,
  email: `${username}@posta.example`,
  fullName: `Persona ${username}`,
  proof: buildProof(PASSWORD),
  kdf: TEST_KDF,
  vault: buildVault(1),
  ...change,
});

export const createPlant = (label: string, change: Partial<SeedPeer> = {}): SeedPeer => ({
  uuid: randomUUID(),
  url: `https://${label.toLowerCase()}.plants.example`,
  label,
  code: label.slice(0, 2).toUpperCase(),
  ...change,
});

export const seedPeople = (
  portal: TestPortal,
  users: readonly SeedUser[],
  peers: readonly SeedPeer[] = [],
): Promise<void> => seedPortal(portal.deps, { users, peers });

export interface SignInOptions {
  readonly password?: string;
  readonly proof?: string;
  readonly passcode?: string;
  readonly remember?: boolean;
  readonly cookie?: string;
  readonly ip?: string;
}

let lastHost = 0;
/** An address that was not used before, so that one test's failures do not slow down the next. */
const nextIp = (): string => {
  lastHost += 1;
  return `10.${(lastHost >> 16) & 255}.${(lastHost >> 8) & 255}.${lastHost & 255}`;
};

/** Posts the sign-in form. `ip`: address reported by the proxy, default a fresh one. */
export const tryLogin = (portal: TestPortal, username: string, options: SignInOptions = {}): Promise<InjectResponse> =>
  injectRaw(
    portal.app,
    login,
    {
      body: {
        username,
        password: options.proof ?? buildProof(options.password ?? PASSWORD),
        ...(options.passcode === undefined ? {} : { passcode: options.passcode }),
        ...(options.remember === undefined ? {} : { remember: options.remember }),
      },
    },
    {
      headers: {
        ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
        'x-forwarded-for': options.ip ?? nextIp(),
      },
    },
  );

export interface BrowserSession {
  readonly token: string;
  readonly userId: number;
  readonly sessionId: string;
  readonly share: string;
  /** `Cookie` header with refresh and device cookie. */
  readonly cookie: string;
  readonly refreshToken: string;
  readonly deviceCookie: string;
}

/** Signs in and returns what a browser would store; throws when refused. */
export async function signInAs(
  portal: TestPortal,
  username: string,
  options: SignInOptions = {},
): Promise<BrowserSession> {
  const answer = await tryLogin(portal, username, options);
  if (answer.status !== 200) throw new Error(`sign-in of ${username}: ${answer.status} ${JSON.stringify(answer.body)}`);
  const body = login.response.parse(answer.body);
  const cookieOf = (name: string): string => answer.cookies.find((cookie) => cookie.name === name)?.value ?? '';
  const refreshToken = cookieOf('__Host-varco_rt');
  const deviceCookie = `__Host-varco_dev=${cookieOf('__Host-varco_dev')}`;
  return {
    token: body.token,
    userId: body.user.id,
    sessionId: body.session_id,
    share: body.share,
    refreshToken,
    deviceCookie,
    cookie: `__Host-varco_rt=${refreshToken}; ${deviceCookie}`,
  };
}

/** Code and sub-code of an error response, `code/sub`. */
export function formatError(answer: InjectResponse): string {
  const error: unknown = Reflect.get(Object(answer.body), 'error');
  const part = (name: string): string => String(Reflect.get(Object(error), name) ?? '');
  return part('sub_code') === '' ? part('code') : `${part('code')}/${part('sub_code')}`;
}
