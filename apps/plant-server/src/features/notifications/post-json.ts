import type { ServiceSettings } from '@varco/contract/plant/alert-channels.ts';
import type { OutboundClient, OutboundSendResponse } from '@varco/server-kit/outbound/outbound-client.ts';
import { MAX_RESPONSE_BYTES, describeSendError, SEND_TIMEOUT_MS, type SendOutcome } from './channel-client.ts';

interface JsonCall {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/** Posts JSON to the service of a channel; `read` maps the response to an outcome. A failed call is `down`. */
export async function postJson(
  outbound: OutboundClient,
  { autorita }: Pick<ServiceSettings, 'autorita'>,
  { url, headers = {}, body, signal }: JsonCall,
  read: (reply: OutboundSendResponse) => SendOutcome,
): Promise<SendOutcome> {
  try {
    const reply = await outbound.send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      timeoutMs: SEND_TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      signal,
      ...(autorita === '' ? {} : { ca: autorita }),
    });
    return read(reply);
  } catch (error) {
    return { kind: 'down', response: describeSendError(error) };
  }
}
