import { CHANNEL_KINDS, type ChannelKind } from '@varco/domain/alerts/deliveries.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import { gather } from '@varco/server-kit/process/gather.ts';
import { type PlantSettings, readSettings } from '../../settings/plant-settings.ts';
import type { Runner } from '../../database/statement.ts';
import * as channels from './channel.queries.ts';
import * as queries from './delivery.queries.ts';
import { rightsOf } from './told-persons.ts';

/** A message claimed from the outbox, with the data needed to decide whether it may still be sent, read after the claim. */
export interface TakenDelivery {
  readonly delivery: queries.DueDelivery;
  /** Null: a direct e-mail, or the recipient was deleted. */
  readonly recipient: channels.RecipientRow | null;
  /** The rights of the recipient's user, or of an office, allow this alert. */
  readonly mayNotify: boolean;
  readonly channel: channels.ChannelRow | undefined;
  readonly settings: PlantSettings;
}

interface OutboxNeeds {
  readonly runner: Runner;
  readonly log: Log;
  readonly now: () => Date;
}

/** Longer than any attempt takes. After it, a message claimed by a process that died can be claimed again. */
const LEASE_S = 60;
/** Claims served by one statement; more than there are senders. */
const MOST = 64;
const ONE_BY_ONE = { atOnce: 1, most: MOST };

type Take = () => Promise<TakenDelivery | null>;
type End = (ended: queries.EndedDelivery) => Promise<void>;

/**
 * Outbox access for the senders of this process. Claims and outcomes of the same moment are batched into one statement, and
 * the facts needed to check the claimed messages are read once per batch (ADR 0096). The most urgent messages are claimed
 * first.
 */
export class Outbox {
  /** Messages that a service accepted but whose outcome is not stored yet. This process never sends them again. */
  private readonly acknowledged = new Set<string>();
  private readonly needs: OutboxNeeds;
  private readonly takes: Readonly<Record<ChannelKind, Take>>;
  private readonly ends: Readonly<Record<ChannelKind, End>>;

  constructor(needs: OutboxNeeds) {
    this.needs = needs;
    this.takes = forEach((kind) => {
      const take = gather<null, TakenDelivery | null>(ONE_BY_ONE, (lanes) => this.takeFor(kind, lanes.length));
      return () => take(null);
    });
    this.ends = forEach((kind) =>
      gather<queries.EndedDelivery, void>(ONE_BY_ONE, async (ended) => {
        await this.writeEnds(kind, ended);
        return ended.map(() => undefined);
      }),
    );
  }

  /** Claims the most urgent due message of a channel for a minute. Null: none is due, or the channel is disabled or paused. */
  take(kind: ChannelKind): Promise<TakenDelivery | null> {
    return this.takes[kind]();
  }

  /** True when the service accepted this message before and only storing that failed. */
  isAcknowledged(id: string): boolean {
    return this.acknowledged.has(id);
  }

  /** Stores the outcome of a message. Resolves when it is durable. */
  end(kind: ChannelKind, ended: queries.EndedDelivery): Promise<void> {
    if (ended.outcome === 'sent') this.acknowledged.add(ended.id);
    return this.ends[kind](ended);
  }

  private async takeFor(kind: ChannelKind, lanes: number): Promise<readonly (TakenDelivery | null)[]> {
    const { runner, now } = this.needs;
    const taken = await queries.takeDeliveries(runner, kind, now().toISOString(), LEASE_S, lanes);
    const facts = taken.length === 0 ? [] : await this.withFacts(kind, taken);
    return Array.from({ length: lanes }, (_, at) => facts[at] ?? null);
  }

  /** Rights and switches may have changed since the messages were written, so they are read again. */
  private async withFacts(kind: ChannelKind, taken: readonly queries.DueDelivery[]): Promise<readonly TakenDelivery[]> {
    const { runner, now } = this.needs;
    const ids = [...new Set(taken.flatMap(({ recipient }) => recipient ?? []))];
    // Read in parallel: under load each database round trip counts.
    const [recipients, known, settings] = await Promise.all([
      channels.readSomeRecipients(runner, ids),
      channels.readChannels(runner),
      readSettings(runner),
    ]);
    const mayTell = await rightsOf(runner, recipients, now().getTime());
    const byId = new Map(recipients.map((row) => [row.id, row]));
    const channel = known.find((row) => row.kind === kind);
    return taken.map((delivery) => {
      const recipient = byId.get(delivery.recipient ?? 0) ?? null;
      return { delivery, recipient, mayNotify: recipient !== null && mayTell(recipient, delivery), channel, settings };
    });
  }

  private async writeEnds(kind: ChannelKind, ended: readonly queries.EndedDelivery[]): Promise<void> {
    const { runner, log, now } = this.needs;
    await queries.endDeliveries(runner, ended, now().toISOString());
    const sent = ended.filter(({ outcome }) => outcome === 'sent');
    for (const { id } of sent) this.acknowledged.delete(id);
    if (sent.length > 0 && (await channels.noteChannelWorks(runner, kind, now().toISOString())))
      log.info('alert channel works again', { code: kind });
  }
}

const forEach = <T>(make: (kind: ChannelKind) => T): Readonly<Record<ChannelKind, T>> =>
  // `CHANNEL_KINDS` contains every kind.
  Object.fromEntries(CHANNEL_KINDS.map((kind) => [kind, make(kind)])) as Record<ChannelKind, T>;
