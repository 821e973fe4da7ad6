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

/** Messages of one channel that are on their way at once: a recipient that does not answer holds one of them. */
const LANES = 8;
const IDLE_MS = 1_000;
/** After messages were written: what a storm brings in this time is written as one. */
const REST_MS = 100;

/** One word for whoever waits; a word that came before the waiting counts. */
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
 * Channels of alerts outside of the browser (ADR 0082): writes the messages of alerts into the outbox and sends them, each channel by
 * itself, so that one whose service is away delays no other. Any number of processes share the work.
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
  /** Channels whose service answered when it was asked last. */
  private readonly working = new Set<ChannelKind>();

  constructor(needs: ChannelDeskNeeds) {
    this.desk = needs;
    this.needs = { ...needs, isMailAllowed: this.isMailAllowed, outbox: new Outbox(needs) };
  }

  /** True for an address that alerts may be mailed to (security rules, part 13). */
  readonly isMailAllowed = (address: string): boolean => isInDomains(address, this.desk.alertMailDomains);

  /** Alerts were told: their messages are written and sent now, behind the caller. */
  readonly told = (): void => this.written.word();

  /** A channel was mended, or its recipients were changed: what waits is looked at now, behind the caller. */
  readonly kick = (): void => {
    this.written.word();
    for (const kind of CHANNEL_KINDS) this.due[kind].word();
  };

  /** Writes and sends until the signal; each channel on its own. */
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
      await work().catch((error: unknown) => this.desk.log.error('chore failed', { error }));
      await bell.heard(signal);
    }
  }

  /** Sends what is due whenever there is a word. A lane that waits for its recipient is no reason for the others to wait. */
  private async serve(kind: ChannelKind, signal: AbortSignal): Promise<void> {
    const busy = new Set<Promise<unknown>>();
    await this.loop(this.due[kind], signal, async () => {
      // One goes ahead: a service that is still away is asked once, not by all.
      if (!this.working.has(kind) && !(await this.next(kind, signal))) return;
      while (busy.size < LANES) {
        const lane = this.lane(kind, signal).catch((error: unknown) => this.desk.log.error('chore failed', { error }));
        busy.add(lane);
        void lane.then(() => busy.delete(lane));
      }
    });
    await Promise.all(busy);
  }

  /** Sends one message after the other until none is due. Returns how many were tried. */
  private async lane(kind: ChannelKind, signal: AbortSignal): Promise<number> {
    let tried = 0;
    while (!signal.aborted && (await this.next(kind, signal))) tried += 1;
    return tried;
  }

  /** Tries the next message. False: none is due, or the service cannot be used now. */
  private async next(kind: ChannelKind, signal: AbortSignal): Promise<boolean> {
    const came = await sendNext(kind, this.needs, signal);
    if (came === 'down') this.working.delete(kind);
    else if (came === 'done') this.working.add(kind);
    return came === 'done';
  }

  /** Writes the messages of alerts that wait. Returns the channels that have something to send. */
  write(): Promise<ReadonlySet<ChannelKind>> {
    return writeDeliveries({ ...this.desk, isMailAllowed: this.isMailAllowed });
  }

  /** Sends what one channel has to send now. Returns how many messages were tried. */
  async send(kind: ChannelKind, signal: AbortSignal): Promise<number> {
    if (!(await this.next(kind, signal))) return 0;
    const tried = await Promise.all(Array.from({ length: LANES }, () => this.lane(kind, signal)));
    return tried.reduce((sum, one) => sum + one, 1);
  }

  /** Everything that is due now, written and tried once. */
  async settled(signal = new AbortController().signal): Promise<void> {
    await this.write();
    await Promise.all(CHANNEL_KINDS.map((kind) => this.send(kind, signal)));
  }

  /** Gives up what is no news any more. */
  async giveUpOld(): Promise<void> {
    const { runner, now, log } = this.desk;
    const nowMs = now().getTime();
    const given = await giveUpOld(runner, new Date(nowMs - NEWS_MS).toISOString(), new Date(nowMs).toISOString());
    for (const { channel } of given) log.error('alert message given up', { code: channel });
  }
}
