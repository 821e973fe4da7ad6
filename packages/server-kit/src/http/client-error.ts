import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../errors/app-error.ts';
import { toErrorEnvelope } from '../errors/envelope.ts';

const STATUS_BY_ERROR: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Responds to bytes that are not HTTP, to headers over 16 KiB and to requests that never complete. */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const body = JSON.stringify(toErrorEnvelope(new AppError('bad_request'), '*', 'none'));
  if (socket.writable) {
    const head = [
      `HTTP/1.1 ${STATUS_BY_ERROR[error.code ?? ''] ?? '400 Bad Request'}`,
      'content-type: application/json; charset=utf-8',
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

/** Responds to an address that cannot be decoded (`%zz`): it never reaches a route. */
export function respondToBadAddress(requestId: string, response: ServerResponse): void {
  const refused = new AppError('bad_request', { sub: 'invalid_field', field: 'path' });
  const body = JSON.stringify(toErrorEnvelope(refused, '*', requestId));
  response.writeHead(400, {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
