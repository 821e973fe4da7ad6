import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Closed list: files of other kinds in the build folder are not served. */
const CONTENT_TYPES: Readonly<Record<string, { readonly type: string; readonly isText: boolean }>> = {
  '.js': { type: 'text/javascript; charset=utf-8', isText: true },
  '.css': { type: 'text/css; charset=utf-8', isText: true },
  '.json': { type: 'application/json; charset=utf-8', isText: true },
  '.webmanifest': { type: 'application/manifest+json; charset=utf-8', isText: true },
  '.svg': { type: 'image/svg+xml; charset=utf-8', isText: true },
  '.txt': { type: 'text/plain; charset=utf-8', isText: true },
  '.wasm': { type: 'application/wasm', isText: true },
  '.png': { type: 'image/png', isText: false },
  '.webp': { type: 'image/webp', isText: false },
  '.jpg': { type: 'image/jpeg', isText: false },
  '.ico': { type: 'image/x-icon', isText: false },
  '.woff2': { type: 'font/woff2', isText: false },
  '.pmtiles': { type: 'application/octet-stream', isText: false },
  '.pbf': { type: 'application/x-protobuf', isText: false },
};

export interface WebFile {
  readonly path: string;
  readonly size: number;
  readonly type: string;
  readonly isText: boolean;
  readonly isImmutable: boolean;
  readonly etag: string;
}

export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * The files of the built web app. Only files found by listing the folder are served, so that an address cannot name
 * any other.
 */
export interface WebFiles {
  /** The document, with the placeholder of the nonce; null when the web app has not been built. */
  document(): Promise<string | null>;
  find(urlPath: string): Promise<WebFile | null>;
  /** Bytes in the best of the accepted encodings; compressed forms are created once and cached. */
  read(file: WebFile, accepted: string): Promise<{ readonly bytes: Buffer; readonly encoding: Encoding }>;
}

const MIN_COMPRESSED_BYTES = 1024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

interface Listing {
  /** Changes when the app is rebuilt while the server runs. */
  readonly stamp: number;
  readonly document: string;
  readonly files: ReadonlyMap<string, WebFile>;
  readonly packed: Map<string, Promise<Buffer>>;
}

/** Serves the folder `dist` of the web app and detects when it is rebuilt. */
export function createWebFiles(dist: string): WebFiles {
  let listing: Promise<Listing | null> | null = null;
  let stamp = Number.NaN;

  const current = async (): Promise<Listing | null> => {
    const found = await stat(path.join(dist, 'index.html')).catch(() => null);
    if (found === null) return null;
    if (listing === null || stamp !== found.mtimeMs) {
      stamp = found.mtimeMs;
      listing = listFiles(dist, found.mtimeMs);
    }
    return listing;
  };

  return {
    document: async () => (await current())?.document ?? null,
    find: async (urlPath) => (await current())?.files.get(urlPath) ?? null,
    async read(file, accepted) {
      const encoding = chooseEncoding(file, accepted);
      const packed = (await current())?.packed;
      if (encoding === 'identity' || packed === undefined)
        return { bytes: await readFile(file.path), encoding: 'identity' };
      const key = `${encoding}:${file.path}:${file.etag}`;
      const bytes = packed.get(key) ?? compress(file, encoding);
      packed.set(key, bytes);
      return { bytes: await bytes, encoding };
    },
  };
}

async function listFiles(dist: string, stamp: number): Promise<Listing> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = new Map<string, WebFile>();
  for (const entry of entries) {
    const kind = CONTENT_TYPES[path.extname(entry.name)];
    if (!entry.isFile() || kind === undefined) continue;
    const full = path.join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await stat(full);
    const url = `/${path.relative(dist, full).split(path.sep).join('/')}`;
    // Metadata of the build is not served.
    if (url.includes('/.')) continue;
    const etag = `"${createHash('sha256').update(`${url}:${size}:${mtimeMs}`).digest('base64url').slice(0, 22)}"`;
    // Names below /assets/ contain a hash of their content.
    files.set(url, { path: full, size, etag, isImmutable: url.startsWith('/assets/'), ...kind });
  }
  return { stamp, document: await readFile(path.join(dist, 'index.html'), 'utf8'), files, packed: new Map() };
}

function chooseEncoding(file: WebFile, accepted: string): Encoding {
  if (!file.isText || file.size < MIN_COMPRESSED_BYTES) return 'identity';
  const names = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.trim())
      .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim() ?? ''),
  );
  return names.has('br') ? 'br' : names.has('gzip') ? 'gzip' : 'identity';
}

async function compress(file: WebFile, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const bytes = await readFile(file.path);
  // The first visitor waits for the compression: levels 5 and 6 are ten times faster than the best, for a few per
  // cent more bytes.
  return encoding === 'br'
    ? brotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
    : zip(bytes, { level: 6 });
}
