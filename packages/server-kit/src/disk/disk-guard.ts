import { sep } from 'node:path';
import type { StorageVolume } from '@varco/contract/endpoint.ts';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import type { ServerMetric } from '../metrics/own-metrics.ts';
import { createBallast } from './ballast.ts';
import { computeDiskLimits, computeDiskState, type DiskLimits, type DiskState } from './disk-limits.ts';
import { createDiskMetrics, type VolumeFigures } from './disk-metrics.ts';
import { readLeastSpace } from './disk-space.ts';
import { findStorageFailure } from './storage-failure.ts';

const CHECK_MS = 2_000;
const TROUBLED_CHECK_MS = 500;
/**
 * A write that found no room closes its volume for this long, whatever the file system says: quotas, and databases on
 * another machine, cannot be measured.
 */
const FAILURE_HOLD_MS = 4_000;
const RETRY_AFTER_S = 5;

export interface DiskGuardOptions {
  /** Folders of each volume; a volume without folders is known only by the writes that fail on it. */
  readonly volumes: Readonly<Partial<Record<StorageVolume, readonly string[]>>>;
  /** Reserve in MB of 10^6 bytes; null: by the size of the volume. */
  readonly reserveMb: number | null;
  /** Path of the ballast on the volume `database`; null: none. */
  readonly ballastPath: string | null;
  readonly log: Log;
}

/**
 * Knows how much room is left and refuses in time what would use it up (ADR 0002). Its answers come from memory; a
 * timer measures.
 */
export interface DiskGuard {
  /** State of a volume; that of the worst when none is named. */
  state(volume?: StorageVolume): DiskState;
  /** Throws `insufficient_storage` when one of the volumes is below its reserve. */
  refuseGrowth(volumes: readonly StorageVolume[]): void;
  /** Tells the guard of an error: one of a full disk closes its volume at once. */
  note(error: unknown): void;
  /** Calls back when a volume becomes full; returns how to stop listening. */
  onFull(listener: () => void): () => void;
  readonly metrics: readonly ServerMetric[];
  /** Measures once, then repeatedly. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Volume {
  readonly name: StorageVolume;
  readonly folders: readonly string[];
  /** By the measured space. */
  measured: DiskState;
  /** Instant of the monotonic clock until which a failed write closes it. */
  closedUntil: number;
  /** Last state that was logged. */
  told: DiskState;
  space: VolumeFigures | null;
  limits: DiskLimits | null;
}

const RANK: Readonly<Record<DiskState, number>> = { ok: 0, low: 1, full: 2 };

export function createDiskGuard(options: DiskGuardOptions): DiskGuard {
  return new MeasuringDiskGuard(options);
}

class MeasuringDiskGuard implements DiskGuard {
  readonly metrics: readonly ServerMetric[];
  private readonly options: DiskGuardOptions;
  private readonly volumes: ReadonlyMap<StorageVolume, Volume>;
  private readonly ballast;
  private readonly listeners = new Set<() => void>();
  private readonly countRefused: (volume: string, state: string) => void;
  private checking: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;

  constructor(options: DiskGuardOptions) {
    this.options = options;
    const names: readonly StorageVolume[] = ['database', 'pictures', 'exports'];
    this.volumes = new Map(
      names.flatMap((name) => {
        const folders = options.volumes[name];
        return folders === undefined ? [] : [[name, createVolume(name, folders)] as const];
      }),
    );
    this.ballast = options.ballastPath === null ? null : createBallast(options.ballastPath);
    const { metrics, countRefused } = createDiskMetrics(() =>
      [...this.volumes.values()].map((one) => ({ name: one.name, state: RANK[getState(one)], space: one.space })),
    );
    this.metrics = metrics;
    this.countRefused = countRefused;
  }

  state(name?: StorageVolume): DiskState {
    if (name !== undefined) {
      const volume = this.volumes.get(name);
      return volume === undefined ? 'ok' : getState(volume);
    }
    let worst: DiskState = 'ok';
    for (const volume of this.volumes.values()) {
      const state = getState(volume);
      if (RANK[state] > RANK[worst]) worst = state;
    }
    return worst;
  }

  refuseGrowth(names: readonly StorageVolume[]): void {
    for (const name of names) {
      const state = this.state(name);
      if (state === 'ok') continue;
      this.countRefused(name, state);
      throw new AppError('insufficient_storage', { retryAfterS: RETRY_AFTER_S });
    }
  }

  note(error: unknown): void {
    const failure = findStorageFailure(error);
    if (failure === null) return;
    const database = this.volumes.get('database');
    const hit = failure.where === 'file' ? this.findVolumes(failure.path) : database === undefined ? [] : [database];
    for (const volume of hit) volume.closedUntil = performance.now() + FAILURE_HOLD_MS;
    this.tellChanges();
    void this.check();
  }

  onFull(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async start(): Promise<void> {
    await this.check();
    this.plan();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.checking;
  }

  /** A write through an open file does not say where it failed: measuring, which follows at once, shows which disk it is. */
  private findVolumes(path: string | null): readonly Volume[] {
    const isHere = (folder: string): boolean => path?.startsWith(folder + sep) === true;
    return [...this.volumes.values()].filter(({ folders }) => folders.some(isHere));
  }

  private plan(): void {
    if (this.isStopped) return;
    const pause = this.state() === 'ok' ? CHECK_MS : TROUBLED_CHECK_MS;
    this.timer = setTimeout(() => void this.check().then(() => this.plan()), pause);
    this.timer.unref();
  }

  private check(): Promise<void> {
    this.checking ??= this.measureAll().finally(() => {
      this.checking = null;
    });
    return this.checking;
  }

  private async measureAll(): Promise<void> {
    await Promise.all([...this.volumes.values()].map((volume) => measure(volume, this.options.reserveMb)));
    this.tellChanges();
    await this.trimBallast();
  }

  private tellChanges(): void {
    for (const volume of this.volumes.values()) {
      const state = getState(volume);
      if (state === volume.told) continue;
      volume.told = state;
      const fields = { code: volume.name, subCode: state };
      if (state === 'ok') this.options.log.info('disk has room again', fields);
      else if (state === 'low') this.options.log.warn('disk below its reserve', fields);
      else this.options.log.error('disk full', fields);
      if (state === 'full') for (const listener of this.listeners) listener();
    }
  }

  private async trimBallast(): Promise<void> {
    const volume = this.volumes.get('database');
    if (this.ballast === null || volume?.limits == null || volume.space === null) return;
    const { limits, space } = volume;
    // Only for room that is really missing: not for a quota or a fault that has passed.
    if (getState(volume) === 'full' && space.freeBytes < limits.lowBelow) await this.ballast.release();
    else if (getState(volume) === 'ok' && space.freeBytes > limits.okFrom + limits.ballast)
      await this.ballast.make(limits.ballast);
  }
}

const createVolume = (name: StorageVolume, folders: readonly string[]): Volume => ({
  ...{ name, folders, measured: 'ok', told: 'ok' },
  ...{ closedUntil: 0, space: null, limits: null },
});

const getState = ({ measured, closedUntil }: Volume): DiskState =>
  closedUntil > performance.now() ? 'full' : measured;

/** A volume that cannot be measured (unmounted, no permission) keeps its last state; failing writes still close it. */
async function measure(volume: Volume, reserveMb: number | null): Promise<void> {
  if (volume.folders.length === 0) return;
  const space = await readLeastSpace(volume.folders).catch(() => null);
  if (space === null) return;
  volume.space = space;
  volume.limits = computeDiskLimits(space.totalBytes, reserveMb);
  volume.measured = computeDiskState(volume.measured, space.freeBytes, volume.limits);
}
