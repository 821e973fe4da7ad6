import { BlockList, createServer, isIPv6, type Server, type Socket } from 'node:net';
import type { Log } from '@varco/server-kit/log/log.ts';
import { normaliseAddress } from '../../../auth/ingest-authenticator.ts';
import { followConnection, type PendingBytes } from './follow-connection.ts';
import type { Deliver, OpenTransport, TransportCamera, TransportFault } from './transport.ts';

const MAX_CONNECTIONS = 200;
/** Connections of one camera; the oldest is closed for a new one, because a camera that restarts leaves the old one open. */
const MAX_PER_CAMERA = 4;
/** A port that is taken is tried again after this. */
const LISTEN_PAUSE_MS = 2_000;

interface PortOptions {
  readonly host: string;
  readonly port: number;
  readonly cameras: readonly TransportCamera[];
  readonly deliver: Deliver;
  readonly pendingBytes: PendingBytes;
  readonly log: Log;
}

interface Member {
  readonly camera: TransportCamera;
  readonly list: BlockList;
  /** Length of its longest prefix: the narrower network wins where two contain an address. */
  readonly prefix: number;
}

function toMember(camera: TransportCamera): Member {
  const list = new BlockList();
  let prefix = 0;
  for (const network of camera.networks) {
    const [address = '', bits = ''] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits || (family === 'ipv6' ? 128 : 32)), family);
    prefix = Math.max(prefix, Number(bits));
  }
  return { camera, list, prefix };
}

/**
 * Listens for cameras that send over a raw connection. A camera is known by its network alone, so that one without a network
 * is never listened for; a connection from elsewhere is closed before a byte of it is read.
 */
export function openTcpPort({ host, port, cameras, deliver, pendingBytes, log }: PortOptions): OpenTransport {
  const members = cameras.map(toMember).toSorted((a, b) => b.prefix - a.prefix);
  const stopping = new AbortController();
  const connections = new Map<Socket, { readonly camera: number; readonly done: Promise<void> }>();
  let fault: TransportFault | null = null;

  const findCamera = (address: string | undefined): TransportCamera | undefined => {
    const ip = normaliseAddress(address ?? '');
    if (ip === null) return undefined;
    return members.find(({ list }) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4'))?.camera;
  };

  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    const camera = findCamera(socket.remoteAddress);
    if (camera === undefined) {
      socket.destroy();
      return;
    }
    const own = [...connections].filter(([, one]) => one.camera === camera.id);
    if (own.length >= MAX_PER_CAMERA) own[0]?.[0].destroy();
    const done = followConnection(socket, camera, { deliver, pendingBytes, signal: stopping.signal })
      .catch((error: unknown) => log.info('connection of a camera ended', { code: `gate-${camera.gate}`, error }))
      .finally(() => {
        connections.delete(socket);
        socket.destroy();
      });
    connections.set(socket, { camera: camera.id, done });
  });
  server.maxConnections = MAX_CONNECTIONS;
  let again: ReturnType<typeof setTimeout> | undefined;
  server.on('error', (error) => {
    again = setTimeout(() => server.listen({ host, port }), LISTEN_PAUSE_MS);
    if (fault === null) log.warn('port of a camera not opened', { code: `gate-${cameras[0]?.gate ?? 0}`, error });
    fault = 'port_in_use';
  });
  server.on('listening', () => {
    fault = null;
  });
  server.listen({ host, port });

  return {
    fault: () => fault,
    async stop() {
      stopping.abort();
      clearTimeout(again);
      const closed = new Promise((resolve) => server.close(resolve));
      const running = [...connections.values()].map(({ done }) => done);
      for (const socket of connections.keys()) socket.destroy();
      await Promise.all([...running, closed]);
    },
  };
}
