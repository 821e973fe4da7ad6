import { createHash } from 'node:crypto';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import webPush from 'web-push';
import { z } from 'zod';
import {
  ANSWER_BYTES,
  type ChannelClient,
  type ChannelMessage,
  plainAnswer,
  reasonOf,
  SEND_TIMEOUT_MS,
} from './channel-client.ts';
import { httpOutcome } from './http-outcome.ts';

/** A browser as it subscribed. */
export const PushTarget = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });
export type PushTarget = z.infer<typeof PushTarget>;

/** Keys by which push services know the plant (RFC 8292), base64url. */
export interface VapidKeys {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** A browser that is away gets the news for this long. */
const TTL_S = 4 * 3_600;

/** True for a push service this plant writes to; `*.zone` stands for its subdomains. */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { hostname } = new URL(endpoint);
  return services.some((service) =>
    service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service,
  );
}

/** New keys for a plant that sends its first notification. */
export const newVapidKeys = (): { readonly publicKey: string; readonly privateKey: string } =>
  webPush.generateVAPIDKeys();

/** What the service worker of the portal (`sw.js`) reads. */
export const pushPayload = ({ title, lines, link, key }: ChannelMessage): string =>
  JSON.stringify({ title, body: lines.join('\n'), link, key });

/** Web Push (RFC 8030), encrypted for one browser (RFC 8291): the service in between reads nothing. */
export function createPushClient(
  vapid: VapidKeys,
  services: readonly string[],
  outbound: OutboundClient,
): ChannelClient {
  return {
    async send(to, message, signal) {
      try {
        const target = PushTarget.parse(JSON.parse(to.secret ?? ''));
        if (!isPushService(target.endpoint, services)) return { kind: 'refused', answer: 'push service not allowed' };
        const details = webPush.generateRequestDetails(
          { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
          pushPayload(message),
          {
            vapidDetails: vapid,
            TTL: TTL_S,
            contentEncoding: 'aes128gcm',
            urgency: message.priority === 3 ? 'normal' : 'high',
            // The same message again takes the place of the one that still waits for the browser.
            topic: createHash('sha256').update(message.key).digest('base64url').slice(0, 32),
          },
        );
        const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)] as const);
        const reply = await outbound.send(target.endpoint, {
          method: 'POST',
          headers: Object.fromEntries(headers),
          body: details.body ?? '',
          timeoutMs: SEND_TIMEOUT_MS,
          maxBytes: ANSWER_BYTES,
          signal,
        });
        if (reply.status === 404 || reply.status === 410)
          return { kind: 'gone', answer: plainAnswer(`${reply.status} subscription gone`) };
        const outcome = httpOutcome(reply);
        // Every browser has a service of its own: one that is away does not stop the others.
        return outcome.kind === 'down' ? { ...outcome, kind: reply.status < 500 ? 'refused' : 'later' } : outcome;
      } catch (error) {
        return { kind: 'later', answer: reasonOf(error) };
      }
    },
  };
}
