import type { ServiceSettings } from '@varco/contract/plant/alert-channels.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import type { ChannelClient, ChannelMessage } from './channel-client.ts';
import { toHttpOutcome } from './http-outcome.ts';
import { postJson } from './post-json.ts';

/** Length of a TETRA short data message: SDS type 4, 8 bits per character, 1 120 bits. */
const SDS_CHARACTERS = 140;

/**
 * One line that a radio can display: ASCII letters without accents, cut to the message length. No link, because a radio
 * cannot open one.
 */
export function toRadioText({ title, lines }: Pick<ChannelMessage, 'title' | 'lines'>): string {
  const text = [title, ...lines].join(' - ').normalize('NFD').replaceAll(/\p{M}/gu, '');
  return text.replaceAll(/[^\u0020-\u007e]/gu, '?').slice(0, SDS_CHARACTERS);
}

/** The HTTP gateway to TETRA radios (docs/tetra-gateway.md). */
export function createTetraClient(settings: ServiceSettings, token: string, outbound: OutboundClient): ChannelClient {
  return {
    async send(to, message, signal) {
      if (/[^\u0021-\u007e]/.test(token)) return { kind: 'down', response: 'token malformed' };
      const headers = {
        'idempotency-key': message.key,
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      };
      const body = {
        id: message.key,
        to: to.address,
        text: toRadioText(message),
        priority: message.priority,
        flash: message.priority === 1,
      };
      return postJson(outbound, settings, { url: settings.indirizzo, headers, body, signal }, toHttpOutcome);
    },
  };
}
