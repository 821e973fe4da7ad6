import { createHash } from 'node:crypto';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import webPush from 'web-push';
import { z } from 'zod';
import {
  MAX_RESPONSE_BYTES,
  type ChannelClient,
  type ChannelMessage,
  sanitizeResponse,
  describeSendError,
  SEND_TIMEOUT_MS,
} from './channel-client.ts';
import { toHttpOutcome } from './http-outcome.ts';

/** A browser's push subscription. */
export const PushTarget = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });
export type PushTarget = z.infer<typeof PushTarget>;

/** The plant's VAPID keys, which identify it to push services (RFC 8292), base64url. */
export interface VapidKeys {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** How long a push service keeps a message for an offline browser. */
const PUSH_TTL_S = 4 * 3_600;

/** True when the endpoint belongs to an allowed push service; `*.zone` matches its subdomains. */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { hostname } = new URL(endpoint);
  return services.some((service) =>
    service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service,
  );
}

/** Generates the plant's VAPID keys before its first notification. */
export const generateVapidKeys = (): { readonly publicKey: string; readonly privateKey: string } =>
  webPush.generateVAPIDKeys();

/** Payload read by the portal's service worker (`sw.js`). */
export const buildPushPayload = ({ title, lines, link, key }: ChannelMessage): string =>
  JSON.stringify({ title, body: lines.join('\n'), link, key });

/** Web Push (RFC 8030), encrypted for one browser (RFC 8291); the push service cannot read it. */
export function createPushClient(
  vapid: VapidKeys,
  listServices: () => readonly string[],
  outbound: OutboundClient,
): ChannelClient {
  return {
    async send(to, message, signal) {
      try {
        const target = PushTarget.parse(JSON.parse(to.secret ?? ''));
        if (!isPushService(target.endpoint, listServices()))
          return { kind: 'refused', response: 'push service not allowed' };
        const details = webPush.generateRequestDetails(
          { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
          buildPushPayload(message),
          {
            vapidDetails: vapid,
            TTL: PUSH_TTL_S,
            contentEncoding: 'aes128gcm',
            urgency: message.priority === 3 ? 'normal' : 'high',
            // A repeated message replaces the one still queued for the browser.
            topic: createHash('sha256').update(message.key).digest('base64url').slice(0, 32),
          },
        );
        const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)] as const);
        const reply = await outbound.send(target.endpoint, {
          method: 'POST',
          headers: Object.fromEntries(headers),
          body: details.body ?? '',
          timeoutMs: SEND_TIMEOUT_MS,
          maxBytes: MAX_RESPONSE_BYTES,
          signal,
        });
        if (reply.status === 404 || reply.status === 410)
          return { kind: 'gone', response: sanitizeResponse(`${reply.status} subscription gone`) };
        const outcome = toHttpOutcome(reply);
        // Each browser vendor has its own push service: one outage must not stop the others.
        return outcome.kind === 'down' ? { ...outcome, kind: reply.status < 500 ? 'refused' : 'later' } : outcome;
      } catch (error) {
        return { kind: 'later', response: describeSendError(error) };
      }
    },
  };
}
