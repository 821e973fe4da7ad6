import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { CameraMessage } from '@varco/cameras/camera-types.ts';
import { EventGroups } from '@varco/cameras/stream/event-groups.ts';
import { PartSplitter } from '@varco/cameras/stream/part-splitter.ts';
import { MAX_CAMERA_BODY_BYTES } from '@varco/contract/plant/camera-intake.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { callCamera } from './camera-request.ts';
import { followConnection, type PendingBytes } from './follow-connection.ts';
import { keepConnected, refuseStatus, TransportError } from './keep-connected.ts';
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
  readonly now: () => Date;
  readonly log: Log;
}

/**
 * Follows the event stream of a camera: a response without an end, one part for each event (Hikvision alertStream, Dahua
 * attach and their kind), or what a server writes to whoever connects (`tcp://`). The address is checked and resolved for each
 * connection; a password is sent in the open only over TLS.
 */
export function followEventStream(options: StreamOptions): OpenTransport {
  const { camera, reception, outbound, deliver, pendingBytes, now, log } = options;
  const url = new URL(reception.indirizzo);
  return keepConnected({ camera, now, log }, async (signal, onConnected) => {
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

/** The open response, after the sign-in that the camera asks for. */
async function openStream(
  { secret }: TransportCamera,
  { utente }: ReceptionOf<'flusso'>,
  { url, host }: { readonly url: URL; readonly host: string },
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const headers = { accept: 'multipart/mixed, multipart/x-mixed-replace, */*' };
  const response = await callCamera(
    { url, host, method: 'GET', headers, signal, connectMs: CONNECT_MS, silenceMs: SILENCE_MS },
    { user: utente, password: secret ?? '' },
  );
  if (response.statusCode === 200) return response;
  response.destroy();
  throw refuseStatus(response.statusCode ?? 0);
}
