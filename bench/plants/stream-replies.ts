import type { IncomingMessage, ServerResponse } from 'node:http';
import { receiveAlerts } from '@varco/contract/plant/alerts.ts';
import { watchApprovals } from '@varco/contract/plant/approvals.ts';
import { watchControlRoom } from '@varco/contract/plant/control-room.ts';
import { watchNewTransits } from '@varco/contract/plant/transits.ts';
import { z } from 'zod';
import type { FleetChanges } from '../web/fleet.ts';

const PATHS: readonly string[] = [receiveAlerts, watchApprovals, watchControlRoom, watchNewTransits].map(
  ({ path }) => path,
);
const PING_EVERY_MS = 15_000;
/** What a real stream sends in this time is replayed as its beginning. */
const OPENING_MS = 1_500;
const Resumed = z.object({ last_id: z.string().optional() });

interface PublishedAlert {
  readonly position: number;
  readonly text: string;
}

/**
 * Event streams of a fleet: each begins as that of its real plant, pings every 15 s, and sends the alerts published
 * meanwhile, after the position that it resumes from.
 */
export class StreamReplies {
  private readonly openings = new Map<string, Promise<string>>();
  private readonly published = new Map<number, PublishedAlert[]>();
  private readonly open = new Map<number, Set<ServerResponse>>();
  private readonly origin: string;
  private position = 1_000_000;
  /** Highest number of streams that were open at the same time, of all kinds. */
  peak = 0;
  private count = 0;

  /** @param origin address of the portal, which the plants allow */
  constructor(origin: string) {
    this.origin = origin;
  }

  /** Publishes an alert of one plant; streams that are closed get it when they resume. */
  publish(address: number, alert: object): void {
    this.position += 1;
    const { position } = this;
    const text = `event: alert\nid: ${position}\ndata: ${JSON.stringify(alert)}\n\n`;
    this.published.set(address, [...(this.published.get(address) ?? []), { position, text }]);
    for (const response of this.open.get(address) ?? []) response.write(text);
  }

  readonly respond: NonNullable<FleetChanges['respond']> = (address, request, requested, response, real) => {
    if (request.method !== 'POST' || !PATHS.includes(request.url ?? '')) return false;
    void this.stream(address, request, requested, response, real);
    return true;
  };

  private async stream(
    address: number,
    request: IncomingMessage,
    requested: string,
    response: ServerResponse,
    real: string,
  ): Promise<void> {
    const isAlerts = request.url === receiveAlerts.path;
    const resumed = isAlerts ? Resumed.parse(JSON.parse(requested)).last_id : undefined;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': this.origin,
    });
    this.count += 1;
    this.peak = Math.max(this.peak, this.count);
    const ping = (): boolean =>
      response.write(`event: ping\nid: ${this.position}\ndata: {"at":"${new Date().toISOString()}"}\n\n`);
    const pings = setInterval(ping, PING_EVERY_MS);
    response.once('close', () => {
      this.count -= 1;
      clearInterval(pings);
      this.open.get(address)?.delete(response);
    });
    if (!isAlerts) {
      response.write(await this.readOpening(real, request, requested));
      return;
    }
    response.write('retry: 5000\n\n');
    if (resumed === undefined) ping();
    else response.write(`event: ping\nid: ${resumed}\ndata: {"at":"${new Date().toISOString()}"}\n\n`);
    for (const { position, text } of this.published.get(address) ?? [])
      if (resumed !== undefined && position > Number(resumed)) response.write(text);
    this.open.set(address, (this.open.get(address) ?? new Set()).add(response));
  }

  private readOpening(real: string, request: IncomingMessage, requested: string): Promise<string> {
    const key = [real, request.url, requested].join('\n');
    const known = this.openings.get(key) ?? fetchOpening(real, this.origin, request, requested);
    this.openings.set(key, known);
    return known;
  }
}

/** What a real stream sends at first. Rejects never: a stream that is refused begins with nothing. */
async function fetchOpening(real: string, origin: string, request: IncomingMessage, body: string): Promise<string> {
  const { authorization = '', 'x-varco-reason': reason = '' } = request.headers;
  const ending = AbortSignal.timeout(OPENING_MS);
  let text = '';
  try {
    const response = await fetch(`${real}${request.url ?? ''}`, {
      method: 'POST',
      headers: { authorization, origin, 'content-type': 'application/json', 'x-varco-reason': String(reason) },
      body,
      signal: ending,
    });
    if (response.status !== 200 || response.body === null) return '';
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) text += part;
  } catch {
    // The time is over.
  }
  return text.slice(0, text.lastIndexOf('\n\n') + 2);
}
