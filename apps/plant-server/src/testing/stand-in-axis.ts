import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { CameraCertificate } from './camera-certificate.ts';
import { CAMERA_CHALLENGE, isSignedIn, refuseUnsigned } from './camera-sign-in.ts';

/** What a stand-in camera does wrong, or how it wants to be signed in to. */
export type AxisBehaviour =
  | 'digest'
  | 'open'
  /** Takes a token that it gives out for the password. */
  | 'token'
  | 'refuses everybody'
  | 'never answers'
  | 'refuses the topics'
  | 'sends no JSON'
  | 'sends too much'
  | 'sends half a frame'
  | 'redirects';

/** A camera that sends events over WebSocket, as VAPIX describes it. */
export interface StandInAxis {
  readonly address: string;
  /** Messages of clients, and `Authorization` headers of handshakes. */
  readonly received: readonly string[];
  readonly authorizations: readonly string[];
  /** Handshakes so far. */
  connections(): number;
  /** Sends to every client that chose its events, and to each that does so later: a camera that offers again what it has. */
  offer(event: string): void;
  /** Ends all connections, as a camera that restarts does. */
  restart(): void;
  close(): Promise<void>;
}

const TOKEN = 'f3a9-token';
const HALF_FRAME = Buffer.from([0x81, 0x7e, 0x10, 0x00, 0x7b]);
const TOO_LONG = 9 * 1024 * 1024;

/** An event of AXIS License Plate Verifier. `data`: its fields. */
export const buildAxisEvent = (data: Readonly<Record<string, string>>): string =>
  JSON.stringify({
    apiVersion: '1.0',
    method: 'events:notify',
    params: {
      notification: {
        topic: 'tnsaxis:CameraApplicationPlatform/ALPV.AllPlates',
        timestamp: 1,
        message: { source: {}, key: {}, data },
      },
    },
  });

const refuseHandshake = (socket: Duplex, head: string): void => {
  socket.end(`HTTP/1.1 ${head}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
};

export class AxisCamera implements StandInAxis {
  readonly received: string[] = [];
  readonly authorizations: string[] = [];
  private readonly behaviour: AxisBehaviour;
  private readonly offered: string[] = [];
  private readonly chosen = new Set<WebSocket>();
  private readonly sockets = new WebSocketServer({ noServer: true });
  private readonly server: ReturnType<typeof createServer>;
  private readonly scheme: 'ws' | 'wss';
  private handshakes = 0;

  private constructor(behaviour: AxisBehaviour, certificate: CameraCertificate | null) {
    this.behaviour = behaviour;
    this.scheme = certificate === null ? 'ws' : 'wss';
    const answer = (request: IncomingMessage, response: ServerResponse): void => this.answerPage(request, response);
    this.server = certificate === null ? createServer(answer) : createTlsServer(certificate, answer);
    this.server.on('upgrade', (request, socket, head) => this.welcome(request, socket, head));
  }

  /** @param certificate null: without TLS */
  static async start(
    behaviour: AxisBehaviour = 'digest',
    certificate: CameraCertificate | null = null,
  ): Promise<StandInAxis> {
    const camera = new AxisCamera(behaviour, certificate);
    camera.server.listen(0, '127.0.0.1');
    await new Promise((resolve) => camera.server.once('listening', resolve));
    return camera;
  }

  get address(): string {
    return `${this.scheme}://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  connections(): number {
    return this.handshakes;
  }

  offer(event: string): void {
    this.offered.push(event);
    for (const client of this.chosen) client.send(event);
  }

  restart(): void {
    for (const client of this.sockets.clients) client.terminate();
  }

  async close(): Promise<void> {
    this.restart();
    this.sockets.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The page that gives a token for the password. */
  private answerPage(request: IncomingMessage, response: ServerResponse): void {
    if (request.url !== '/axis-cgi/wssession.cgi' || this.behaviour !== 'token') response.writeHead(404).end();
    else if (isSignedIn(request)) response.end(`${TOKEN}\n`);
    else refuseUnsigned(response);
  }

  private isWelcome(request: IncomingMessage): boolean {
    const { behaviour } = this;
    if (behaviour === 'open' || behaviour === 'refuses everybody') return behaviour === 'open';
    const token = new URL(request.url ?? '', 'ws://camera').searchParams.get('wssession');
    return behaviour === 'token' ? token === TOKEN : isSignedIn(request);
  }

  private welcome(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {});
    this.handshakes += 1;
    if (request.headers.authorization !== undefined) this.authorizations.push(request.headers.authorization);
    if (this.behaviour === 'redirects')
      return refuseHandshake(socket, '302 Found\r\nlocation: ws://169.254.169.254/vapix/ws-data-stream');
    if (!this.isWelcome(request))
      return refuseHandshake(socket, `401 Unauthorized\r\nwww-authenticate: ${CAMERA_CHALLENGE}`);
    this.sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('error', () => {});
      client.on('close', () => this.chosen.delete(client));
      client.on('message', (data: Buffer) => {
        this.received.push(data.toString());
        if (this.behaviour === 'sends half a frame') socket.write(HALF_FRAME);
        else this.answerConfigure(client);
      });
    });
  }

  private answerConfigure(client: WebSocket): void {
    const answer = { apiVersion: '1.0', context: 'varco', method: 'events:configure' };
    if (this.behaviour === 'never answers') return;
    if (this.behaviour === 'sends no JSON') return client.send('<html>camera</html>');
    if (this.behaviour === 'refuses the topics')
      return client.send(JSON.stringify({ ...answer, error: { code: 2104, message: 'Invalid topic' } }));
    client.send(JSON.stringify({ ...answer, data: {} }));
    if (this.behaviour === 'sends too much') return client.send('x'.repeat(TOO_LONG));
    for (const event of this.offered) client.send(event);
    this.chosen.add(client);
  }
}
