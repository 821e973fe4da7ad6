import { pictureTickets } from '@varco/contract/plant/media.ts';
import type { PictureTickets } from '@varco/contract/plant/transit.ts';
import { callPeer } from '../plants/plant-sessions.ts';
import { imageLoadsAllowed } from './image-load-gate.ts';

type Variant = keyof PictureTickets;
type Ticket = string | undefined;

/** Tickets requested within this time share one call, because many rows come into view at once. */
const BATCH_WINDOW_MS = 25;
/** Maximum number of transits per call (contract). */
const MAX_TRANSITS_PER_CALL = 100;

interface Batch {
  readonly requests: Map<string, ((tickets: Promise<ReadonlyMap<string, Ticket>>) => void)[]>;
}

const batches = new Map<string, Batch>();

/**
 * Gets a one-use ticket for a picture. Requests within a short time are batched into one call, which is one log entry
 * on the plant.
 * @returns undefined when the transit has no such picture
 */
export async function getPictureTicket(peerId: number, id: string, variant: Variant): Promise<Ticket> {
  const key = `${peerId} ${variant}`;
  const batch = batches.get(key) ?? openBatch(key, peerId, variant);
  const tickets = await new Promise<ReadonlyMap<string, Ticket>>((resolve) => {
    const waiting = batch.requests.get(id);
    if (waiting === undefined) batch.requests.set(id, [resolve]);
    else waiting.push(resolve);
    if (batch.requests.size >= MAX_TRANSITS_PER_CALL) sendBatch(key, peerId, variant);
  });
  return tickets.get(id);
}

function openBatch(key: string, peerId: number, variant: Variant): Batch {
  const batch: Batch = { requests: new Map() };
  batches.set(key, batch);
  const sendStill = (): void => {
    if (batches.get(key) === batch) sendBatch(key, peerId, variant);
  };
  setTimeout(() => void imageLoadsAllowed().then(sendStill), BATCH_WINDOW_MS);
  return batch;
}

function sendBatch(key: string, peerId: number, variant: Variant): void {
  const batch = batches.get(key);
  if (batch === undefined) return;
  batches.delete(key);
  const answer = fetchTickets(peerId, [...batch.requests.keys()], variant);
  for (const waiting of batch.requests.values()) for (const resolve of waiting) resolve(answer);
}

async function fetchTickets(
  peerId: number,
  ids: readonly string[],
  variant: Variant,
): Promise<ReadonlyMap<string, Ticket>> {
  const { tickets } = await callPeer(peerId, pictureTickets, { body: { ids: [...ids], variants: [variant] } });
  return new Map(tickets.map((one) => [one.id, one.tickets[variant]]));
}
