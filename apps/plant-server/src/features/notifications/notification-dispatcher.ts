import { setTimeout as wait } from 'node:timers/promises';
import { CHANNEL_KINDS, type ChannelKind, DELIVERY_EXPIRY_MS } from '@varco/domain/alerts/deliveries.ts';
import { isInDomains } from '@varco/domain/portal/user-kind.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { Pool } from 'pg';
import type { Runner } from '../../database/sql-statement.ts';
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
  readonly alertMailDomains: readonly string[];
}

/** Messages of one channel sent at the same time. A recipient that does not respond blocks only one sender. */
const SENDERS_PER_CHANNEL = 8;
const IDLE_MS = 1_000;
/** Pause after messages were written: alerts that arrive meanwhile are written together. */
const COALESCE_MS = 100;

/** Wakes one waiting loop. A signal given before the wait is not lost. */
class WakeUpSignal {
  private wake: (() => void) | null = null;
  private isSignalled = false;

  notify(): void {
    this.isSignalled = true;
    this.wake?.();
  }

  async waitForSignal(signal: AbortSignal): Promise<void> {
    if (!this.isSignalled) {
      const rung = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      await Promise.race([rung, wait(IDLE_MS, undefined, { signal, ref: false }).catch(() => {})]);
    }
    this.wake = null;
    this.isSignalled = false;
  }
}

/**
 * Sends alert notifications outside the browser (ADR 0013). Writes the messages of new alerts to the outbox and sends them,
 * each channel independently, so that an unavailable service does not delay the others. Several processes may run it at the
 * same time.
 */
export class NotificationDispatcher {
  private readonly sendDeps: SendDeps;
  private readonly deps: NotificationDispatcherDeps;
  private readonly alertSignal = new WakeUpSignal();
  private readonly channelSignals: Readonly<Record<ChannelKind, WakeUpSignal>> = {
    mail: new WakeUpSignal(),
    push: new WakeUpSignal(),
    telegram: new WakeUpSignal(),
    tetra: new WakeUpSignal(),
  };
  /** Channels whose last send reached the service. */
  private readonly workingChannels = new Set<ChannelKind>();

  constructor(options: NotificationDispatcherDeps) {
    this.deps = options;
    this.sendDeps = { ...options, isMailAllowed: this.isMailAllowed, outbox: new Outbox(options) };
  }

  /** True when alerts may be mailed to this address (security rules, part 13). */
  readonly isMailAllowed = (address: string): boolean => isInDomains(address, this.deps.alertMailDomains);

  /** Called after alerts were published: wakes the loop that writes and sends their messages. */
  readonly onAlertsPublished = (): void => this.alertSignal.notify();

  /** Called after a channel or its recipients were changed: wakes all loops to process waiting messages. */
  readonly wakeAll = (): void => {
    this.alertSignal.notify();
    for (const kind of CHANNEL_KINDS) this.channelSignals[kind].notify();
  };

  /** Runs until the signal aborts: one loop that writes messages, one per channel that sends them. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.runLoop(this.alertSignal, signal, async () => {
        const channels = await this.writePending();
        for (const kind of channels) this.channelSignals[kind].notify();
        if (channels.size > 0) await wait(COALESCE_MS, undefined, { signal, ref: false }).catch(() => {});
      }),
      ...CHANNEL_KINDS.map((kind) => this.runChannel(kind, signal)),
    ]);
    this.sendDeps.channelContext.connections.close();
  }

  private async runLoop(bell: WakeUpSignal, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => this.deps.log.error('job failed', { error }));
      await bell.waitForSignal(signal);
    }
  }

  /**
   * Sends the due messages of one channel each time it is signalled. The loop does not wait for its senders, so a slow
   * recipient does not block the others.
   */
  private async runChannel(kind: ChannelKind, signal: AbortSignal): Promise<void> {
    const busy = new Set<Promise<unknown>>();
    await this.runLoop(this.channelSignals[kind], signal, async () => {
      // After a failure one message is sent alone first, so that an unavailable service gets one call instead of several.
      if (!this.workingChannels.has(kind) && !(await this.sendOne(kind, signal))) return;
      while (busy.size < SENDERS_PER_CHANNEL) {
        const sender = this.sendUntilEmpty(kind, signal).catch((error: unknown) =>
          this.deps.log.error('job failed', { error }),
        );
        busy.add(sender);
        void sender.then(() => busy.delete(sender));
      }
    });
    await Promise.all(busy);
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
