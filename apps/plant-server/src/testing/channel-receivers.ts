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
  /** Response to RCPT TO from now on; null: the recipient is accepted. */
  answer: { readonly code: number; readonly text: string } | null;
  /** Called for every mail received; must call `take` to accept it. */
  thinks: (take: () => void) => void;
  /** Number of connections accepted so far, and of those open. */
  made: number;
  open: number;
  /** Closes all connections, as a server does after an idle timeout. */
  hangUp(): void;
  close(): Promise<void>;
}

/** Starts a real SMTP server on a free port, or on a given one. */
export async function startMailCatcher(port = 0): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    // A reverse lookup takes seconds per connection where no name server exists.
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

/** Decodes the body of a plain message. */
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
  /** Response from now on; `null`: never responds. */
  answer: {
    readonly status: number;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } | null;
  close(): Promise<void>;
}

/** An HTTP service that records its calls and responds as configured. */
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
