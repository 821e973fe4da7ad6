import { setTimeout as wait } from 'node:timers/promises';
import { blobKey, type BlobStore } from './blob-folder.ts';
import { signS3Request, type S3Access, type S3Request } from './s3-signature.ts';

/** A bucket of an S3-compatible store, addressed by path. */
export interface BucketSettings extends S3Access {
  /** Address of the bucket, with a prefix or without: `https://s3.example/bucket/prefix`. */
  readonly url: string;
  readonly now: () => Date;
  /** Whole time of one try; default 20 s. */
  readonly timeoutMs?: number;
}

/** Most bytes read of one object: a picture is at most 5 MiB. */
const MOST_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const TRIES = 3;
const PAUSE_MS = 150;

/** The store did not answer, or said no. Its own words are not repeated: they may quote the request. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  /** Null: no answer. */
  readonly status: number | null;

  constructor(status: number | null, cause?: unknown) {
    super(status === null ? 'object store not reached' : `object store answered ${status}`, { cause });
    this.status = status;
  }
}

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

/**
 * A bucket as blob store. No redirects, a time limit, bounded answers; a try that broke or met an error of the store is
 * made again, which is safe because the same key always holds the same bytes. Throws `BucketError`.
 */
export function createBlobBucket(settings: BucketSettings): BlobStore {
  const base = settings.url.replace(/\/+$/, '');
  const call = async (method: S3Request['method'], key: string, body?: Uint8Array): Promise<Answer> => {
    const url = new URL(`${base}/${blobKey(key)}`);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(settings, { method, url, ...(body === undefined ? {} : { body }) });
      const isFinal = answer instanceof BucketError ? false : answer.status < 500 && answer.status !== 429;
      if (!(answer instanceof BucketError) && isFinal) return answer;
      if (attempt >= TRIES) throw answer instanceof BucketError ? answer : new BucketError(answer.status);
      await wait(PAUSE_MS * attempt);
    }
  };
  const has = async (key: string): Promise<boolean> => isThere(await call('HEAD', key));
  return {
    has,
    async get(key) {
      const answer = await call('GET', key);
      return isThere(answer) ? answer.bytes : null;
    },
    async put(key, bytes) {
      const answer = await call('PUT', key, bytes);
      if (!isThere(answer)) throw new BucketError(answer.status);
    },
    async remove(key) {
      // The store says the same whether there was something or not.
      if (!(await has(key))) return false;
      const answer = await call('DELETE', key);
      return isThere(answer);
    },
  };
}

function isThere({ status }: Answer): boolean {
  if (status === 404) return false;
  if (status < 200 || status > 299) throw new BucketError(status);
  return true;
}

/** One try; a connection that broke is told, not thrown. */
async function once(settings: BucketSettings, request: S3Request): Promise<Answer | BucketError> {
  const { host: _host, ...headers } = signS3Request(request, settings, settings.now());
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(settings.timeoutMs ?? TIMEOUT_MS),
      ...(request.body === undefined ? {} : { body: Buffer.from(request.body) }),
    });
    return { status: response.status, bytes: await readAll(response) };
  } catch (error) {
    return new BucketError(null, error);
  }
}

async function readAll(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    // Leaving the loop cancels the rest.
    if (bytes > MOST_BYTES) throw new RangeError('object too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
