import type { Rng } from '@varco/sim/random.ts';
import type { AlertRow } from '../../../apps/plant-server/src/features/alerts/alert.repository.ts';
import type { ExportJob } from '../../../apps/plant-server/src/features/exports/export-jobs.repository.ts';
import type { LookUpRow } from '../../../apps/plant-server/src/features/look-ups/look-up.repository.ts';
import type { ExportRow, PartRow } from '../../../apps/portal-server/src/features/exports/exports.repository.ts';
import type { ListRow } from '../../../apps/plant-server/src/features/lists/list-feed.repository.ts';
import type { PlantUser } from '../../../apps/plant-server/src/auth/plant-user.repository.ts';
import type { Scheduler, SimNode } from '../engine/scheduler.ts';

/** A stored transit, with what the simulator asks about it. */
export interface StoredTransit {
  readonly id: bigint;
  readonly gate: number;
  readonly plate: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly alarm: number;
}

export interface WitnessedRow {
  readonly origin: string;
  readonly owner: string;
  readonly vkeys: readonly string[];
  readonly size: number;
  readonly root: Buffer | null;
  readonly note: string | null;
  readonly refusedCode: string | null;
}

export interface LogWitnessRow {
  readonly name: string;
  readonly vkey: string;
  readonly url: string;
  readonly origin: string;
  readonly heldSize: number;
  readonly refusedCode: string | null;
}

/** The job of an export at a plant, with the worker that holds it. */
export interface PlantExportRow extends ExportJob {
  readonly lease: string | null;
}

/** Rows are replaced, never changed, so that a copy of the maps is a snapshot. */
export interface Tables {
  transits: Map<string, StoredTransit>;
  transitIds: Set<string>;
  alerts: Map<string, AlertRow>;
  alertSeq: bigint;
  codes: Map<string, number>;
  lists: Map<number, ListRow>;
  lookUps: Map<string, LookUpRow>;
  users: Map<string, PlantUser>;
  endedSessions: Set<string>;
  leaves: readonly Buffer[];
  checkpoint: { readonly origin: string; readonly size: number; readonly note: string } | null;
  cosignatures: Map<string, { readonly size: number; readonly witness: string; readonly line: string }>;
  witnessed: Map<string, WitnessedRow>;
  logWitnesses: Map<string, LogWitnessRow>;
  exports: Map<string, ExportRow>;
  exportParts: Map<string, PartRow>;
  plantExports: Map<string, PlantExportRow>;
  /** Exports whose job the queue will not run again. */
  doneExports: Set<string>;
}

const EMPTY = (): Tables => ({
  transits: new Map(),
  transitIds: new Set(),
  alerts: new Map(),
  alertSeq: 0n,
  codes: new Map(),
  lists: new Map(),
  lookUps: new Map(),
  users: new Map(),
  endedSessions: new Set(),
  leaves: [],
  checkpoint: null,
  cosignatures: new Map(),
  witnessed: new Map(),
  logWitnesses: new Map(),
  exports: new Map(),
  exportParts: new Map(),
  plantExports: new Map(),
  doneExports: new Set(),
});

/** How slow and how unreliable the disk of a node is now. */
export interface DiskState {
  readonly minMs: number;
  readonly maxMs: number;
  /** Share of statements whose connection breaks, before or after they took effect. */
  readonly loss: number;
}

/** The durable part of a server: it survives crashes, and each access takes time, during which the process may die. */
export class SimDatabase {
  tables: Tables = EMPTY();
  readonly node: SimNode;
  readonly scheduler: Scheduler;
  readonly random: Rng;
  /** Statements outside of transactions change rows that transactions lock, and wait for them. */
  hasRowLocks = false;
  /** Called after each change of a database with locks. */
  onChange: () => void = () => undefined;
  readonly #diskOf: (node: string) => DiskState;
  readonly #listeners = new Set<{ readonly channel: string; readonly hear: () => void; readonly end: () => void }>();
  #lock: Promise<void> = Promise.resolve();
  /** What the open transaction writes when it commits; null: none is open. */
  #deferred: (() => void)[] | null = null;

  constructor(node: SimNode, scheduler: Scheduler, random: Rng, diskOf: (node: string) => DiskState) {
    this.node = node;
    this.scheduler = scheduler;
    this.random = random;
    this.#diskOf = diskOf;
  }

  /** Runs `apply` after the time the disk takes; the answer takes time again, so that a crash may come in between. */
  async access<T>(apply: () => T): Promise<T> {
    const { loss } = this.#diskOf(this.node.name);
    const isBroken = this.random.chance(loss);
    const isApplied = !isBroken || this.random.chance(0.5);
    await this.#wait();
    if (!isApplied) throw connectionLost();
    const result = apply();
    await this.#wait();
    if (isBroken) throw connectionLost();
    return result;
  }

  /** Begins a transaction; others wait. The result ends it; without a commit its changes are dropped. */
  async begin(): Promise<() => void> {
    const before = this.#lock;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lock = promise;
    await before;
    this.#deferred = [];
    return () => {
      this.#deferred = null;
      resolve();
    };
  }

  /** Makes a statement outside of transactions wait for the open one, as one that changes the same rows does. */
  async accessAlone<T>(apply: () => T): Promise<T> {
    const finish = await this.begin();
    try {
      return await this.access(() => {
        const result = apply();
        this.commit();
        return result;
      });
    } finally {
      finish();
    }
  }

  /** Makes a change now, or with the commit of the open transaction, before which nobody else sees it. */
  write(change: () => void): void {
    if (this.#deferred === null) change();
    else this.#deferred.push(change);
  }

  commit(): void {
    const changes = this.#deferred ?? [];
    this.#deferred = null;
    for (const change of changes) change();
    if (changes.length > 0) this.onChange();
  }

  rollback(): void {
    this.#deferred = null;
  }

  /** The process is gone: its transaction is rolled back and its connections are closed. */
  crash(): void {
    this.rollback();
    this.#lock = Promise.resolve();
    this.#listeners.clear();
  }

  listen(channel: string, hear: () => void, end: () => void): () => void {
    const listener = { channel, hear, end };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  notify(channel: string): void {
    for (const listener of this.#listeners)
      if (listener.channel === channel)
        this.scheduler.after(1 + this.random.int(30), this.node, 'notify', () => {
          // A notification is lost with its connection.
          if (this.#listeners.has(listener)) listener.hear();
        });
  }

  /** The connections that listen break; what is notified until they are back is not heard. */
  dropListeners(): void {
    for (const { end } of this.#listeners) end();
    this.#listeners.clear();
  }

  #wait(): Promise<void> {
    const { minMs, maxMs } = this.#diskOf(this.node.name);
    const ms = minMs + (maxMs - minMs) * this.random.next() ** 4;
    return new Promise((resolve) => void this.scheduler.after(ms, this.node, 'disk', () => resolve()));
  }
}

const connectionLost = (): Error => Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' });
