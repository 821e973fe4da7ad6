import type { ServiceSettings } from '@varco/contract/plant/alert-channels.ts';
import type { OutboundClient, OutboundSendResponse } from '@varco/server-kit/outbound/outbound-client.ts';
import { z } from 'zod';
import { type ChannelClient, sanitizeResponse, type SendOutcome } from './channel-client.ts';
import { toHttpOutcome } from './http-outcome.ts';
import { postJson } from './post-json.ts';

const TelegramResponse = z.object({
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});

function parseTelegramResponse(text: string): z.infer<typeof TelegramResponse> {
  try {
    return TelegramResponse.catch({}).parse(JSON.parse(text));
  } catch {
    return {};
  }
}

function toTelegramOutcome(reply: OutboundSendResponse): SendOutcome {
  const { description, parameters } = parseTelegramResponse(reply.text);
  const answer = sanitizeResponse(`${reply.status} ${description ?? ''}`);
  // 403: the bot was removed from this chat; the bot itself still works.
  if (reply.status === 403) return { kind: 'refused', response: answer };
  // Telegram returns 404 for an unknown token.
  if (reply.status === 404) return { kind: 'down', response: answer };
  return { ...toHttpOutcome(reply), response: answer, retryAfterS: parameters?.retry_after ?? reply.retryAfterS };
}

/**
 * Telegram bot API: `sendMessage` as plain text with forwarding disabled. The URL contains the token, so it must never be
 * logged or shown.
 */
export function createTelegramClient(
  settings: ServiceSettings,
  token: string,
  outbound: OutboundClient,
): ChannelClient {
  return {
    async send(to, message, signal) {
      if (!/^[A-Za-z0-9:_-]{1,200}$/.test(token)) return { kind: 'down', response: 'token missing or malformed' };
      const body = {
        chat_id: /^-?\d+$/.test(to.address) ? Number(to.address) : to.address,
        text: [message.title, ...message.lines, ...(message.link === '' ? [] : [message.link])].join('\n'),
        protect_content: true,
        link_preview_options: { is_disabled: true },
        disable_notification: message.priority === 3,
      };
      const url = `${settings.indirizzo.replace(/\/+$/, '')}/bot${token}/sendMessage`;
      return postJson(outbound, settings, { url, body, signal }, toTelegramOutcome);
    },
  };
}
