import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface TestServer {
  readonly origin: string;
  /** Received requests, in order; without preflights. */
  readonly seen: SeenRequest[];
  readonly close: () => Promise<void>;
}

export type RespondTo = (request: SeenRequest, response: ServerResponse) => void;

/** A real HTTP server on a free local port whose responses each test defines, including invalid ones. */
export async function startTestServer(answer: RespondTo): Promise<TestServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      seen.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${port}`, seen, close };
}

export async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

/** Sends an error envelope (P 8). */
export function sendError(response: ServerResponse, status: number, code: string, subCode?: string): void {
  sendJson(
    response,
    { error: { code, ...(subCode === undefined ? {} : { sub_code: subCode }), path: '/test' } },
    status,
  );
}
