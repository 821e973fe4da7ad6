import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { CameraMessage } from '@varco/cameras/camera-types.ts';
import { EventGroups } from '@varco/cameras/stream/event-groups.ts';
import { PartSplitter } from '@varco/cameras/stream/part-splitter.ts';
import { MAX_CAMERA_BODY_BYTES } from '@varco/contract/plant/camera-intake.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { answerDigest } from './digest-answer.ts';
import { followConnection, type PendingBytes } from './follow-connection.ts';
import { keepConnected, TransportError } from './keep-connected.ts';
import type { Deliver, OpenTransport, ReceptionOf, TransportCamera } from './transport.ts';

const CONNECT_MS = 15_000;
/** Cameras report something at least every few seconds; a connection that says nothing for so long is dead. */
const SILENCE_MS = 120_000;
/** The pictures of an event follow it at once; after this pause the message is complete. */
const EVENT_PAUSE_MS = 1_000;

interface StreamOptions {
  readonly camera: TransportCamera;
  readonly reception: ReceptionOf<'flusso'>;
  readonly outbound: Pick<OutboundClient, 'resolveAddress'>;
  readonly deliver: Deliver;
  readonly pendingBytes: PendingBytes;
  readonly log: Log;
}

/**
 * Follows the event stream of a camera: a response without an end, one part for each event (Hikvision alertStream, Dahua
 * attach and their kind), or what a server writes to whoever connects (`tcp://`). The address is checked and resolved for each
 * connection; a password is sent in the open only over TLS.
 */
export function followEventStream(options: StreamOptions): OpenTransport {
  const { camera, reception, outbound, deliver, pendingBytes, log } = options;
  const url = new URL(reception.indirizzo);
  return keepConnected({ camera, log }, async (signal, onConnected) => {
    const host = await outbound.resolveAddress(url.hostname);
    if (url.protocol === 'tcp:') {
      const socket = await connectTo(host, Number(url.port), signal);
      onConnected();
      return followConnection(socket, camera, { deliver, pendingBytes, signal });
    }
    const response = await openStream(camera, reception, { url, host }, signal);
    const type = response.headers['content-type'] ?? '';
    const boundary = /boundary="?([^\s;"]{1,200})/i.exec(type)?.[1] ?? null;
    if (!/^multipart\//i.test(type)) {
      response.destroy();
      throw new TransportError('not_a_stream', 'the response is no stream of events');
    }
    onConnected();
    await readParts(response, boundary, (message) => deliver(camera, message, signal));
  });
}

/** Reads the parts of a stream, one message after the other: while one is stored the next waits in the network. */
async function readParts(
  response: IncomingMessage,
  boundary: string | null,
  store: (message: CameraMessage) => Promise<void>,
): Promise<void> {
  const splitter = new PartSplitter(boundary, MAX_CAMERA_BODY_BYTES);
  const groups = new EventGroups();
  const storeIfAny = async (message: CameraMessage | null): Promise<void> => {
    if (message !== null) await store(message);
  };
  const pieces: AsyncIterator<Buffer> = response[Symbol.asyncIterator]();
  let next = pieces.next();
  for (;;) {
    const pause = groups.isWaiting ? [wait(EVENT_PAUSE_MS, null, { ref: false })] : [];
    const piece = await Promise.race([next, ...pause]);
    if (piece === null) {
      await storeIfAny(groups.flush());
      continue;
    }
    if (piece.done === true) return storeIfAny(groups.flush());
    for (const part of splitter.push(piece.value)) await storeIfAny(groups.push(part));
    next = pieces.next();
  }
}

/** A raw connection to a checked address. */
function connectTo(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port, signal });
  socket.on('error', () => socket.destroy());
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('the server does not answer')));
  return new Promise((resolve, reject) => {
    socket.once('connect', () => {
      // A street may be empty for hours.
      socket.setTimeout(0);
      resolve(socket);
    });
    socket.once('close', () => reject(new Error('the server ended the connection')));
  });
}

/** The open response, after the digest that the camera asks for. */
async function openStream(
  { secret }: TransportCamera,
  { utente }: ReceptionOf<'flusso'>,
  { url, host }: { readonly url: URL; readonly host: string },
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const first = await call(url, host, null, signal);
  if (first.statusCode !== 401) return requireOk(first);
  first.destroy();
  const challenges = [first.headers['www-authenticate'] ?? ''];
  const target = `${url.pathname}${url.search}`;
  const user = { user: utente, password: secret ?? '' };
  const digest = answerDigest(challenges, { ...user, method: 'GET', target });
  const basic = `Basic ${Buffer.from(`${utente}:${secret ?? ''}`).toString('base64')}`;
  const answer = digest ?? (url.protocol === 'https:' && /basic/i.test(challenges[0] ?? '') ? basic : null);
  if (utente === '' || answer === null) throw new TransportError('credentials_refused', 'the camera asks for a user');
  return requireOk(await call(url, host, answer, signal));
}

function requireOk(response: IncomingMessage): IncomingMessage {
  if (response.statusCode === 200) return response;
  response.destroy();
  const isRefused = response.statusCode === 401 || response.statusCode === 403;
  throw new TransportError(isRefused ? 'credentials_refused' : 'not_a_stream', `status ${response.statusCode}`);
}

/** One request to the checked address of a camera; the connection ends with the signal, or when it falls silent. */
function call(url: URL, host: string, authorization: string | null, signal: AbortSignal): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:';
  const name = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const request = (isTls ? requestTls : requestPlain)(
      {
        ...{ host, port: url.port === '' ? undefined : Number(url.port), path: `${url.pathname}${url.search}`, signal },
        ...(isTls && name !== host ? { servername: name } : {}),
        headers: {
          ...{ host: url.host, accept: 'multipart/mixed, multipart/x-mixed-replace, */*' },
          ...(authorization === null ? {} : { authorization }),
        },
        agent: false,
        maxHeaderSize: 16 * 1024,
        timeout: CONNECT_MS,
      },
      (response) => {
        request.setTimeout(SILENCE_MS);
        resolve(response);
      },
    );
    request.on('timeout', () => request.destroy(new TransportError('unreachable', 'the camera says nothing')));
    request.on('error', reject);
    request.end();
  });
}
