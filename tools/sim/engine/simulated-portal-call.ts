// Loaded by the plant server's export code in the place of its calls to the portal: the same calls over the simulated network.
import type { PortalCall, PortalReply } from '../../../apps/plant-server/src/features/exports/portal-call.ts';
import { getNetwork, getScheduler } from './current-day.ts';

/** Each byte of a body is one character of the message. */
export async function callPortal(url: URL, { method, headers, body, signal }: PortalCall): Promise<PortalReply> {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
  const response = await getNetwork().request(getScheduler().current, url.host, {
    ...{ method, path: url.pathname, headers, body: text, signal },
  });
  return { status: response.status, text: await response.text() };
}
