import { listen } from '@varco/server-kit/database/listen.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { StoredAlarm } from '@varco/domain/transits/transit-values.ts';
import type { Pool } from 'pg';
import { LIST_CHANNEL } from '../lists/lists.public.ts';
import { poolRunner } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/statement.ts';
import { newestSeq, readTold, type AlertRow } from './alert.queries.ts';
import { FollowedLists } from './followed-lists.ts';
import type { ListMatcher } from './list-matcher.ts';
import type { RaisedAlert } from './raised-alert.ts';
import { ALERT_CHANNEL, tellAlerts } from './tell-alerts.ts';

const PAGE = 500;

/** Receives published alerts in the order of their sequence numbers. */
export type AlertListener = (rows: readonly AlertRow[]) => void;

/** What the lists add to a read; nothing where no entry matches. */
export interface ListMatch {
  readonly alarm?: StoredAlarm;
  readonly whitelisted?: boolean;
  readonly alerts?: readonly RaisedAlert[];
}

interface DeskNeeds {
  readonly pool: Pool;
  readonly now: () => Date;
  readonly log: Log;
  /** Called after alerts were published; sends the notifications that go outside the browser. */
  readonly onTold: () => void;
}

/**
 * Alert handling of one process: matches reads against the lists, publishes new alerts, and delivers alerts published by
 * any process to local listeners.
 */
export class AlertDesk {
  readonly lists: FollowedLists;
  private readonly needs: DeskNeeds;
  private readonly runner: Runner;
  private readonly listeners = new Set<AlertListener>();
  private readonly ending = new AbortController();
  private seen = 0n;
  private beginning: Promise<void> | null = null;
  private telling: Promise<void> | null = null;
  private isAskedAgain = false;
  private reading: Promise<void> | null = null;
  private isWordNew = false;
  private listening: Promise<void> | null = null;
  private following: Promise<void> | null = null;

  constructor(needs: DeskNeeds) {
    this.needs = needs;
    this.runner = poolRunner(needs.pool);
    this.lists = new FollowedLists(this.runner);
  }

  /** Adds the matching alerts, alarm value and whitelist flag to each read, using the lists as committed when this is called. */
  async against<Read extends { readonly plate: string }>(
    reads: readonly Read[],
  ): Promise<readonly (Read & ListMatch)[]> {
    if (reads.length === 0) return reads;
    const matcher: ListMatcher = await this.lists.current();
    const nowMs = this.needs.now().getTime();
    return reads.map((newRead) => {
      const { alerts, alarm, isWhitelisted } = matcher.match(newRead.plate, nowMs);
      if (alerts.length === 0 && !isWhitelisted) return newRead;
      return { ...newRead, alarm, whitelisted: isWhitelisted, ...(alerts.length === 0 ? {} : { alerts }) };
    });
  }

  /** Requests publication of new or changed alerts. Returns at once; the work runs in the background. */
  kick(): void {
    this.isAskedAgain = true;
    this.telling ??= this.tell();
  }

  /** Publishes pending alerts. Resolves when all alerts raised before the call are published. */
  async settled(): Promise<void> {
    this.kick();
    await this.telling;
  }

  /** Starts loading list changes as they are committed, so that matching a read rarely has changes to load first. */
  follow(): void {
    const refresh = (): void => {
      this.lists.current().catch((error: unknown) => this.needs.log.error('list changes not read', { error }));
    };
    this.following ??= listen(this.needs.pool, LIST_CHANNEL, refresh, this.ending.signal);
  }

  private async tell(): Promise<void> {
    try {
      while (this.isAskedAgain && !this.ending.signal.aborted) {
        this.isAskedAgain = false;
        if ((await tellAlerts(this.needs.pool)) > 0) this.needs.onTold();
      }
    } catch (error) {
      // The alerts stay unpublished in the table; the next run of the job publishes them.
      this.needs.log.error('alerts not published', { error });
    } finally {
      this.telling = null;
    }
  }

  /** Delivers every alert published from now on, until `stop` is called. */
  async subscribe(listener: AlertListener): Promise<{ stop(): void }> {
    this.beginning ??= this.begin();
    await this.beginning;
    this.listeners.add(listener);
    return { stop: () => void this.listeners.delete(listener) };
  }

  /**
   * Reads the newest sequence number before it starts to listen: alerts published in between are delivered with the first
   * notification.
   */
  private async begin(): Promise<void> {
    try {
      this.seen = await newestSeq(this.runner);
      this.listening = listen(this.needs.pool, ALERT_CHANNEL, () => this.onWord(), this.ending.signal);
    } catch (error) {
      this.beginning = null;
      throw error;
    }
  }

  private onWord(): void {
    this.isWordNew = true;
    this.reading ??= this.read();
  }

  private async read(): Promise<void> {
    try {
      while (this.isWordNew && !this.ending.signal.aborted) {
        this.isWordNew = false;
        await this.readNew();
      }
    } catch (error) {
      this.needs.log.error('published alerts not read', { error });
    } finally {
      this.reading = null;
    }
  }

  private async readNew(): Promise<void> {
    for (;;) {
      const rows = await readTold(this.runner, this.seen, PAGE);
      const last = rows.at(-1)?.seq ?? null;
      if (last === null) return;
      this.seen = BigInt(last);
      for (const listener of this.listeners) listener(rows);
      if (rows.length < PAGE) return;
    }
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await Promise.allSettled([this.telling, this.reading, this.listening, this.following]);
  }
}
