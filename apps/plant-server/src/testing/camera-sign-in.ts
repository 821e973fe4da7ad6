import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export const CAMERA_USER = 'varchi';
export const CAMERA_PASSWORD = 'segreta';
export const CAMERA_CHALLENGE = 'Digest realm="camera", nonce="5f2e", qop="auth", algorithm=MD5';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Whether a request answers the challenge of a stand-in camera with its password (RFC 7616). */
export function isSignedIn({ headers, method, url }: IncomingMessage): boolean {
  const field = (name: string): string =>
    new RegExp(`[ ,]${name}="?([^",]+)`).exec(headers.authorization ?? '')?.[1] ?? '';
  const [secret, asked] = [md5(`${CAMERA_USER}:camera:${CAMERA_PASSWORD}`), md5(`${method ?? ''}:${url ?? ''}`)];
  const expected = md5(`${secret}:5f2e:${field('nc')}:${field('cnonce')}:auth:${asked}`);
  return field('username') === CAMERA_USER && field('response') === expected;
}

/** Asks for a password; the usual answer of a camera. */
export const refuseUnsigned = (response: ServerResponse): void => {
  response.writeHead(401, { 'www-authenticate': CAMERA_CHALLENGE }).end();
};
