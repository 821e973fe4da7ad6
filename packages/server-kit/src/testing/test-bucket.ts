import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

/**
 * A small object store that verifies the signature of every request from the received data only, as a real service
 * does.
 */
export interface TestBucket {
  /** Address of the bucket. */
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** Received requests: method and path. */
  readonly requests: string[];
  /** Responds to the next requests with these statuses; 0 breaks the connection. */
  failNext(...statuses: number[]): void;
  stop(): Promise<void>;
}

interface TestBucketOptions {
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
  /** Clock of the store, which rejects outdated requests. */
  readonly now: () => number;
}

const sha256HexOf = (text: Buffer | string): string => createHash('sha256').update(text).digest('hex');

/** The expected signature, implemented from the service's documentation and not from the client. */
function expectedSignature(
  request: IncomingMessage,
  body: Buffer,
  signed: readonly string[],
  options: TestBucketOptions,
): string {
  const value = (name: string): string => [request.headers[name]].flat().join(',').trim().replaceAll(/ +/g, ' ');
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const lines = signed.map((name) => `${name}:${value(name)}\n`).join('');
  const canonical = `${request.method}\n${path}\n${query}\n${lines}\n${signed.join(';')}\n${sha256HexOf(body)}`;
  const date = value('x-amz-date');
  const parts = [date.slice(0, 8), options.region, 's3', 'aws4_request'];
  let key: Buffer = Buffer.from(`AWS4${options.secret}`);
  for (const part of parts) key = createHmac('sha256', key).update(part).digest();
  const text = `AWS4-HMAC-SHA256\n${date}\n${parts.join('/')}\n${sha256HexOf(canonical)}`;
  return createHmac('sha256', key).update(text).digest('hex');
}

const HEADER =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;
const MAX_REQUEST_AGE_MS = 15 * 60_000;

function isGenuine(request: IncomingMessage, body: Buffer, options: TestBucketOptions): boolean {
  const [, keyId, region, names = '', signature] = HEADER.exec(request.headers.authorization ?? '') ?? [];
  const signed = names.split(';');
  const date = String(request.headers['x-amz-date'] ?? '');
  const at = Date.parse(date.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'));
  return (
    keyId === options.keyId &&
    region === options.region &&
    ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name)) &&
    request.headers['x-amz-content-sha256'] === sha256HexOf(body) &&
    Math.abs(at - options.now()) <= MAX_REQUEST_AGE_MS &&
    signature === expectedSignature(request, body, signed, options)
  );
}

/** Two keys per page, so that a client must request the next one. */
function buildListing(objects: ReadonlyMap<string, Buffer>, url: URL): string {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const names = [...objects.keys()]
    .map((path) => path.slice('/targhe/'.length))
    .filter((name) => name.startsWith(prefix));
  const rest = names.toSorted().filter((name) => `&${name}` > after);
  const last = rest[1];
  const next =
    rest.length > 2 && last !== undefined ? `<NextContinuationToken>&amp;${last}</NextContinuationToken>` : '';
  return `<ListBucketResult><Name>targhe</Name>${rest
    .slice(0, 2)
    .map((name) => `<Contents><Key>${name}</Key></Contents>`)
    .join('')}${next}</ListBucketResult>`;
}

export async function startTestBucket(options: TestBucketOptions): Promise<TestBucket> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const faults: number[] = [];
  const written = new Map<string, number>();
  const statusOf = (request: IncomingMessage, body: Buffer): number => {
    const path = request.url ?? '';
    if (!isGenuine(request, body, options)) return 403;
    if (request.method === 'PUT') {
      objects.set(path, body);
      written.set(path, options.now());
      return 200;
    }
    if (request.method === 'DELETE') {
      objects.delete(path);
      return 204;
    }
    return objects.has(path) || path.includes('?') ? 200 : 404;
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push(`${request.method} ${request.url}`);
      const fault = faults.shift();
      if (fault === 0) return void request.socket.destroy();
      const status = fault ?? statusOf(request, Buffer.concat(chunks));
      const url = new URL(request.url ?? '', 'http://127.0.0.1');
      const found = url.search === '' ? objects.get(url.pathname) : buildListing(objects, url);
      const isRequested = status === 200 && request.method === 'GET';
      const at = written.get(url.pathname);
      const modified = at === undefined ? {} : { 'last-modified': new Date(at).toUTCString() };
      return void response
        .writeHead(status, { location: 'http://127.0.0.1:1/elsewhere', ...modified })
        .end(isRequested ? found : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/targhe/impianto-1`,
    objects,
    requests,
    failNext: (...statuses) => void faults.push(...statuses),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
