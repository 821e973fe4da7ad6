import { isIP } from 'node:net';
import type { MailSecurity } from '@varco/contract/portal/settings.ts';
import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import { createOutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { createTransport } from 'nodemailer';
import { type MailText, toSingleLine } from './mail-text.ts';

/** A mail server that accepts messages. */
export interface MailSender {
  /**
   * Resolves when the server has accepted the message. Throws when it did not, or when the address is not a plain
   * one.
   */
  send(to: { readonly name: string; readonly address: string }, mail: MailText): Promise<void>;
}

export interface MailSenderOptions {
  /** Empty: the server asks for no sign-in. */
  readonly user: string;
  readonly password: string;
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly from: string;
  /** The demo's mail catcher has no TLS; elsewhere an unencrypted connection is refused. */
  readonly isTlsRequired: boolean;
  /** Inner ranges the mail server may be in. */
  readonly allowedCidrs: readonly string[];
}

const TIMEOUT_MS = 10_000;

/**
 * Client of the configured mail server. Addresses are passed as objects and headers as single lines; nothing is read
 * from files or addresses.
 */
export function createMailSender({ allowedCidrs, isTlsRequired, ...server }: MailSenderOptions): MailSender {
  const outbound = createOutboundClient({ allowedCidrs });
  const { host: hostname, port, security, user, password, from } = server;
  const isTls = security === 'tls';
  const open = (host: string) =>
    createTransport({
      host,
      ...(isIP(hostname) === 0 ? { tls: { servername: hostname } } : {}),
      port,
      secure: isTls,
      requireTLS: !isTls && isTlsRequired,
      ignoreTLS: security === 'none' && !isTlsRequired,
      ...(user === '' ? {} : { auth: { user, pass: password } }),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  return {
    async send(to, { subject, text, html }) {
      if (!isMailAddress(to.address)) throw new Error('not a plain mail address');
      // The connection goes to the address that was checked, with TLS verified for the name.
      const transport = open(await outbound.resolveAddress(hostname));
      await transport.sendMail({
        from: { name: 'Varco', address: from },
        to: { name: toSingleLine(to.name), address: to.address },
        subject: toSingleLine(subject),
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
