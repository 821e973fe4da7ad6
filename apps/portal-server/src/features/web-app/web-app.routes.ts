import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { listMapOrigins } from '../map/map-settings.ts';
import { buildContentPolicy, PERMISSIONS_POLICY } from './web-app.csp.ts';
import { findStreetArchive } from './street-archive.ts';
import { createWebFiles, type WebFile, type WebFiles } from './web-app.files.ts';
import { buildNotBuiltPage } from './not-built-page.ts';

/** Placeholder in the built page that is replaced by the response's nonce. */
const NONCE_PLACEHOLDER = 'VARCO_CSP_NONCE';
/**
 * Placeholder in the built page for the origins of maps: the page narrows its own policy to a person's plants and
 * must keep these origins.
 */
const MAPS_PLACEHOLDER = 'VARCO_MAP_ORIGINS';
/** Paths of endpoints and files, which are never screens. */
const NOT_SCREENS = /^\/(?:api|assets|health|ready|metrics)(?:\/|$)/;

/**
 * Serves the built web app: documents with a fresh nonce, hashed assets cached for ever, and the document for the
 * address of every screen.
 */
export function webAppRoutes(app: PortalApp, deps: PortalDeps): void {
  const files = createWebFiles(deps.webDist);
  const findMapOrigins = (): readonly string[] => listMapOrigins(deps.settings.current().maps);
  const policyFor = (nonce: string): string => buildContentPolicy(deps.csp, findMapOrigins(), nonce);
  const host = new URL(deps.publicOrigin);

  app.get('/*', async (request, reply) => {
    const path = safePath(request);
    const home = findCanonicalAddress(request, host);
    if (home !== null) return reply.code(302).header('location', `${deps.publicOrigin}${path}`).send();
    const file = (await findStreetArchive(deps.mapDir, path)) ?? (await files.find(path));
    if (file !== null) return sendFile(request, reply, { files, file, policyFor });
    // A missing file is 404; only the address of a screen returns the document.
    if (path !== '/index.html' && (NOT_SCREENS.test(path) || /\.[a-z0-9]{1,12}$/i.test(path)))
      return reply.callNotFound();
    const document = await files.document();
    return sendDocument(reply, document?.replaceAll(MAPS_PLACEHOLDER, findMapOrigins().join(' ')) ?? null, policyFor);
  });
}

/** Decoded path; throws `not_found` for characters that no file or screen has. */
function safePath(request: FastifyRequest): string {
  const raw = request.url.split('?', 1)[0] ?? '/';
  try {
    const path = decodeURIComponent(raw);
    if (path.startsWith('/') && !path.includes('\0') && !path.startsWith('//')) return path;
  } catch {
    // Not a valid percent-encoding.
  }
  throw new AppError('not_found');
}

/** Redirects `http://127.0.0.1` to `http://localhost`: cookies and origins are bound to one host name. */
function findCanonicalAddress(request: FastifyRequest, home: URL): string | null {
  if (home.hostname !== 'localhost') return null;
  const requested = (request.headers.host ?? '').replace(/:\d+$/, '');
  return requested === '127.0.0.1' || requested === '[::1]' ? requested : null;
}

const createNonce = (): string => randomBytes(16).toString('base64url');

function sendDocument(
  reply: FastifyReply,
  document: string | null,
  policyFor: (nonce: string) => string,
): FastifyReply {
  const nonce = createNonce();
  void reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyFor(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY,
    'cache-control': 'no-cache',
  });
  if (document === null) return reply.code(503).header('cache-control', 'no-store').send(buildNotBuiltPage());
  return reply.send(document.replaceAll(NONCE_PLACEHOLDER, nonce));
}

interface FileResponseOptions {
  readonly files: WebFiles;
  readonly file: WebFile;
  readonly policyFor: (nonce: string) => string;
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, file, policyFor }: FileResponseOptions,
): Promise<FastifyReply> {
  void reply.headers({
    'content-type': file.type,
    // A worker is subject to the policy of its own script.
    'content-security-policy': policyFor(createNonce()),
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    vary: 'Accept-Encoding',
  });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  if (!file.isText) return sendBytes(request, reply, file);
  const { bytes, encoding } = await files.read(file, request.headers['accept-encoding'] ?? '');
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.send(bytes);
}

/** Sends the whole file or one range of it (the map reads its tiles in ranges). */
function sendBytes(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  void reply.header('accept-ranges', 'bytes');
  const range = parseRange(request.headers.range, file.size);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  if (range === null) return reply.header('content-length', file.size).send(createReadStream(file.path));
  const { start, end } = range;
  return reply
    .code(206)
    .headers({ 'content-range': `bytes ${start}-${end}/${file.size}`, 'content-length': end - start + 1 })
    .send(createReadStream(file.path, { start, end }));
}

/** One range of bytes; null when none or several are requested (the whole file is then sent). */
function parseRange(header: string | undefined, size: number): { start: number; end: number } | 'unsatisfiable' | null {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, from = '', to = ''] = found ?? [];
  if (found === null || (from === '' && to === '')) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
