import { pushExport } from '@varco/contract/plant/exports.ts';
import type { SigningKey } from '@varco/server-kit/auth/signing-key.ts';
import type { ServerKey } from '../../../apps/plant-server/src/auth/server-key.ts';
import type { PlantStore } from '../../../apps/plant-server/src/context/open-store.ts';
import { BUILD_EXPORT } from '../../../apps/plant-server/src/features/exports/build-job.ts';
import { createExportHandler } from '../../../apps/plant-server/src/features/exports/export-worker.ts';
import {
  cancelExportJob,
  startDelegatedJob,
} from '../../../apps/plant-server/src/features/exports/export-jobs.repository.ts';
import { toExportPart } from '../../../apps/plant-server/src/features/exports/exports.view.ts';
import type { ExportDeps } from '../../../apps/plant-server/src/features/exports/process/export-deps.ts';
import { SegmentStore } from '../../../apps/plant-server/src/features/exports/segment-store.ts';
import type { PlantExportRow, SimDatabase } from '../database/sim-database.ts';
import type { SimRequest, SimResponse } from '../engine/messages.ts';
import type { World } from '../world.ts';
import { ok, refuse } from './responses.ts';
import { SILENT_LOG } from './silent-log.ts';

const FOLDER = '/exports';
const CHECK_MS = 1_000;
/** How long a plant lets a portal begin an export, as its tokens say. */
const DELEGATION_MS = 2 * 3_600_000;
/** Share of the checks at which a queue that has not heard of a worker hands its job to another one. */
const TWICE_SHARE = 0.002;

/** A job as it is stored before the portal begins it. */
export function createDelegatedJob(id: string, at: string): PlantExportRow {
  const empty = Buffer.from('');
  return {
    ...{
      id,
      kind: 'portal',
      state: 'delegated',
      user_uuid: '',
      ask_hash: '',
      ask_sealed: empty,
      password_sealed: empty,
    },
    ...{ destination: '', peer_number: 1, quota: 1, most: 1, created_at: at, started_at: null, ended_at: null },
    ...{ updated_at: at, as_of: null, total: null, done: 0, cursor_id: null, segments: 0, pictures: 0 },
    ...{ pictures_expired: 0, pictures_unreadable: 0, pictures_withheld: false, limitations: [], bytes: 0 },
    ...{ bytes_sent: 0, sha256: null, problem: '', tries: 0, lease: null },
  };
}

interface QueuedJob {
  /** Workers that have the job: one, but for a queue that gave it to another. */
  running: number;
  /** Runs so far; the newest one decides. */
  runs: number;
  failures: number;
  dueMs: number;
}

/** Exports of one process of a plant: its calls, and a queue that hands out its jobs until they have ended. */
export class PlantExports {
  readonly #world: World;
  readonly #database: SimDatabase;
  readonly #deps: ExportDeps;
  readonly #queue = new Map<string, QueuedJob>();
  #isWorking = false;

  constructor(
    world: World,
    database: SimDatabase,
    parts: { readonly store: PlantStore; readonly key: ServerKey; readonly signingKey: SigningKey },
  ) {
    this.#world = world;
    this.#database = database;
    const { store, key, signingKey } = parts;
    const needed = {
      ...{ store, key, keys: { current: signingKey, previous: null }, log: SILENT_LOG, exportFolder: FOLDER },
      ...{ now: () => new Date(this.#nowMs()), outboundCidrs: [] },
    };
    // Building a part, which needs more, is not simulated.
    this.#deps = needed as unknown as ExportDeps;
    this.#wake();
  }

  /** Answers a call of the portal about a part: begin it, or cancel it. */
  async serve({ method, path, body }: SimRequest): Promise<SimResponse> {
    const { runner } = this.#deps.store;
    const id = method === 'DELETE' ? path.slice(pushExport.path.length + 1) : readGuid(body);
    const row = await this.#database.access(() => this.#database.tables.plantExports.get(id));
    if (row === undefined) return refuse(404, 'not_found');
    if (this.#nowMs() - Date.parse(row.created_at) > DELEGATION_MS) return refuse(401, 'invalid_token');
    const at = this.#deps.now().toISOString();
    if (method === 'DELETE') {
      const cancelled = await cancelExportJob(runner, id, at);
      if (cancelled !== null) await new SegmentStore(FOLDER, id, this.#deps.key).remove();
      return ok(toExportPart(cancelled ?? row, this.#nowMs()));
    }
    const { destination } = JSON.parse(body) as { readonly destination: string };
    const start = { passwordSealed: Buffer.from(''), destination: new URL(destination).origin, peerNumber: 1, at };
    const begun = await startDelegatedJob(runner, id, start);
    this.#wake();
    return ok(toExportPart(begun ?? row, this.#nowMs()));
  }

  #nowMs(): number {
    return this.#database.node.clock.wallMs(this.#world.scheduler.nowMs);
  }

  /** Exports that a job of the queue works on, or will. */
  #listQueued(): readonly PlantExportRow[] {
    const { plantExports, doneExports } = this.#database.tables;
    return [...plantExports.values()].filter(({ id, state }) => state !== 'delegated' && !doneExports.has(id));
  }

  #wake(): void {
    if (!this.#isWorking) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (let queued = this.#listQueued(); queued.length > 0; queued = this.#listQueued()) {
      for (const { id } of queued) this.#run(id);
      await new Promise((resolve) => void setTimeout(resolve, CHECK_MS));
    }
    this.#isWorking = false;
  }

  #run(id: string): void {
    const job = this.#queue.get(id) ?? { running: 0, runs: 0, failures: 0, dueMs: 0 };
    this.#queue.set(id, job);
    const { scheduler, random } = this.#world;
    const isFree = job.running === 0 || (job.running === 1 && random.chance(TWICE_SHARE));
    if (!isFree || scheduler.nowMs < job.dueMs) return;
    job.running += 1;
    job.runs += 1;
    const number = job.runs;
    const run = { signal: new AbortController().signal, failures: job.failures, isStopping: () => false };
    createExportHandler(this.#deps)
      .run({ export: id }, run)
      .then(() => {
        if (job.runs === number) this.#database.tables.doneExports.add(id);
      })
      .catch(() => {
        const { delayS, maxDelayS } = BUILD_EXPORT.retry;
        job.dueMs = scheduler.nowMs + Math.min(maxDelayS, delayS * 2 ** job.failures) * 1_000;
        job.failures += 1;
      })
      .finally(() => {
        job.running -= 1;
      });
  }
}

const readGuid = (body: string): string => String((JSON.parse(body) as { export_guid?: unknown }).export_guid);

/** True while a plant has work with a job. */
export const isOpen = (state: PlantExportRow['state']): boolean =>
  state === 'waiting' || state === 'building' || state === 'sending';
