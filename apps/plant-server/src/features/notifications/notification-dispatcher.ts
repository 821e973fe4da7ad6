import { setTimeout as wait } from 'node:timers/promises';
import { CHANNEL_KINDS, type ChannelKind, DELIVERY_EXPIRY_MS } from '@varco/domain/alerts/deliveries.ts';
import { isInDomains } from '@varco/domain/portal/user-kind.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { Loop } from '@varco/server-kit/jobs/tasks.ts';
import { WakeSignal } from '@varco/server-kit/jobs/wake-signal.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { Pool } from 'pg';
import type { Runner } from '../../database/sql-statement.ts';
import type { PlantLimitsCache } from '../../settings/plant-limits.ts';
import { giveUpOldDeliveries } from './delivery.repository.ts';
import { Outbox } from './outbox.ts';
import { type SendDeps, sendNextDelivery } from './send-delivery.ts';
import { writeDeliveries } from './write-deliveries.ts';

export interface NotificationDispatcherDeps extends Omit<SendDeps, 'outbox' | 'isMailAllowed'> {
  readonly pool: Pool;
  readonly runner: Runner;
  readonly auditSink: AuditSink;
  readonly log: Log;
  readonly now: () => Date;
  readonly limits: Pick<PlantLimitsCache, 'current'>;
}

/** Messages of one channel sent at the same time. A recipient that does not respond blocks only one sender. */
const SENDERS_PER_CHANNEL = 8;
const IDLE_MS = 1_000;
/** Pause after messages were written: alerts that arrive meanwhile are written together. */
const COALESCE_MS = 100;

interface ChannelSenders {
  readonly running: Set<Promise<unknown>>;
  readonly failures: { readonly error: unknown }[];
}

/**
 * Sends alert notifications outside the browser (ADR 0012). Writes the messages of new alerts to the outbox and sends them,
 * each channel independently, so that an unavailable service does not delay the others. Several processes may run it at the
 * same time.
 */
export class NotificationDispatcher {
  private readonly sendDeps: SendDeps;
  private readonly deps: NotificationDispatcherDeps;
  private readonly alertSignal = new WakeSignal();
  private readonly channelSignals: Readonly<Record<ChannelKind, WakeSignal>> = {
    mail: new WakeSignal(),
    push: new WakeSignal(),
    telegram: new WakeSignal(),
    tetra: new WakeSignal(),
  };
  private readonly senders: Readonly<Record<ChannelKind, ChannelSenders>> = {
    mail: { running: new Set(), failures: [] },
    push: { running: new Set(), failures: [] },
    telegram: { running: new Set(), failures: [] },
    tetra: { running: new Set(), failures: [] },
  };
  /** Channels whose last send reached the service. */
  private readonly workingChannels = new Set<ChannelKind>();

  constructor(options: NotificationDispatcherDeps) {
    this.deps = options;
    this.sendDeps = { ...options, isMailAllowed: this.isMailAllowed, outbox: new Outbox(options) };
  }

  /** True when alerts may be mailed to this address (security rules, part 13). */
  readonly isMailAllowed = (address: string): boolean =>
    isInDomains(address, this.deps.limits.current().alert_mail_domains);

  /** Called after alerts were published: wakes the loop that writes and sends their messages. */
  readonly onAlertsPublished = (): void => this.alertSignal.notify();

  /** Called after a channel or its recipients were changed: wakes all loops to process waiting messages. */
  readonly wakeAll = (): void => {
    this.alertSignal.notify();
    for (const kind of CHANNEL_KINDS) this.channelSignals[kind].notify();
  };

  /** One loop that writes messages, and one for each channel that sends them. `stop` must be called after they ended. */
  readonly loops = (): readonly Loop[] => [
    {
      name: 'alerts.write-messages',
      everyMs: IDLE_MS,
      wake: this.alertSignal,
      run: async (signal) => {
        const channels = await this.writePending();
        for (const kind of channels) this.channelSignals[kind].notify();
        if (channels.size > 0) await wait(COALESCE_MS, undefined, { signal, ref: false }).catch(() => {});
      },
    },
    ...CHANNEL_KINDS.map((kind) => ({
      name: `alerts.send-${kind}`,
      everyMs: IDLE_MS,
      wake: this.channelSignals[kind],
      run: (signal: AbortSignal) => this.startSenders(kind, signal),
    })),
  ];

  /** Waits for the senders and closes the connections of the channels. */
  async stop(): Promise<void> {
    await Promise.all(CHANNEL_KINDS.flatMap((kind) => [...this.senders[kind].running]));
    this.sendDeps.channelContext.connections.close();
  }

  /**
   * Starts senders for the due messages of one channel and does not wait for them, so that a slow recipient does not block
   * the others. Throws what a sender failed with since the last run.
   */
  private async startSenders(kind: ChannelKind, signal: AbortSignal): Promise<void> {
    const senders = this.senders[kind];
    const failure = senders.failures.splice(0).at(0);
    if (failure !== undefined) throw failure.error;
    // After a failure one message is sent alone first, so that an unavailable service gets one call instead of several.
    if (!this.workingChannels.has(kind) && !(await this.sendOne(kind, signal))) return;
    while (senders.running.size < SENDERS_PER_CHANNEL) {
      const sender = this.sendUntilEmpty(kind, signal).catch((error: unknown) => senders.failures.push({ error }));
      senders.running.add(sender);
      void sender.then(() => senders.running.delete(sender));
    }
  }

  /** Sends messages one after the other until none is due. Returns the number of attempts. */
  private async sendUntilEmpty(kind: ChannelKind, signal: AbortSignal): Promise<number> {
    let tried = 0;
    while (!signal.aborted && (await this.sendOne(kind, signal))) tried += 1;
    return tried;
  }

  /** Sends the next due message. False: none is due, or the service is unavailable. */
  private async sendOne(kind: ChannelKind, signal: AbortSignal): Promise<boolean> {
    const result = await sendNextDelivery(kind, this.sendDeps, signal);
    if (result === 'down') this.workingChannels.delete(kind);
    else if (result === 'done') this.workingChannels.add(kind);
    return result === 'done';
  }

  /** Writes the messages of pending alerts to the outbox. Returns the channels that have something to send. */
  writePending(): Promise<ReadonlySet<ChannelKind>> {
    return writeDeliveries({ ...this.deps, isMailAllowed: this.isMailAllowed });
  }

  /** Sends all due messages of one channel. Returns the number of attempts. */
  async sendDue(kind: ChannelKind, signal: AbortSignal): Promise<number> {
    if (!(await this.sendOne(kind, signal))) return 0;
    const tried = await Promise.all(
      Array.from({ length: SENDERS_PER_CHANNEL }, () => this.sendUntilEmpty(kind, signal)),
    );
    return tried.reduce((sum, one) => sum + one, 1);
  }

  /** Writes all pending messages and tries each due one once. For tests and shutdown. */
  async flush(signal = new AbortController().signal): Promise<void> {
    await this.writePending();
    await Promise.all(CHANNEL_KINDS.map((kind) => this.sendDue(kind, signal)));
  }

  /** Gives up messages too old to be useful. */
  async expireOldMessages(): Promise<void> {
    const { runner, now, log } = this.deps;
    const nowMs = now().getTime();
    const expired = await giveUpOldDeliveries(
      runner,
      new Date(nowMs - DELIVERY_EXPIRY_MS).toISOString(),
      new Date(nowMs).toISOString(),
    );
    for (const { channel } of expired) log.error('alert message given up', { code: channel });
  }
}
