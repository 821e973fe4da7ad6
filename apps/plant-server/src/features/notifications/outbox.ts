import { CHANNEL_KINDS, type ChannelKind } from '@varco/domain/alerts/deliveries.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import { batchCalls } from '@varco/server-kit/process/batch-calls.ts';
import { type PlantSettings, readPlantSettings } from '../../settings/plant-settings.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import * as channels from './channel.repository.ts';
import * as queries from './delivery.repository.ts';
import { loadRecipientRights } from './recipient-rights.ts';

/** A message claimed from the outbox, with the data needed to decide whether it may still be sent, read after the claim. */
export interface ClaimedDelivery {
  readonly delivery: queries.DueDelivery;
  /** Null: a direct e-mail, or the recipient was deleted. */
  readonly recipient: channels.RecipientRow | null;
  /** The rights of the recipient's user, or of an office, allow this alert. */
  readonly mayNotify: boolean;
  readonly channel: channels.ChannelRow | undefined;
  readonly settings: PlantSettings;
}

interface OutboxDeps {
  readonly runner: Runner;
  readonly log: Log;
  readonly now: () => Date;
}

/** Longer than any attempt takes. After it, a message claimed by a process that died can be claimed again. */
const CLAIM_LEASE_S = 60;
/** Claims served by one statement; more than there are senders. */
const MAX_BATCH = 64;
const BATCH_OPTIONS = { maxConcurrent: 1, maxBatchSize: MAX_BATCH };

type ClaimFunction = () => Promise<ClaimedDelivery | null>;
type FinishFunction = (ended: queries.EndedDelivery) => Promise<void>;

/**
 * Outbox access for the senders of this process. Claims and outcomes of the same moment are batched into one statement, and
 * the facts needed to check the claimed messages are read once per batch (ADR 0012). The most urgent messages are claimed
 * first.
 */
export class Outbox {
  /** Messages that a service accepted but whose outcome is not stored yet. This process never sends them again. */
  private readonly acknowledged = new Set<string>();
  private readonly deps: OutboxDeps;
  private readonly claimers: Readonly<Record<ChannelKind, ClaimFunction>>;
  private readonly finishers: Readonly<Record<ChannelKind, FinishFunction>>;

  constructor(deps: OutboxDeps) {
    this.deps = deps;
    this.claimers = mapChannelKinds((kind) => {
      const claim = batchCalls<null, ClaimedDelivery | null>(BATCH_OPTIONS, (lanes) =>
        this.claimBatch(kind, lanes.length),
      );
      return () => claim(null);
    });
    this.finishers = mapChannelKinds((kind) =>
      batchCalls<queries.EndedDelivery, void>(BATCH_OPTIONS, async (ended) => {
        await this.storeOutcomes(kind, ended);
        return ended.map(() => undefined);
      }),
    );
  }

  /** Claims the most urgent due message of a channel for a minute. Null: none is due, or the channel is disabled or paused. */
  claim(kind: ChannelKind): Promise<ClaimedDelivery | null> {
    return this.claimers[kind]();
  }

  /** True when the service accepted this message before and only storing that failed. */
  isAcknowledged(id: string): boolean {
    return this.acknowledged.has(id);
  }

  /** Stores the outcome of a message. Resolves when it is durable. */
  finish(kind: ChannelKind, ended: queries.EndedDelivery): Promise<void> {
    if (ended.outcome === 'sent') this.acknowledged.add(ended.id);
    return this.finishers[kind](ended);
  }

  private async claimBatch(kind: ChannelKind, lanes: number): Promise<readonly (ClaimedDelivery | null)[]> {
    const { runner, now } = this.deps;
    const taken = await queries.claimDeliveries(runner, kind, now().toISOString(), CLAIM_LEASE_S, lanes);
    const facts = taken.length === 0 ? [] : await this.addFacts(kind, taken);
    return Array.from({ length: lanes }, (_, at) => facts[at] ?? null);
  }

  /** Rights and switches may have changed since the messages were written, so they are read again. */
  private async addFacts(
    kind: ChannelKind,
    taken: readonly queries.DueDelivery[],
  ): Promise<readonly ClaimedDelivery[]> {
    const { runner, now } = this.deps;
    const ids = [...new Set(taken.flatMap(({ recipient }) => recipient ?? []))];
    // Read in parallel: under load each database round trip counts.
    const [recipients, known, settings] = await Promise.all([
      channels.readRecipientsById(runner, ids),
      channels.readChannels(runner),
      readPlantSettings(runner),
    ]);
    const mayTell = await loadRecipientRights(runner, recipients, now().getTime());
    const byId = new Map(recipients.map((row) => [row.id, row]));
    const channel = known.find((row) => row.kind === kind);
    return taken.map((delivery) => {
      const recipient = byId.get(delivery.recipient ?? 0) ?? null;
      return { delivery, recipient, mayNotify: recipient !== null && mayTell(recipient, delivery), channel, settings };
    });
  }

  private async storeOutcomes(kind: ChannelKind, ended: readonly queries.EndedDelivery[]): Promise<void> {
    const { runner, log, now } = this.deps;
    await queries.endDeliveries(runner, ended, now().toISOString());
    const sent = ended.filter(({ outcome }) => outcome === 'sent');
    for (const { id } of sent) this.acknowledged.delete(id);
    if (sent.length > 0 && (await channels.recordChannelSuccess(runner, kind, now().toISOString())))
      log.info('alert channel works again', { code: kind });
  }
}

const mapChannelKinds = <T>(make: (kind: ChannelKind) => T): Readonly<Record<ChannelKind, T>> =>
  // `CHANNEL_KINDS` contains every kind.
  Object.fromEntries(CHANNEL_KINDS.map((kind) => [kind, make(kind)])) as Record<ChannelKind, T>;
