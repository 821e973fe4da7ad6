import { request as openRequest } from 'node:http';
import type { AttackAnswer, AttackRequest } from './attack-request.ts';

/** No call may take longer: the longest limit of the contract is a minute, for 64 MiB, which are never sent here. */
export const HANG_MS = 30_000;
/** Events never end: what comes in this time is the answer. */
const STREAM_MS = 120;

/** Sends one call on a connection of its own. Never rejects: what goes wrong is part of the answer. */
export function sendRequest(
  origin: string,
  { method, url, headers, body }: Pick<AttackRequest, 'method' | 'url' | 'headers' | 'body'>,
  credential: Readonly<Record<string, string>>,
): Promise<AttackAnswer> {
  const payload = body === null ? null : Buffer.from(body, 'base64');
  const { hostname, port } = new URL(origin);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let answered: Record<string, string> = {};
    const end = (failure: AttackAnswer['failure']): void => {
      clearTimeout(timer);
      call.destroy();
      resolve({
        status,
        headers: answered,
        bytes: Buffer.concat(chunks),
        ms: performance.now() - startedAt,
        failure,
      });
    };
    let timer = setTimeout(() => end('timeout'), HANG_MS);
    const call = openRequest({
      agent: false,
      hostname,
      port,
      method,
      path: url,
      headers: {
        ...(payload === null ? {} : { 'content-length': String(payload.length) }),
        ...credential,
        ...headers,
      },
    });
    call.on('error', () => end(status === 0 ? 'closed' : null));
    call.on('response', (answer) => {
      status = answer.statusCode ?? 0;
      answered = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
      if ((answered['content-type'] ?? '').startsWith('text/event-stream')) {
        clearTimeout(timer);
        timer = setTimeout(() => end(null), STREAM_MS);
      }
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => end(null));
      answer.on('error', () => end('closed'));
    });
    call.end(payload ?? undefined);
  });
}
