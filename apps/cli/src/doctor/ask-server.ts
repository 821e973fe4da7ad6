import { request as requestPlain, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls, getCACertificates, TLSSocket } from 'node:tls';

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 64 * 1024;

/** Authorities that a server started by its unit believes: those of Node, of the system, and additional ones. */
const listAuthorities = (): string[] => [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];

export interface Certificate {
  /** Null: it is believed for this name. */
  readonly problem: string | null;
  /** Milliseconds since 1970; NaN where the server states none. */
  readonly fromMs: number;
  readonly toMs: number;
}

export interface ServerAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** At most 64 KiB. */
  readonly body: string;
  readonly certificate: Certificate | null;
}

/**
 * Asks a server as a browser would, but goes on with a certificate that is not believed, so that it can be described: no
 * secret is sent. Rejects when the server does not answer within 8 s.
 */
export function askServer(
  address: string,
  { method = 'GET', headers = {} }: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<ServerAnswer> {
  const url = new URL(address);
  const isTls = url.protocol === 'https:';
  return new Promise((done, failed) => {
    const onAnswer = (response: IncomingMessage): void => {
      let body = '';
      response.on('data', (chunk) => {
        body += String(chunk);
        if (body.length > MAX_BYTES) response.destroy();
      });
      const certificate = response.socket instanceof TLSSocket ? describeCertificate(response.socket) : null;
      response.on('close', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body, certificate }),
      );
    };
    const common = { method, headers: { ...headers, connection: 'close' }, timeout: TIMEOUT_MS, agent: false };
    const call = isTls
      ? requestTls(url, { ...common, ca: listAuthorities(), rejectUnauthorized: false }, onAnswer)
      : requestPlain(url, common, onAnswer);
    call.on('timeout', () => call.destroy(new Error('timeout')));
    call.on('error', failed);
    call.end();
  });
}

function describeCertificate(socket: TLSSocket): Certificate {
  const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
  const reason = socket.authorizationError;
  return { problem: socket.authorized ? null : String(reason), fromMs: Date.parse(from), toMs: Date.parse(to) };
}

/** Waits for the greeting of a mail server. Rejects when none comes, or TLS is not believed. */
export function greetMailServer(address: string): Promise<void> {
  const { hostname, port, protocol } = new URL(address);
  const isTls = protocol === 'smtps:';
  return new Promise((done, failed) => {
    const where = { host: hostname, port: port === '' ? (isTls ? 465 : 587) : Number(port) };
    const socket: Socket = isTls
      ? connectTls({ ...where, servername: hostname, ca: listAuthorities() })
      : connectPlain(where);
    const end = (error: Error | null): void => {
      socket.destroy();
      if (error === null) done();
      else failed(error);
    };
    socket.setTimeout(TIMEOUT_MS, () => end(new Error('timeout')));
    socket.once('data', (chunk) => end(String(chunk).startsWith('220') ? null : new Error('greeting')));
    socket.once('error', end);
    socket.once('end', () => end(new Error('closed')));
  });
}

/** Short reason of a failed connection, for a line of the report. */
export function describeFailure(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && 'code' in first ? String(first.code) : '';
  return code === '' ? (first instanceof Error ? first.message.slice(0, 80) : '-') : code;
}
