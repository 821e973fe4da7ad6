import { listen } from '@varco/server-kit/database/listen.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { StoredAlarm } from '@varco/domain/transits/transit-values.ts';
import type { Pool } from 'pg';
import { LIST_CHANNEL } from '../lists/lists.public.ts';
import { poolRunner } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readNewestAlertSeq, readPublishedAlerts, type AlertRow } from './alert.repository.ts';
import { ListReplica } from './list-replica.ts';
import type { ListMatcher } from './list-matcher.ts';
import type { RaisedAlert } from './raised-alert.ts';
import { ALERT_CHANNEL, publishAlerts } from './alert-publication.repository.ts';

const READ_PAGE_SIZE = 500;
/** Pause after published alerts could not be read. */
export const DELIVERY_RETRY_MS = 2_000;

/** Receives published alerts in the order of their sequence numbers. */
export type AlertListener = (rows: readonly AlertRow[]) => void;

/** What the lists add to a read; nothing where no entry matches. */
export interface ListMatch {
  readonly alarm?: StoredAlarm;
  readonly whitelisted?: boolean;
  readonly alerts?: readonly RaisedAlert[];
}

interface AlertDispatcherDeps {
  readonly pool: Pool;
  readonly now: () => Date;
  readonly log: Log;
  /** Called after alerts were published; sends the notifications that go outside the browser. */
  readonly onPublished: () => void;
}

/**
 * Alert handling of one process: matches reads against the lists, publishes new alerts, and delivers alerts published by
 * any process to local listeners.
 */
export class AlertDispatcher {
  readonly lists: ListReplica;
  private readonly deps: AlertDispatcherDeps;
  private readonly runner: Runner;
  private readonly listeners = new Set<AlertListener>();
  private readonly stopController = new AbortController();
  private lastSeenSeq = 0n;
  private startup: Promise<void> | null = null;
  private publishing: Promise<void> | null = null;
  private isPublishRequested = false;
  private delivering: Promise<void> | null = null;
  private hasUnreadNotification = false;
  private deliveryRetry: ReturnType<typeof setTimeout> | null = null;
  private alertSubscription: Promise<void> | null = null;
  private listSubscription: Promise<void> | null = null;

  constructor(deps: AlertDispatcherDeps) {
    this.deps = deps;
    this.runner = poolRunner(deps.pool);
    this.lists = new ListReplica(this.runner);
  }

  /** Adds the matching alerts, alarm value and whitelist flag to each read, using the lists as committed when this is called. */
  async matchLists<Read extends { readonly plate: string }>(
    reads: readonly Read[],
  ): Promise<readonly (Read & ListMatch)[]> {
    if (reads.length === 0) return reads;
    const matcher: ListMatcher = await this.lists.current();
    const nowMs = this.deps.now().getTime();
    return reads.map((newRead) => {
      // A pattern such as `*` must not match a passage without a plate.
      if (newRead.plate === '') return newRead;
      const { alerts, alarm, isWhitelisted } = matcher.match(newRead.plate, nowMs);
      if (alerts.length === 0 && !isWhitelisted) return newRead;
      return { ...newRead, alarm, whitelisted: isWhitelisted, ...(alerts.length === 0 ? {} : { alerts }) };
    });
  }

  /** Requests publication of new or changed alerts. Returns at once; the work runs in the background. */
  requestPublish(): void {
    this.isPublishRequested = true;
    this.publishing ??= this.publishRequested();
  }

  /** Publishes pending alerts. Resolves when all alerts raised before the call are published. */
  async publishPending(): Promise<void> {
    this.requestPublish();
    await this.publishing;
  }

  /** Starts loading list changes as they are committed, so that matching a read rarely has changes to load first. */
  watchLists(): void {
    const refresh = (): void => {
      this.lists.current().catch((error: unknown) => this.deps.log.error('list changes not read', { error }));
    };
    this.listSubscription ??= listen(this.deps.pool, LIST_CHANNEL, refresh, this.stopController.signal);
  }

  private async publishRequested(): Promise<void> {
    try {
      while (this.isPublishRequested && !this.stopController.signal.aborted) {
        this.isPublishRequested = false;
        if ((await publishAlerts(this.deps.pool)) > 0) this.deps.onPublished();
      }
    } catch (error) {
      // The alerts stay unpublished in the table; the next run of the job publishes them.
      this.deps.log.error('alerts not published', { error });
    } finally {
      this.publishing = null;
    }
  }

  /** Delivers every alert published from now on, until `stop` is called. */
  async subscribe(listener: AlertListener): Promise<{ stop(): void }> {
    this.startup ??= this.startListening();
    await this.startup;
    this.listeners.add(listener);
    return { stop: () => void this.listeners.delete(listener) };
  }

  /**
   * Reads the newest sequence number before it starts to listen: alerts published in between are delivered with the first
   * notification.
   */
  private async startListening(): Promise<void> {
    try {
      this.lastSeenSeq = await readNewestAlertSeq(this.runner);
      this.alertSubscription = listen(
        this.deps.pool,
        ALERT_CHANNEL,
        () => this.onNotification(),
        this.stopController.signal,
      );
    } catch (error) {
      this.startup = null;
      throw error;
    }
  }

  private onNotification(): void {
    this.hasUnreadNotification = true;
    this.delivering ??= this.deliverRequested();
  }

  private async deliverRequested(): Promise<void> {
    try {
      while (this.hasUnreadNotification && !this.stopController.signal.aborted) {
        this.hasUnreadNotification = false;
        await this.deliverNew();
      }
    } catch (error) {
      this.deps.log.error('published alerts not read', { error });
      this.retryDelivery();
    } finally {
      this.delivering = null;
    }
  }

  /** Open streams look alive meanwhile, and the next notification may be hours away. */
  private retryDelivery(): void {
    if (this.stopController.signal.aborted) return;
    this.deliveryRetry ??= setTimeout(() => {
      this.deliveryRetry = null;
      this.onNotification();
    }, DELIVERY_RETRY_MS);
  }

  private async deliverNew(): Promise<void> {
    for (;;) {
      const rows = await readPublishedAlerts(this.runner, this.lastSeenSeq, READ_PAGE_SIZE);
      const last = rows.at(-1)?.seq ?? null;
      if (last === null) return;
      this.lastSeenSeq = BigInt(last);
      for (const listener of this.listeners) listener(rows);
      if (rows.length < READ_PAGE_SIZE) return;
    }
  }

  async stop(): Promise<void> {
    this.stopController.abort();
    if (this.deliveryRetry !== null) clearTimeout(this.deliveryRetry);
    await Promise.allSettled([this.publishing, this.delivering, this.alertSubscription, this.listSubscription]);
  }
}
