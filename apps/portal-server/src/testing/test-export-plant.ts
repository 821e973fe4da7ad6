import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Endpoint } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/portal/export-parts.ts';
import { createMemorySink, ZipWriter } from '@varco/evidence/zip/zip-writer.ts';
import { signPlantCall } from '@varco/server-kit/auth/plant-call.ts';
import { generateSigningKey, toPublicJwk, type SigningKey } from '@varco/server-kit/auth/signing-key.ts';
import type { SeedPeer } from '../seed/seed-portal.ts';
import { createPlant } from './test-people.ts';
import type { TestPortal } from './test-portal.ts';

/** A simulated plant: a server from which parts are requested, and a key with which it signs its calls. */
export interface ExportPlant {
  readonly peer: SeedPeer;
  /** Calls received, newest last. */
  readonly receivedCalls: {
    readonly method: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: unknown;
  }[];
  /** Response to the next calls; default: accepted. */
  respondWith(status: number, body?: unknown): void;
  /** Whether connections are broken off. */
  setUnreachable(isAway: boolean): void;
  call(
    endpoint: Endpoint,
    params: Record<string, unknown>,
    body?: unknown,
  ): Promise<{ status: number; body: unknown; error: string }>;
  /** Uploads a whole part in chunks and reports it as complete. */
  deliver(guid: string, part: Buffer, change?: object): Promise<{ status: number; body: unknown; error: string }>;
  close(): Promise<void>;
}

const ACCEPTED = {
  job_id: '00000000-0000-4000-8000-000000000000',
  phase: 'waiting',
  pending: true,
  failed: false,
  interrupted: false,
  timed_out: false,
  updated: '2026-11-20T12:00:00.000Z',
  started: null,
  ended: null,
  elapsed: 0,
  eta: null,
  progress_count: 0,
  progress_over: 0,
  progress_percentage: 0,
  bytes: 0,
  bytes_sent: 0,
  sha256: null,
  problem: '',
  limitations: [],
  pictures_withheld: false,
};
export const buildPartState = (change: object): object => ({ ...ACCEPTED, ...change });

/** An archive as a plant would send it: `files` by name. */
export async function buildPartArchive(password: string, files: Readonly<Record<string, string>>): Promise<Buffer> {
  const sink = createMemorySink();
  const writer = new ZipWriter(sink, password);
  for (const [name, text] of Object.entries(files)) await writer.add(name, Buffer.from(text), 'stored');
  await writer.finish();
  return sink.bytes();
}

interface Reply {
  status: number;
  body: unknown;
  isAway: boolean;
}

/** Listens on a free port, records the calls and sends the configured response. */
async function listenForCalls(
  reply: Reply,
  requested: ExportPlant['receivedCalls'],
): Promise<{ server: Server; url: string }> {
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (reply.isAway) return void request.socket.destroy();
      const text = Buffer.concat(chunks).toString('utf8');
      const body: unknown = text === '' ? null : JSON.parse(text);
      requested.push({ method: request.method ?? '', headers: request.headers, body });
      answer.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
      return undefined;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, url: `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}` };
}

/** Calls of a plant to the portal, signed with its key. */
function createSignedCaller(portal: () => TestPortal, key: SigningKey, plantUuid: string): ExportPlant['call'] {
  return async (endpoint, params, body) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => String(params[name] ?? ''));
    const isBytes = body instanceof Uint8Array;
    const payload = body === undefined ? '' : isBytes ? Buffer.from(body) : JSON.stringify(body);
    const now = portal().clock.now();
    const signed = signPlantCall({
      keys: { current: key, previous: null },
      plantUuid,
      method: endpoint.method,
      path,
      body: payload,
      now,
    });
    const type = isBytes ? 'application/octet-stream' : 'application/json';
    const answer = await portal().app.inject({
      method: endpoint.method,
      url: path,
      headers: { ...signed, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { payload }),
    });
    const json: unknown = answer.payload === '' ? null : JSON.parse(answer.payload);
    const error: unknown = Reflect.get(Object(json), 'error');
    const word = (name: string): string => String(Reflect.get(Object(error), name) ?? '');
    return { status: answer.statusCode, body: json, error: [word('code'), word('sub_code')].filter(Boolean).join('/') };
  };
}

export async function startExportPlant(label: string, portal: () => TestPortal): Promise<ExportPlant> {
  const key = generateSigningKey();
  const requested: ExportPlant['receivedCalls'] = [];
  const reply: Reply = { status: 202, body: ACCEPTED, isAway: false };
  const { server, url } = await listenForCalls(reply, requested);
  const peer = createPlant(label, { url, publicKey: toPublicJwk(key.publicKey).x });
  const call = createSignedCaller(portal, key, peer.uuid);
  return {
    peer,
    receivedCalls: requested,
    respondWith(status, body = ACCEPTED) {
      reply.status = status;
      reply.body = body;
    },
    setUnreachable(isAway) {
      reply.isAway = isAway;
    },
    call,
    async deliver(guid, part, change = {}) {
      const half = Math.ceil(part.length / 2);
      await call(api.putExportPiece, { export: guid, offset: 0 }, part.subarray(0, half));
      await call(api.putExportPiece, { export: guid, offset: half }, part.subarray(half));
      const sha256 = createHash('sha256').update(part).digest('hex');
      const sent = { size: part.length, sha256, transits: 3, pictures: 0, complete: true, ...change };
      return call(api.finishExportPart, { export: guid }, sent);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
