import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { INGEST_KEYS } from './ingest-keys.ts';
import { NOW, startTestPlant, type TestPlant } from './test-plant.ts';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
  readonly messageId: string;
  readonly text: string;
}

export interface TestMailServer {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Response to RCPT TO from now on; null: the recipient is accepted. */
  recipientResponse: { readonly code: number; readonly text: string } | null;
  /** Called for every mail received; must call `take` to accept it. */
  onMail: (take: () => void) => void;
  /** Number of connections accepted so far, and of those open. */
  connectionCount: number;
  openConnections: number;
  /** Closes all connections, as a server does after an idle timeout. */
  closeConnections(): void;
  close(): Promise<void>;
}

/** Starts a real SMTP server on a free port, or on a given one. */
export async function startTestMailServer(port = 0): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    // A reverse lookup takes seconds per connection where no name server exists.
    disableReverseLookup: true,
    authOptional: true,
    onRcptTo: (_to, _session, callback) => {
      const { recipientResponse: answer } = catcher;
      callback(answer === null ? null : Object.assign(new Error(answer.text), { responseCode: answer.code }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source,
          messageId: /^message-id: (.*)$/im.exec(source)?.[1]?.trim() ?? '',
          text: decodeBody(source),
        });
        catcher.onMail(callback);
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve());
  });
  const catcher: TestMailServer = {
    port: (server.server.address() as AddressInfo).port,
    mails,
    recipientResponse: null,
    onMail: (take) => take(),
    connectionCount: 0,
    openConnections: 0,
    closeConnections() {
      for (const socket of sockets) socket.end();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
  server.server.on('connection', (socket: Socket) => {
    catcher.connectionCount += 1;
    catcher.openConnections += 1;
    sockets.add(socket);
    socket.once('close', () => {
      catcher.openConnections -= 1;
      sockets.delete(socket);
    });
  });
  return catcher;
}

/** Decodes the body of a plain message. */
function decodeBody(source: string): string {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

interface ReceivedCall {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface TestHttpService {
  readonly origin: string;
  readonly calls: ReceivedCall[];
  /** Response from now on; `null`: never responds. */
  response: {
    readonly status: number;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } | null;
  close(): Promise<void>;
}

/** An HTTP service that records its calls and responds as configured. */
export async function startTestHttpService(): Promise<TestHttpService> {
  const calls: ReceivedCall[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      const { response: answer } = receiver;
      if (answer !== null) reply.writeHead(answer.status, { ...answer.headers }).end(answer.body ?? '{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const receiver: TestHttpService = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    calls,
    response: { status: 200 },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return receiver;
}

/** Starts a plant that may send to receivers on this machine, and an HTTP service for it. */
export async function startHttpChannels(): Promise<{
  readonly plant: TestPlant;
  readonly service: TestHttpService;
  readonly close: () => Promise<void>;
}> {
  const plant = await startTestPlant(
    { ingestKeys: Object.values(INGEST_KEYS), portalUrl: 'https://portal.example' },
    { outbound: { allowedCidrs: ['127.0.0.0/8'] }, limits: { push_services: ['localhost', '169.254.169.254'] } },
  );
  const service = await startTestHttpService();
  return {
    plant,
    service,
    async close() {
      await service.close();
      await plant.close();
    },
  };
}

/** Between two tests: no alerts, list entries or recipients, and no channel configured. */
export async function resetChannels(plant: TestPlant): Promise<void> {
  plant.clock.now = NOW;
  for (const table of ['alert', 'blacklist_entry', 'alert_recipient', 'rate_counter'])
    await plant.pool.query(`delete from ${table}`);
  await plant.pool.query(
    `update alert_channel set is_enabled = false, settings = '{}', secret = null, fails = 0, failing_since = null, paused_until = null`,
  );
}
