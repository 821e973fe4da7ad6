import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { createMailSender, type MailSender } from '../mail/mail-sender.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The message as received. */
  readonly source: string;
  /** Its plain-text part, decoded. */
  readonly text: string;
}

export interface TestMailbox {
  readonly port: number;
  readonly sender: MailSender;
  /** The same for a portal that may not call inner addresses: the server is at one. */
  readonly refusedSender: MailSender;
  readonly mails: ReceivedMail[];
  /** Whether the server refuses every message. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

/** A real mail server on a free port, and a sender connected to it. */
export async function startTestMailbox(): Promise<TestMailbox> {
  const mails: ReceivedMail[] = [];
  let isRefusing = false;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onMailFrom: (_address, _session, callback) => callback(isRefusing ? new Error('not now') : null),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const source = Buffer.concat(chunks).toString('utf8');
        const from = mailFrom === false ? '' : mailFrom.address;
        mails.push({ from, to: rcptTo.map(({ address }) => address), source, text: extractTextPart(source) });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  const createSender = (allowedCidrs: readonly string[]): MailSender =>
    createMailSender({
      ...{ host: '127.0.0.1', port, security: 'none', user: '', password: '' },
      from: 'varco@portal.example',
      isTlsRequired: false,
      allowedCidrs,
    });
  return {
    port,
    sender: createSender(['127.0.0.0/8']),
    refusedSender: createSender([]),
    mails,
    refuse: (value) => {
      isRefusing = value;
    },
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function extractTextPart(source: string): string {
  const part = /Content-Type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/.exec(source);
  const head = part?.[0] ?? '';
  const body = part?.[1] ?? '';
  if (/Content-Transfer-Encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/Content-Transfer-Encoding: quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
