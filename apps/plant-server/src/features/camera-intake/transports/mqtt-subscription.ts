import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Duplex, pipeline } from 'node:stream';
import { callbackify } from 'node:util';
import { MqttClient, type IClientOptions, type IPublishPacket } from 'mqtt';
import { MAX_CAMERA_BODY_BYTES } from '@varco/contract/plant/camera-intake.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { toCameraUser } from '../camera-user.ts';
import { keepConnected, TransportError } from './keep-connected.ts';
import { PacketLimit } from './mqtt-packet-limit.ts';
import { type Deliver, type OpenTransport, type ReceptionOf, toRawMessage, type TransportCamera } from './transport.ts';

const CONNECT_MS = 10_000;
const KEEP_ALIVE_S = 30;
/** Room for the topic and the properties of a packet beside the message. */
const PACKET_HEAD_BYTES = 64 * 1024;
const PORTS = { 'mqtt:': 1883, 'mqtts:': 8883 } as const;
/** From this code on a broker refuses a topic. */
const REFUSED_TOPIC = 0x80;
/** Answers of a broker to a wrong user or password, of versions 3 and 5. */
const REFUSED_CODES = new Set([4, 5, 0x86, 0x87]);

interface MqttOptions {
  readonly camera: TransportCamera;
  readonly reception: ReceptionOf<'mqtt'>;
  readonly outbound: Pick<OutboundClient, 'resolveAddress'>;
  readonly deliver: Deliver;
  readonly now: () => Date;
  readonly log: Log;
}

/**
 * Receives the messages of a camera from a broker. The session outlasts a restart and a message is acknowledged when it is
 * durable, so that the broker keeps what the plant has not stored. One that is too long is durable as refused. The address is checked and resolved for each connection.
 */
export function subscribeMqtt({ camera, reception, outbound, deliver, now, log }: MqttOptions): OpenTransport {
  return keepConnected({ camera, now, log }, async (signal, onConnected) => {
    const url = new URL(reception.indirizzo);
    const host = await outbound.resolveAddress(url.hostname);
    const { promise: failed, reject } = Promise.withResolvers<never>();
    const limit = new PacketLimit(MAX_CAMERA_BODY_BYTES + PACKET_HEAD_BYTES);
    const open = () => openStream(url, host, limit, reject);
    const client = new MqttClient(open, buildOptions(camera, reception));
    client.on('error', (error) => reject(toTransportError(error)));
    client.on('close', () => reject(new Error('the broker ended the connection')));
    client.on('connect', () =>
      client.subscribe(reception.argomento, { qos: 1 }, (error, granted) => {
        const isRefused = granted?.some(({ qos }) => qos >= REFUSED_TOPIC) === true;
        if (error !== null || isRefused) reject(error ?? new Error('the broker refused the topic'));
        else onConnected();
      }),
    );
    // The broker is told after this calls back.
    client.handleMessage = callbackify(async ({ payload, retain }: IPublishPacket): Promise<void> => {
      const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
      const cut = limit.readCut(body);
      // A retained message is the last state of a topic, not something that happens now.
      if (!retain) await deliver(camera, toRawMessage(cut?.start ?? body), signal, cut?.bytes ?? null);
    });
    const { promise: isStopped, resolve: stop } = Promise.withResolvers<void>();
    const onAbort = (): void => stop();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) stop();
    try {
      await Promise.race([failed, isStopped]);
    } finally {
      // Each connection would leave a listener behind.
      signal.removeEventListener('abort', onAbort);
      client.on('error', () => {});
      await client.endAsync(true).catch(() => {});
    }
  });
}

function toTransportError(error: Error): Error {
  const code = 'code' in error ? error.code : undefined;
  const isRefused = typeof code === 'number' && REFUSED_CODES.has(code);
  return isRefused ? new TransportError('credentials_refused', 'the broker refuses user or password') : error;
}

const buildOptions = ({ uuid, secret }: TransportCamera, { utente }: ReceptionOf<'mqtt'>): IClientOptions => ({
  clientId: toCameraUser(uuid),
  clean: false,
  protocolVersion: 4,
  keepalive: KEEP_ALIVE_S,
  connectTimeout: CONNECT_MS,
  // Reconnecting resolves and checks the address again.
  reconnectPeriod: 0,
  ...(utente === '' ? {} : { username: utente }),
  ...(secret === null ? {} : { password: secret }),
});

/**
 * The connection to the broker at a checked address; what it sends passes the limit of a packet. `onBroken`: what was
 * wrong with a packet, which the client does not pass on.
 */
function openStream(url: URL, host: string, packetLimit: PacketLimit, onBroken: (cause: Error) => void) {
  const isTls = url.protocol === 'mqtts:';
  const port = url.port === '' ? PORTS[isTls ? 'mqtts:' : 'mqtt:'] : Number(url.port);
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const socket: Socket = isTls
    ? connectTls({ host, port, ...(name === host ? {} : { servername: name }) })
    : connectPlain({ host, port });
  const limit = packetLimit.createStream();
  // Before the pipeline: the client calls a broken connection closed as soon as it is.
  limit.once('error', onBroken);
  pipeline(socket, limit, () => {});
  return Duplex.from({ writable: socket, readable: limit });
}
