import { pictureTickets } from '@varco/contract/plant/media.ts';
import type { PictureTickets } from '@varco/contract/plant/transit.ts';
import { callPeer } from '../plants/plant-sessions.ts';
import { wayIsFree } from './right-of-way.ts';

type Variant = keyof PictureTickets;
type Ticket = string | undefined;

/** Tickets requested within this time share one call, because many rows come into view at once. */
const GATHER_MS = 25;
/** Maximum number of transits per call (contract). */
const MOST = 100;

interface Batch {
  readonly wanted: Map<string, ((tickets: Promise<ReadonlyMap<string, Ticket>>) => void)[]>;
}

const batches = new Map<string, Batch>();

/**
 * Gets a one-use ticket for a picture. Requests within a short time are batched into one call, which is one log entry
 * on the plant.
 * @returns undefined when the transit has no such picture
 */
export async function pictureTicket(peerId: number, id: string, variant: Variant): Promise<Ticket> {
  const key = `${peerId} ${variant}`;
  const batch = batches.get(key) ?? openBatch(key, peerId, variant);
  const tickets = await new Promise<ReadonlyMap<string, Ticket>>((resolve) => {
    const waiting = batch.wanted.get(id);
    if (waiting === undefined) batch.wanted.set(id, [resolve]);
    else waiting.push(resolve);
    if (batch.wanted.size >= MOST) send(key, peerId, variant);
  });
  return tickets.get(id);
}

function openBatch(key: string, peerId: number, variant: Variant): Batch {
  const batch: Batch = { wanted: new Map() };
  batches.set(key, batch);
  const sendStill = (): void => {
    if (batches.get(key) === batch) send(key, peerId, variant);
  };
  setTimeout(() => void wayIsFree().then(sendStill), GATHER_MS);
  return batch;
}

function send(key: string, peerId: number, variant: Variant): void {
  const batch = batches.get(key);
  if (batch === undefined) return;
  batches.delete(key);
  const answer = ask(peerId, [...batch.wanted.keys()], variant);
  for (const waiting of batch.wanted.values()) for (const resolve of waiting) resolve(answer);
}

async function ask(peerId: number, ids: readonly string[], variant: Variant): Promise<ReadonlyMap<string, Ticket>> {
  const { tickets } = await callPeer(peerId, pictureTickets, { body: { ids: [...ids], variants: [variant] } });
  return new Map(tickets.map((one) => [one.id, one.tickets[variant]]));
}
