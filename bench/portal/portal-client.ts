import { Agent, request } from 'node:http';
import { deriveMaster } from '@varco/vault/derive-master.ts';
import { deriveLoginProof } from '@varco/vault/keys.ts';
import { z } from 'zod';
import { PROXY_ADDRESS } from '../world/healthy-world.ts';
import { CALLER_PASSWORD } from './callers.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const Params = z.object({ kdf: z.unknown() });
const Token = z.object({ token: z.string() });
/** Version header sent by the current web app. */
export const CLIENT_HEADERS = { 'X-Client-Version': '0.9.375' } as const;

/** Cookies a browser stores for a portal: the device cookie and the session to refresh. */
export interface CookieJar {
  readonly cookies: Map<string, string>;
}

export const createEmptyJar = (): CookieJar => ({ cookies: new Map() });

/** Derives the password proof of an account as the browser does. */
export async function deriveProof(origin: string, username: string): Promise<string> {
  const { kdf } = await fetchKdfParams(origin, username);
  const master = await deriveMaster(CALLER_PASSWORD, kdf);
  if (!master.ok) throw new Error(`derivation refused: ${master.reason}`);
  return deriveLoginProof(master.value);
}

const fetchKdfParams = async (origin: string, username: string) =>
  Params.parse(JSON.parse(await postToPortal(origin, '/api/v1/auth/params', { username }, createEmptyJar())));

/**
 * Signs in as the browser does but without the key derivation: KDF parameters, then the proof. Returns the access
 * token. @throws on any response other than 200
 */
export async function signInCaller(origin: string, username: string, proof: string, jar: CookieJar): Promise<string> {
  await fetchKdfParams(origin, username);
  const answer = await postToPortal(origin, '/api/v1/login', { username, password: proof, remember: true }, jar);
  return Token.parse(JSON.parse(answer)).token;
}

/** Refreshes the session of the jar once; the refresh token is replaced. @throws on any response other than 200 */
export const refreshCaller = (origin: string, jar: CookieJar): Promise<unknown> =>
  postToPortal(origin, '/api/v1/auth/refresh', undefined, jar);

/** Calls come from many addresses, because rate limits apply per address. */
let calls = 0;
function createNextAddress(): string {
  calls += 1;
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
}

/** Plain HTTP with minimal overhead, because the client shares the two cores with the portal. */
function postToPortal(origin: string, path: string, body: unknown, jar: CookieJar): Promise<string> {
  const payload = body === undefined ? '' : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const call = request(`${origin}${path}`, {
      method: 'POST',
      agent,
      family: 4,
      localAddress: PROXY_ADDRESS,
      headers: {
        Origin: origin,
        ...CLIENT_HEADERS,
        'X-Forwarded-For': createNextAddress(),
        'Content-Length': Buffer.byteLength(payload),
        ...(payload === '' ? {} : { 'Content-Type': 'application/json' }),
        ...(jar.cookies.size === 0 ? {} : { Cookie: [...jar.cookies].map(([k, v]) => `${k}=${v}`).join('; ') }),
      },
    });
    call.once('error', reject);
    call.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${path}: ${response.statusCode} ${text}`));
        for (const cookie of response.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          jar.cookies.set(name, value);
        }
        return resolve(text);
      });
    });
    call.end(payload);
  });
}
