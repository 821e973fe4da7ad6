import type { MailSettings } from '@varco/contract/plant/alert-channels.ts';
import { createTransport } from 'nodemailer';
import { SEND_TIMEOUT_MS } from './channel-client.ts';

/** More than the number of messages sent at the same time: all senders plus an administrator's test message. */
const MAX_CONNECTIONS = 12;
/** Servers may limit the number of messages per connection. */
const MAX_MESSAGES_PER_CONNECTION = 100;
/** Connections stay open for the next message of a burst only: mail servers allow few connections. */
const CONNECTION_IDLE_MS = 2_000;

const openTransport = (host: string, settings: MailSettings, password: string) => {
  const { server, porta, sicurezza, utente, autorita } = settings;
  return createTransport({
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    maxMessages: MAX_MESSAGES_PER_CONNECTION,
    idleTimeout: CONNECTION_IDLE_MS,
    // One retry for a connection that the server closed before the message was sent; any other error is handled by its
    // outcome.
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

/** Pool of connections from this process to the plant's mail server. */
export interface MailConnections {
  /** Returns a transport to this IP address with these settings; reuses an open connection. */
  getTransport(host: string, settings: MailSettings, password: string): MailTransport;
  /** Closes idle connections; messages in transmission are completed. */
  close(): void;
}

/**
 * Creates a pool that keeps connections open for two seconds (ADR 0012): in a burst each message then needs its own four
 * round trips, without greeting, TLS and sign-in. Other settings or another address open new connections; the previous ones
 * close when idle.
 */
export function createMailConnections(): MailConnections {
  let current: { readonly key: string; readonly transport: MailTransport } | null = null;
  return {
    getTransport(host, settings, password) {
      const key = JSON.stringify([host, settings, password]);
      if (current?.key !== key) current = { key, transport: openTransport(host, settings, password) };
      return current.transport;
    },
    close() {
      current?.transport.close();
      current = null;
    },
  };
}
