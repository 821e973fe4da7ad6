import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { answerDigest } from './digest-answer.ts';
import { TransportError } from './keep-connected.ts';

/** A call of a camera at an address that was checked. */
export interface CameraRequest {
  readonly url: URL;
  /** Numeric address of the host, resolved once and checked. */
  readonly host: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Until the answer begins, milliseconds. */
  readonly connectMs: number;
  /** Longest pause in the answer, milliseconds. */
  readonly silenceMs: number;
}

/** User and password at the camera; an empty user signs in nowhere. */
export interface CameraCredentials {
  readonly user: string;
  readonly password: string;
}

const MAX_HEADER_BYTES = 16 * 1024;

/** Name of the host of an address without the brackets of IPv6. */
export const nameHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * The `Authorization` header that answers a challenge: digest, or basic over TLS alone, because a password never goes in the
 * open. Null: there is no user, or no challenge of a known kind.
 */
export function answerChallenge(
  challenge: string,
  { url, method }: Pick<CameraRequest, 'url' | 'method'>,
  { user, password }: CameraCredentials,
): string | null {
  if (user === '') return null;
  const digest = answerDigest([challenge], { user, password, method, target: `${url.pathname}${url.search}` });
  if (digest !== null) return digest;
  const isTls = url.protocol === 'https:' || url.protocol === 'wss:';
  if (!isTls || !/basic/i.test(challenge)) return null;
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** The answer of a camera, signed in where it asks for it; any status. Redirects are not followed. */
export async function callCamera(request: CameraRequest, credentials: CameraCredentials): Promise<IncomingMessage> {
  const first = await openAnswer(request, null);
  if (first.statusCode !== 401) return first;
  const authorization = answerChallenge(first.headers['www-authenticate'] ?? '', request, credentials);
  if (authorization === null) return first;
  first.destroy();
  return openAnswer(request, authorization);
}

/** One request; the connection ends with the signal, or when it falls silent. */
function openAnswer(
  { url, host, method, headers, body, signal, connectMs, silenceMs }: CameraRequest,
  authorization: string | null,
): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:';
  const name = nameHost(url);
  return new Promise((resolve, reject) => {
    const request = (isTls ? requestTls : requestPlain)(
      {
        ...{ host, port: url.port === '' ? undefined : Number(url.port), path: `${url.pathname}${url.search}` },
        ...{ method, signal, agent: false, maxHeaderSize: MAX_HEADER_BYTES, timeout: connectMs },
        ...(isTls && name !== host ? { servername: name } : {}),
        headers: {
          ...{ host: url.host, ...headers },
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          ...(authorization === null ? {} : { authorization }),
        },
      },
      (answer) => {
        request.setTimeout(silenceMs);
        resolve(answer);
      },
    );
    request.on('timeout', () => request.destroy(new TransportError('unreachable', 'the camera says nothing')));
    request.on('error', reject);
    request.end(body);
  });
}

/** The whole answer. Rejects with `message_too_long` beyond `maxBytes`, whatever length the camera announces. */
export async function readAnswer(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    if (size > maxBytes) {
      answer.destroy();
      throw new TransportError('message_too_long', `more than ${maxBytes} bytes`);
    }
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}
