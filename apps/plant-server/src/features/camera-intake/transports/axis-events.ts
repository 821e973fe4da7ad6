import { on } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { classifyMessage, EVENTS_CONFIGURE, EVENTS_PATH, TOKEN_PATH } from '@varco/cameras/vapix/event-protocol.ts';
import { MAX_CAMERA_BODY_BYTES } from '@varco/contract/plant/camera-intake.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { WebSocket } from 'ws';
import { answerChallenge, callCamera, type CameraCredentials, nameHost, readAnswer } from './camera-request.ts';
import { keepConnected, refuseStatus, TransportError } from './keep-connected.ts';
import type { Deliver, NoteContact, OpenTransport, ReceptionOf, TransportCamera } from './transport.ts';

const CONNECT_MS = 15_000;
/** How often the camera is called, and how long it may say nothing, not even that it is there. */
const PING_MS = 30_000;
const SILENCE_MS = 90_000;
const CHECK_MS = 5_000;
/** A camera that answers without events makes a contact, at most one in this time. */
const CONTACT_MS = 60_000;
const TOKEN_BYTES = 1_024;
/** Codes of messages beyond the limit, and of frames that are too many. */
const TOO_LONG_CODES = new Set([
  'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH',
  'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH',
  'WS_ERR_TOO_MANY_BUFFERED_PARTS',
]);

interface AxisOptions {
  readonly camera: TransportCamera;
  readonly reception: ReceptionOf<'flusso'>;
  readonly outbound: Pick<OutboundClient, 'resolveAddress'>;
  readonly deliver: Deliver;
  readonly noteContact: NoteContact;
  readonly now: () => Date;
  readonly log: Log;
}

/** Where a connection goes: the address as typed, and the numeric address of its host, resolved once and checked. */
interface Target {
  readonly url: URL;
  readonly host: string;
}

/** An open connection, and what arrives on it from the first message on. */
interface EventSocket {
  readonly socket: WebSocket;
  readonly messages: AsyncIterable<readonly unknown[]>;
}

/**
 * Follows the events of an Axis camera over WebSocket (`ws://` or `wss://`, VAPIX): signs in, chooses the events of plates, and
 * takes each as a message. While one is stored the next waits in the network. The address is checked and resolved for each
 * connection and redirects are not followed; a password goes in the open only over TLS.
 */
export function followAxisEvents(options: AxisOptions): OpenTransport {
  const { camera, reception, outbound, now, log } = options;
  const typed = new URL(reception.indirizzo);
  const url = typed.pathname === '/' && typed.search === '' ? new URL(EVENTS_PATH, typed) : typed;
  return keepConnected({ camera, now, log }, async (signal, onConnected) => {
    const host = await outbound.resolveAddress(url.hostname);
    const credentials = { user: reception.utente, password: camera.secret ?? '' };
    const opened = await signIn({ url, host }, credentials, signal);
    const guard = new SilenceGuard(opened.socket, () => options.noteContact(camera));
    try {
      await readEvents(opened, guard, options, { signal, onConnected });
    } catch (error) {
      throw toTransportError(error);
    } finally {
      guard.stop();
      opened.socket.terminate();
    }
  });
}

async function readEvents(
  { socket, messages }: EventSocket,
  guard: SilenceGuard,
  { camera, deliver }: AxisOptions,
  { signal, onConnected }: { readonly signal: AbortSignal; readonly onConnected: () => void },
): Promise<void> {
  socket.send(EVENTS_CONFIGURE);
  let isConfigured = false;
  for await (const [data] of messages) {
    if (!Buffer.isBuffer(data)) continue;
    const answer = classifyMessage(data.toString('utf8'));
    if (answer.kind === 'refused') throw new TransportError('events_refused', answer.text);
    if (answer.kind === 'unreadable' && !isConfigured)
      throw new TransportError('not_a_stream', 'the answer is no message of VAPIX');
    if (!isConfigured) {
      isConfigured = true;
      guard.setConfigured();
      onConnected();
    }
    // What cannot be understood is among the refused messages then, where it can be seen.
    const message = { contentType: 'application/json', body: data, fileName: null, query: '' };
    if (answer.kind !== 'configured') await guard.whileStoring(deliver(camera, message, signal));
  }
  throw new TransportError('unreachable', 'the camera ended the connection');
}

/** Calls the camera while it says nothing, and ends a connection that is dead. */
class SilenceGuard {
  private readonly timer: ReturnType<typeof setInterval>;
  private readonly socket: WebSocket;
  private heardMs = performance.now();
  private contactMs = performance.now();
  private isConfigured = false;
  private isStoring = false;

  /** `onAlive`: the camera answered, although it has nothing to tell. */
  constructor(socket: WebSocket, onAlive: () => void) {
    this.socket = socket;
    socket.on('pong', () => {
      // Until it says whether it sends events, being there is not enough.
      if (this.isConfigured) this.heardMs = performance.now();
      if (!this.isConfigured || this.heardMs - this.contactMs < CONTACT_MS) return;
      this.contactMs = this.heardMs;
      onAlive();
    });
    this.timer = setInterval(() => this.check(), CHECK_MS);
  }

  setConfigured(): void {
    this.isConfigured = true;
    this.heardMs = performance.now();
  }

  /** What the camera says meanwhile waits in the network, so that it is not silent. */
  async whileStoring(storing: Promise<void>): Promise<void> {
    this.isStoring = true;
    await storing;
    this.isStoring = false;
    this.heardMs = performance.now();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private check(): void {
    if (this.isStoring) return;
    const silentMs = performance.now() - this.heardMs;
    if (silentMs > (this.isConfigured ? SILENCE_MS : CONNECT_MS)) this.socket.terminate();
    else if (this.isConfigured && silentMs > PING_MS) this.socket.ping();
  }
}

/** What ends a connection, as an administrator reads it. */
function toTransportError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (TOO_LONG_CODES.has(code)) return new TransportError('message_too_long', code);
  return code.startsWith('WS_ERR_') ? new TransportError('not_a_stream', code) : error;
}

/**
 * Opens a connection: without a password, with the digest that the camera asks for, and last with a token that it gives out for
 * the password.
 */
async function signIn(target: Target, credentials: CameraCredentials, signal: AbortSignal): Promise<EventSocket> {
  const first = await openSocket(target, null, signal);
  if (isOpen(first)) return first;
  const challenge = first.headers['www-authenticate'] ?? '';
  if (first.statusCode !== 401 || credentials.user === '') throw refuseStatus(first.statusCode ?? 0);
  const authorization = answerChallenge(challenge, { url: target.url, method: 'GET' }, credentials);
  const second = authorization === null ? null : await openSocket(target, authorization, signal);
  if (second !== null && isOpen(second)) return second;
  if (second !== null && second.statusCode !== 401) throw refuseStatus(second.statusCode ?? 0);
  const url = new URL(target.url);
  url.searchParams.set('wssession', await fetchToken(target, credentials, signal));
  const last = await openSocket({ ...target, url }, null, signal);
  if (isOpen(last)) return last;
  throw refuseStatus(last.statusCode ?? 0);
}

const isOpen = (answer: EventSocket | IncomingMessage): answer is EventSocket =>
  'socket' in answer && 'messages' in answer;

/** A token in place of the password (VAPIX `wssession.cgi`), from the same host. */
async function fetchToken({ url, host }: Target, credentials: CameraCredentials, signal: AbortSignal): Promise<string> {
  const address = new URL(TOKEN_PATH, url.href.replace(/^ws/i, 'http'));
  const limit = AbortSignal.any([signal, AbortSignal.timeout(2 * CONNECT_MS)]);
  const request = { url: address, host, method: 'GET', headers: { accept: 'text/plain' }, signal: limit } as const;
  const answer = await callCamera({ ...request, connectMs: CONNECT_MS, silenceMs: CONNECT_MS }, credentials);
  if (answer.statusCode !== 200) {
    answer.destroy();
    // A camera without tokens refused the password before.
    throw new TransportError('credentials_refused', `no token: status ${answer.statusCode ?? 0}`);
  }
  const token = (await readAnswer(answer, TOKEN_BYTES)).toString('utf8').trim();
  if (!/^[\w.~+/=-]{1,400}$/.test(token)) throw new TransportError('credentials_refused', 'no token');
  return token;
}

/** The open connection, or the answer of a camera that does not open it. */
function openSocket(
  { url, host }: Target,
  authorization: string | null,
  signal: AbortSignal,
): Promise<EventSocket | IncomingMessage> {
  const isTls = url.protocol === 'wss:';
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
  const name = nameHost(url);
  const socket = new WebSocket(url, {
    ...{ maxPayload: MAX_CAMERA_BODY_BYTES, handshakeTimeout: CONNECT_MS },
    // A short message could become a huge one.
    perMessageDeflate: false,
    headers: authorization === null ? {} : { authorization },
    createConnection: () =>
      isTls ? connectTls({ host, port, ...(name === host ? {} : { servername: name }) }) : connectPlain({ host, port }),
  });
  socket.on('error', () => {});
  // From the beginning, so that no message is missed; while two wait the network does too.
  const messages = on(socket, 'message', { signal, close: ['close'], highWaterMark: 1, lowWaterMark: 1 });
  const abort = (): void => socket.terminate();
  signal.addEventListener('abort', abort, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', abort));
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve({ socket, messages }));
    socket.once('error', (error) => reject(toTransportError(error)));
    socket.once('unexpected-response', (request, answer) => {
      resolve(answer);
      request.destroy();
    });
  });
}
