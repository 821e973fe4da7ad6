import { createHash, createHmac } from 'node:crypto';

/** Credentials, and the region of the service. */
export interface S3Access {
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Path and query are sent unchanged; the query must be sorted by name. */
  readonly url: URL;
  /** Further headers to be signed, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Empty for all but PUT. */
  readonly body?: Uint8Array;
}

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Headers of a request to an S3-compatible store, including the signature (AWS Signature Version 4, signed payload).
 * The body is signed too: the store rejects bytes changed in transit.
 */
export function signS3Request(request: S3Request, access: S3Access, now: Date): Record<string, string> {
  const instant = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const payload = sha256(request.body ?? '');
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': payload,
    'x-amz-date': instant,
  };
  const names = Object.keys(headers).toSorted();
  const canonical = [
    request.method,
    request.url.pathname,
    request.url.search.slice(1),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim()}`),
    '',
    names.join(';'),
    payload,
  ].join('\n');
  const scope = `${instant.slice(0, 8)}/${access.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', instant, scope, sha256(canonical)].join('\n');
  const day = hmac(`AWS4${access.secret}`, instant.slice(0, 8));
  const key = hmac(hmac(hmac(day, access.region), 's3'), 'aws4_request');
  const signature = hmac(key, toSign).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${access.keyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}
