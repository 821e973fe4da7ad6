import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import type { MailSettings } from '@varco/contract/plant/alert-channels.ts';
import { type ChannelClient, sanitizeResponse, describeSendError, type SendOutcome } from './channel-client.ts';
import type { MailConnections } from './mail-connections.ts';

/** Keeps a header on one line, whatever characters a name contains. */
const toSingleLine = (text: string): string => text.replaceAll(/[\r\n\u2028\u2029\u0000-\u001f\u007f]+/gu, ' ').trim();

export interface MailClientDeps {
  readonly outbound: OutboundClient;
  readonly connections: MailConnections;
  /** Host of the plant, for the ids of messages. */
  readonly host: string;
  /** Connections without TLS are allowed only in a demo. */
  readonly isDemo: boolean;
}

/**
 * E-mail over SMTP. The server's IP address is checked against the outbound rules, and the connection goes to that same
 * address, with TLS verified for the host name.
 */
export function createMailClient(settings: MailSettings, password: string, needs: MailClientDeps): ChannelClient {
  const { server, sicurezza, mittente } = settings;
  return {
    async send(to, message) {
      if (!isMailAddress(to.address)) return { kind: 'refused', response: 'not a plain mail address' };
      if (sicurezza === 'nessuna' && !needs.isDemo) return { kind: 'down', response: 'TLS is required' };
      try {
        const host = await needs.outbound.resolveAddress(server);
        const transport = needs.connections.getTransport(host, settings, password);
        // Not aborted when the server stops: the timeouts end it, and aborting could make a started message go out twice.
        const sent = await transport.sendMail({
          from: { name: 'Varco', address: mittente },
          to: { name: '', address: to.address },
          subject: toSingleLine(`[Varco] ${message.title}`),
          text: [...message.lines, ...(message.link === '' ? [] : ['', message.link])].join('\n'),
          messageId: `<${message.key}@${needs.host}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(message.priority === 1 ? { Importance: 'high', 'X-Priority': '1' } : {}),
          },
        });
        return { kind: 'sent', response: sanitizeResponse(sent.response) };
      } catch (error) {
        return toMailOutcome(error);
      }
    },
  };
}

/** Errors at RCPT TO or DATA concern one recipient or message; all earlier errors concern the mail server. */
function toMailOutcome(error: unknown): SendOutcome {
  const field = (name: string): unknown =>
    typeof error === 'object' && error !== null
      ? (Object.entries(error).find(([key]) => key === name)?.[1] ?? null)
      : null;
  const smtpResponse = field('response');
  const answer =
    typeof smtpResponse === 'string' && smtpResponse !== '' ? sanitizeResponse(smtpResponse) : describeSendError(error);
  const code = field('responseCode');
  const command = field('command');
  const isOfMessage = command === 'RCPT TO' || command === 'DATA';
  if (!isOfMessage || typeof code !== 'number' || code === 421) return { kind: 'down', response: answer };
  return { kind: code >= 500 ? 'refused' : 'later', response: answer };
}
