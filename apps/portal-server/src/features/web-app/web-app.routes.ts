import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { contentPolicy, PERMISSIONS_POLICY } from './web-app.csp.ts';
import { createWebFiles, type WebFile, type WebFiles } from './web-app.files.ts';
import { notBuiltPage } from './not-built-page.ts';

/** Text the build puts where the nonce of the answer goes. */
const NONCE_PLACEHOLDER = 'VARCO_CSP_NONCE';
/** Text the page has where the origins of maps go: it narrows its own policy to the plants of a person and must keep these. */
const MAPS_PLACEHOLDER = 'VARCO_MAP_ORIGINS';
/** Paths that belong to calls, not to screens. */
const NOT_SCREENS = /^\/(?:api|assets|health|ready|metrics)(?:\/|$)/;

/** The built web app: documents with a fresh nonce, hashed assets for ever, every screen's address gives the document. */
export function webAppRoutes(app: PortalApp, deps: PortalDeps): void {
  const files = createWebFiles(deps.webDist);
  const policyFor = contentPolicy(deps.csp);
  const host = new URL(deps.publicOrigin);

  app.get('/*', async (request, reply) => {
    const path = safePath(request);
    const home = otherSpelling(request, host);
    if (home !== null) return reply.code(302).header('location', `${deps.publicOrigin}${path}`).send();
    const file = await files.find(path);
    if (file !== null) return sendFile(request, reply, { files, file, policyFor });
    // A missing file is a missing file; only a screen's address becomes the document.
    if (path !== '/index.html' && (NOT_SCREENS.test(path) || /\.[a-z0-9]{1,12}$/i.test(path)))
      return reply.callNotFound();
    const document = await files.document();
    return sendDocument(
      reply,
      document?.replaceAll(MAPS_PLACEHOLDER, deps.csp.mapOrigins.join(' ')) ?? null,
      policyFor,
    );
  });
}

/** Decoded path; throws `not_found` on what no file or screen is called. */
function safePath(request: FastifyRequest): string {
  const raw = request.url.split('?', 1)[0] ?? '/';
  try {
    const path = decodeURIComponent(raw);
    if (path.startsWith('/') && !path.includes('\0') && !path.startsWith('//')) return path;
  } catch {
    // Not an encoding of anything.
  }
  throw new AppError('not_found');
}

/** `http://127.0.0.1` typed for `http://localhost`: the cookies and origins belong to one spelling only. */
function otherSpelling(request: FastifyRequest, home: URL): string | null {
  if (home.hostname !== 'localhost') return null;
  const asked = (request.headers.host ?? '').replace(/:\d+$/, '');
  return asked === '127.0.0.1' || asked === '[::1]' ? asked : null;
}

const newNonce = (): string => randomBytes(16).toString('base64url');

function sendDocument(
  reply: FastifyReply,
  document: string | null,
  policyFor: (nonce: string) => string,
): FastifyReply {
  const nonce = newNonce();
  void reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyFor(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY,
    'cache-control': 'no-cache',
  });
  if (document === null) return reply.code(503).header('cache-control', 'no-store').send(notBuiltPage());
  return reply.send(document.replaceAll(NONCE_PLACEHOLDER, nonce));
}

interface FileAnswer {
  readonly files: WebFiles;
  readonly file: WebFile;
  readonly policyFor: (nonce: string) => string;
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, file, policyFor }: FileAnswer,
): Promise<FastifyReply> {
  void reply.headers({
    'content-type': file.type,
    // A worker obeys the policy of its own script.
    'content-security-policy': policyFor(newNonce()),
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

/** Whole file or one range of it (the map reads its tiles so). */
function sendBytes(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  void reply.header('accept-ranges', 'bytes');
  const range = readRange(request.headers.range, file.size);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  if (range === null) return reply.header('content-length', file.size).send(createReadStream(file.path));
  const { start, end } = range;
  return reply
    .code(206)
    .headers({ 'content-range': `bytes ${start}-${end}/${file.size}`, 'content-length': end - start + 1 })
    .send(createReadStream(file.path, { start, end }));
}

/** One range of bytes; null when none or several are asked (then the whole file is the right answer). */
function readRange(header: string | undefined, size: number): { start: number; end: number } | 'unsatisfiable' | null {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, from = '', to = ''] = found ?? [];
  if (found === null || (from === '' && to === '')) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
