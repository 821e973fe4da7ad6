import { setTimeout as wait } from 'node:timers/promises';
import { CHANNEL_KINDS, type ChannelKind, NEWS_MS } from '@varco/domain/alerts/deliveries.ts';
import { isInDomains } from '@varco/domain/portal/user-kind.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { Pool } from 'pg';
import type { Runner } from '../store/statement.ts';
import { giveUpOld } from './delivery.queries.ts';
import { type SendNeeds, sendNext } from './send-delivery.ts';
import { writeDeliveries } from './write-deliveries.ts';

export interface ChannelDeskNeeds extends Omit<SendNeeds, 'acknowledged' | 'isMailAllowed'> {
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

  constructor(needs: ChannelDeskNeeds) {
    this.desk = needs;
    this.needs = { ...needs, isMailAllowed: this.isMailAllowed, acknowledged: new Set() };
  }

  /** True for an address that alerts may be mailed to (security rules, part 13). */
  readonly isMailAllowed = (address: string): boolean => isInDomains(address, this.desk.alertMailDomains);

  /** Alerts were told, or a channel was mended: looked at now, behind the caller. */
  readonly kick = (): void => {
    this.written.word();
    this.wake();
  };

  private wake(): void {
    for (const kind of CHANNEL_KINDS) this.due[kind].word();
  }

  /** Writes and sends until the signal; each channel on its own. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.loop(this.written, signal, async () => {
        if ((await this.write()) > 0) this.wake();
      }),
      ...CHANNEL_KINDS.map((kind) => this.loop(this.due[kind], signal, () => this.send(kind, signal))),
    ]);
  }

  private async loop(bell: Bell, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => this.desk.log.error('chore failed', { error }));
      await bell.heard(signal);
    }
  }

  /** Writes the messages of alerts that wait. Returns how many alerts were looked at. */
  write(): Promise<number> {
    return writeDeliveries({ ...this.desk, isMailAllowed: this.isMailAllowed });
  }

  /** Sends what one channel has to send now. Returns how many messages were tried. */
  async send(kind: ChannelKind, signal: AbortSignal): Promise<number> {
    // One goes ahead: a service that is still away is asked once, not by all.
    if ((await sendNext(kind, this.needs, signal)) !== 'done') return 0;
    const lane = async (): Promise<number> => {
      let tried = 0;
      while (!signal.aborted && (await sendNext(kind, this.needs, signal)) === 'done') tried += 1;
      return tried;
    };
    const tried = await Promise.all(Array.from({ length: LANES }, lane));
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
