import { setTimeout as wait } from 'node:timers/promises';
import { CHANNEL_KINDS, type ChannelKind, NEWS_MS } from '@varco/domain/alerts/deliveries.ts';
import { isInDomains } from '@varco/domain/portal/user-kind.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { Pool } from 'pg';
import type { Runner } from '../../database/statement.ts';
import { giveUpOld } from './delivery.queries.ts';
import { Outbox } from './outbox.ts';
import { type SendNeeds, sendNext } from './send-delivery.ts';
import { writeDeliveries } from './write-deliveries.ts';

export interface ChannelDeskNeeds extends Omit<SendNeeds, 'outbox' | 'isMailAllowed'> {
  readonly pool: Pool;
  readonly runner: Runner;
  readonly auditSink: AuditSink;
  readonly log: Log;
  readonly now: () => Date;
  readonly alertMailDomains: readonly string[];
}

/** Messages of one channel sent at the same time. A recipient that does not respond blocks only one sender. */
const LANES = 8;
const IDLE_MS = 1_000;
/** Pause after messages were written: alerts that arrive meanwhile are written together. */
const REST_MS = 100;

/** Wakes one waiting loop. A signal given before the wait is not lost. */
class Bell {
  private ring: (() => void) | null = null;
  private hasRung = false;

  word(): void {
    this.hasRung = true;
    this.ring?.();
  }

  async heard(signal: AbortSignal): Promise<void> {
    if (!this.hasRung) {
      const rung = new Promise<void>((resolve) => {
        this.ring = resolve;
      });
      await Promise.race([rung, wait(IDLE_MS, undefined, { signal, ref: false }).catch(() => {})]);
    }
    this.ring = null;
    this.hasRung = false;
  }
}

/**
 * Sends alert notifications outside the browser (ADR 0082). Writes the messages of new alerts to the outbox and sends them,
 * each channel independently, so that an unavailable service does not delay the others. Several processes may run it at the
 * same time.
 */
export class ChannelDesk {
  private readonly needs: SendNeeds;
  private readonly desk: ChannelDeskNeeds;
  private readonly written = new Bell();
  private readonly due: Readonly<Record<ChannelKind, Bell>> = {
    mail: new Bell(),
    push: new Bell(),
    telegram: new Bell(),
    tetra: new Bell(),
  };
  /** Channels whose last send reached the service. */
  private readonly working = new Set<ChannelKind>();

  constructor(options: ChannelDeskNeeds) {
    this.desk = options;
    this.needs = { ...options, isMailAllowed: this.isMailAllowed, outbox: new Outbox(options) };
  }

  /** True when alerts may be mailed to this address (security rules, part 13). */
  readonly isMailAllowed = (address: string): boolean => isInDomains(address, this.desk.alertMailDomains);

  /** Called after alerts were published: wakes the loop that writes and sends their messages. */
  readonly told = (): void => this.written.word();

  /** Called after a channel or its recipients were changed: wakes all loops to process waiting messages. */
  readonly kick = (): void => {
    this.written.word();
    for (const kind of CHANNEL_KINDS) this.due[kind].word();
  };

  /** Runs until the signal aborts: one loop that writes messages, one per channel that sends them. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.loop(this.written, signal, async () => {
        const channels = await this.write();
        for (const kind of channels) this.due[kind].word();
        if (channels.size > 0) await wait(REST_MS, undefined, { signal, ref: false }).catch(() => {});
      }),
      ...CHANNEL_KINDS.map((kind) => this.serve(kind, signal)),
    ]);
    this.needs.around.connections.close();
  }

  private async loop(bell: Bell, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => this.desk.log.error('job failed', { error }));
      await bell.heard(signal);
    }
  }

  /**
   * Sends the due messages of one channel each time it is signalled. The loop does not wait for its senders, so a slow
   * recipient does not block the others.
   */
  private async serve(kind: ChannelKind, signal: AbortSignal): Promise<void> {
    const busy = new Set<Promise<unknown>>();
    await this.loop(this.due[kind], signal, async () => {
      // After a failure one message is sent alone first, so that an unavailable service gets one call instead of several.
      if (!this.working.has(kind) && !(await this.next(kind, signal))) return;
      while (busy.size < LANES) {
        const sender = this.lane(kind, signal).catch((error: unknown) => this.desk.log.error('job failed', { error }));
        busy.add(sender);
        void sender.then(() => busy.delete(sender));
      }
    });
    await Promise.all(busy);
  }

  /** Sends messages one after the other until none is due. Returns the number of attempts. */
  private async lane(kind: ChannelKind, signal: AbortSignal): Promise<number> {
    let tried = 0;
    while (!signal.aborted && (await this.next(kind, signal))) tried += 1;
    return tried;
  }

  /** Sends the next due message. False: none is due, or the service is unavailable. */
  private async next(kind: ChannelKind, signal: AbortSignal): Promise<boolean> {
    const result = await sendNext(kind, this.needs, signal);
    if (result === 'down') this.working.delete(kind);
    else if (result === 'done') this.working.add(kind);
    return result === 'done';
  }

  /** Writes the messages of pending alerts to the outbox. Returns the channels that have something to send. */
  write(): Promise<ReadonlySet<ChannelKind>> {
    return writeDeliveries({ ...this.desk, isMailAllowed: this.isMailAllowed });
  }

  /** Sends all due messages of one channel. Returns the number of attempts. */
  async send(kind: ChannelKind, signal: AbortSignal): Promise<number> {
    if (!(await this.next(kind, signal))) return 0;
    const tried = await Promise.all(Array.from({ length: LANES }, () => this.lane(kind, signal)));
    return tried.reduce((sum, one) => sum + one, 1);
  }

  /** Writes all pending messages and tries each due one once. For tests and shutdown. */
  async settled(signal = new AbortController().signal): Promise<void> {
    await this.write();
    await Promise.all(CHANNEL_KINDS.map((kind) => this.send(kind, signal)));
  }

  /** Gives up messages too old to be useful. */
  async giveUpOld(): Promise<void> {
    const { runner, now, log } = this.desk;
    const nowMs = now().getTime();
    const expired = await giveUpOld(runner, new Date(nowMs - NEWS_MS).toISOString(), new Date(nowMs).toISOString());
    for (const { channel } of expired) log.error('alert message given up', { code: channel });
  }
}
