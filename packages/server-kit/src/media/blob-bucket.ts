import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { createOutboundClient, type OutboundClient } from '../outbound/outbound-client.ts';
import { checkBlobKey, type BlobStore, isBlobKey } from './blob-folder.ts';

/** Who signs, and for which region of the service. */
export interface S3Access {
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly url: URL;
  /** Absent for all but PUT. */
  readonly body?: Uint8Array;
}

/** A bucket of an S3-compatible store, addressed by path. */
export interface BucketSettings extends S3Access {
  /** Address of the bucket, optionally with a prefix: `https://s3.example/bucket/prefix`. */
  readonly url: string;
  readonly now: () => Date;
  /** Time limit of one attempt; default 20 s. */
  readonly timeoutMs?: number;
  /** Maximum bytes read of one object; default 10 MiB, twice the size of a picture. */
  readonly maxObjectBytes?: number;
  /** Inner ranges the bucket may be in. */
  readonly allowedCidrs: readonly string[];
}

type Bucket = BucketSettings & { readonly outbound: OutboundClient };

/** Maximum bytes read of one object: a picture is at most 5 MiB. */
const MAX_OBJECT_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 3;
const RETRY_DELAY_MS = 150;

/** The store did not respond, or refused. Its message is not repeated, because it may quote the request. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  /** Null: no response. */
  readonly status: number | null;

  constructor(status: number | null, cause?: unknown) {
    super(status === null ? 'object store not reached' : `object store answered ${status}`, { cause });
    this.status = status;
  }
}

interface BucketResponse {
  readonly status: number;
  readonly bytes: Buffer;
  /** When the object was written according to the store, milliseconds; null: not reported. */
  readonly writtenMs: number | null;
}

/** The store reports whole seconds. */
const SECOND_MS = 1000;
/** Maximum pages of one listing: a thousand keys each. */
const MAX_LISTING_PAGES = 1000;

/**
 * A bucket as blob store. No redirects, a time limit, bounded responses. A failed attempt is repeated, which is safe
 * because the same key always contains the same bytes. Throws `BucketError`.
 */
export function createBlobBucket(input: BucketSettings): BlobStore {
  const settings: Bucket = { ...input, outbound: createOutboundClient(input) };
  const base = new URL(`${settings.url.replace(/\/+$/, '')}/`);
  const call = (method: S3Request['method'], key: string, body?: Uint8Array): Promise<BucketResponse> =>
    requestWithRetry(settings, {
      method,
      url: new URL(checkBlobKey(key), base),
      ...(body === undefined ? {} : { body }),
    });
  const put = async (key: string, bytes: Uint8Array): Promise<void> => {
    const answer = await call('PUT', key, bytes);
    if (!isFound(answer)) throw new BucketError(answer.status);
  };
  const get = async (key: string): Promise<Buffer | null> => {
    const answer = await call('GET', key);
    return isFound(answer) ? answer.bytes : null;
  };
  const has = async (key: string): Promise<boolean> => isFound(await call('HEAD', key));
  const isNewer = async (key: string, sinceMs: number): Promise<boolean> => {
    const answer = await call('HEAD', key);
    return isFound(answer) && (answer.writtenMs ?? Infinity) + SECOND_MS > sinceMs;
  };
  return {
    get,
    has,
    put,
    async touch(key) {
      if (!(await has(key))) return false;
      await put(buildTouchKey(key), new Uint8Array());
      // Checked again: a concurrent removal may have looked for the touch mark before it was written.
      return has(key);
    },
    async removeUntouched(key, sinceMs) {
      if ((await isNewer(key, sinceMs)) || (await isNewer(buildTouchKey(key), sinceMs))) return false;
      const bytes = await get(key);
      if (bytes === null) return false;
      await call('DELETE', key);
      if (await isNewer(buildTouchKey(key), sinceMs)) {
        await put(key, bytes);
        return false;
      }
      await call('DELETE', buildTouchKey(key));
      return true;
    },
    async remove(key) {
      isFound(await call('DELETE', key));
    },
    list: (folder) => listKeys(settings, base, checkBlobKey(folder)),
  };
}

/** The time of an object cannot be changed without rewriting it, so an empty object is written next to it. */
const buildTouchKey = (key: string): string => `touched/${key}`;

/** Keys below a folder, a thousand per page. Unknown keys are skipped. */
async function* listKeys(settings: Bucket, base: URL, folder: string): AsyncIterable<string> {
  const [, bucket = '', ...rest] = base.pathname.split('/');
  const own = rest.join('/');
  for (let page = 0, token = ''; page < MAX_LISTING_PAGES; page += 1) {
    const url = new URL(`/${bucket}`, base);
    // Sorted by name, as the signature requires.
    const query = [
      ...(token === '' ? [] : [['continuation-token', token]]),
      ['list-type', '2'],
      ['prefix', `${own}${folder}/`],
    ];
    url.search = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
    const answer = await requestWithRetry(settings, { method: 'GET', url });
    if (!isFound(answer)) return;
    const text = answer.bytes.toString('utf8');
    for (const [, name = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) {
      const key = name.slice(own.length);
      if (name.startsWith(`${own}${folder}/`) && isBlobKey(key)) yield key;
    }
    token = unescapeXml(/<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(text)?.[1] ?? '');
    if (token === '') return;
  }
}

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Repeats the request until the store gives a definite response or the attempts are used up. Throws `BucketError`. */
async function requestWithRetry(settings: Bucket, request: S3Request): Promise<BucketResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await requestOnce(settings, request);
    const isFinal = answer instanceof BucketError ? false : answer.status < 500 && answer.status !== 429;
    if (!(answer instanceof BucketError) && isFinal) return answer;
    if (attempt >= MAX_ATTEMPTS) throw answer instanceof BucketError ? answer : new BucketError(answer.status);
    await wait(RETRY_DELAY_MS * attempt);
  }
}

function isFound({ status }: BucketResponse): boolean {
  if (status === 404) return false;
  if (status < 200 || status > 299) throw new BucketError(status);
  return true;
}

/** One attempt; a broken connection is returned as an error, not thrown. */
async function requestOnce(settings: Bucket, request: S3Request): Promise<BucketResponse | BucketError> {
  try {
    const headers = Object.fromEntries(await signedHeaders(settings, request));
    const response = await settings.outbound.request(request.url.href, {
      method: request.method,
      headers,
      timeoutMs: settings.timeoutMs ?? TIMEOUT_MS,
      maxBytes: settings.maxObjectBytes ?? MAX_OBJECT_BYTES,
      signal: new AbortController().signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const written = Date.parse(response.header('last-modified') ?? '');
    return { status: response.status, bytes: response.bytes, writtenMs: Number.isNaN(written) ? null : written };
  } catch (error) {
    return new BucketError(null, error);
  }
}

/** Signature V4 that includes the body: the store refuses bytes that were changed on the way. */
async function signedHeaders(settings: Bucket, { method, url, body }: S3Request): Promise<Headers> {
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
    accessKeyId: settings.keyId,
    secretAccessKey: settings.secret,
    region: settings.region,
    service: 's3',
    datetime: settings
      .now()
      .toISOString()
      .replaceAll(/[-:]|\.\d{3}/g, ''),
  });
  return (await signer.sign()).headers;
}
