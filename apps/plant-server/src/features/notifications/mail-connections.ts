import type { MailSettings } from '@varco/contract/plant/alert-channels.ts';
import { createTransport } from 'nodemailer';
import { SEND_TIMEOUT_MS } from './channel-client.ts';

/** More than messages are on their way at once: lanes and an administrator's trial. */
const MOST_CONNECTIONS = 12;
/** A server may want to see another connection after so many messages. */
const MOST_MESSAGES = 100;
/** Kept for the storm that brings the next message, not for a quiet night: the server's places are few. */
const IDLE_MS = 2_000;

const openTransport = (host: string, settings: MailSettings, password: string) => {
  const { server, porta, sicurezza, utente, autorita } = settings;
  return createTransport({
    pool: true,
    maxConnections: MOST_CONNECTIONS,
    maxMessages: MOST_MESSAGES,
    idleTimeout: IDLE_MS,
    // Once more for a connection the server had ended before a byte of the message was sent; all else is judged by its outcome.
    maxRequeues: 1,
    host,
    port: porta,
    secure: sicurezza === 'tls',
    requireTLS: sicurezza === 'starttls',
    ignoreTLS: sicurezza === 'nessuna',
    tls: { servername: server, ...(autorita === '' ? {} : { ca: autorita }) },
    ...(utente === '' ? {} : { auth: { user: utente, pass: password } }),
    connectionTimeout: SEND_TIMEOUT_MS,
    greetingTimeout: SEND_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

export type MailTransport = ReturnType<typeof openTransport>;

/** Connections of this process to the plant's mail server. */
export interface MailConnections {
  /** Sends over a connection to this very address, by these settings; one that is open and free is used again. */
  to(host: string, settings: MailSettings, password: string): MailTransport;
  /** Ends those that are free; what is on its way is sent to its end. */
  close(): void;
}

/**
 * Keeps connections to the mail server for two seconds (ADR 0096): in a storm a message costs its own four turns, not those of greeting,
 * TLS and sign-in too. Other settings or another address mean other connections; the former ones end by themselves.
 */
export function createMailConnections(): MailConnections {
  let kept: { readonly key: string; readonly transport: MailTransport } | null = null;
  return {
    to(host, settings, password) {
      const key = JSON.stringify([host, settings, password]);
      if (kept?.key !== key) kept = { key, transport: openTransport(host, settings, password) };
      return kept.transport;
    },
    close() {
      kept?.transport.close();
      kept = null;
    },
  };
}
