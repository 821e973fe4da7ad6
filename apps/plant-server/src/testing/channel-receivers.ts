import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface CaughtMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
  readonly messageId: string;
  readonly text: string;
}

export interface MailCatcher {
  readonly port: number;
  readonly mails: CaughtMail[];
  /** What the server says to a recipient from now on; null: it takes the mail. */
  answer: { readonly code: number; readonly text: string } | null;
  /** Told of every mail that was read; calls `take` when the server is to take it. */
  thinks: (take: () => void) => void;
  /** Connections made so far, and those that are open. */
  made: number;
  open: number;
  /** Ends every connection as a server does that was idle for too long. */
  hangUp(): void;
  close(): Promise<void>;
}

/** A real SMTP server on a free port, or on the one it had before. */
export async function startMailCatcher(port = 0): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    // Nobody asks here who 127.0.0.1 is: without a name server that takes seconds a connection.
    disableReverseLookup: true,
    authOptional: true,
    onRcptTo: (_to, _session, callback) => {
      const { answer } = catcher;
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
          text: decoded(source),
        });
        catcher.thinks(callback);
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve());
  });
  const catcher: MailCatcher = {
    port: (server.server.address() as AddressInfo).port,
    mails,
    answer: null,
    thinks: (take) => take(),
    made: 0,
    open: 0,
    hangUp() {
      for (const socket of sockets) socket.end();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
  server.server.on('connection', (socket: Socket) => {
    catcher.made += 1;
    catcher.open += 1;
    sockets.add(socket);
    socket.once('close', () => {
      catcher.open -= 1;
      sockets.delete(socket);
    });
  });
  return catcher;
}

/** Body of a plain message. */
function decoded(source: string): string {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

interface CaughtCall {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface HttpReceiver {
  readonly origin: string;
  readonly calls: CaughtCall[];
  /** What it answers from now on; `null`: nothing, ever. */
  answer: {
    readonly status: number;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } | null;
  close(): Promise<void>;
}

/** A service that notes what it is sent and answers as told. */
export async function startHttpReceiver(): Promise<HttpReceiver> {
  const calls: CaughtCall[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      const { answer } = receiver;
      if (answer !== null) reply.writeHead(answer.status, { ...answer.headers }).end(answer.body ?? '{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const receiver: HttpReceiver = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    calls,
    answer: { status: 200 },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return receiver;
}
