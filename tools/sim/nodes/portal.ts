import { putExportPiece, type ExportPartState } from '@varco/contract/portal/export-parts.ts';
import { PLANT_HEADERS } from '@varco/domain/portal/plant-signature.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { sealJobSecrets, sealPartSecrets } from '../../../apps/portal-server/src/features/exports/export-secrets.ts';
import {
  cancelPending,
  type ExportRow,
  type PartRow,
} from '../../../apps/portal-server/src/features/exports/exports.repository.ts';
import {
  acceptPart,
  getPartState,
  type PartCall,
  storeChunk,
  storeReport,
} from '../../../apps/portal-server/src/features/exports/parts.service.ts';
import { SimDatabase } from '../database/sim-database.ts';
import type { SimRequest, SimResponse } from '../engine/messages.ts';
import type { SimNode } from '../engine/scheduler.ts';
import type { World } from '../world.ts';
import { ok, refuse, refuseError } from './responses.ts';
import type { SimPlant } from './plant.ts';
import { PORTAL_HOST, type PortalProcess, startPortalProcess } from './portal-process.ts';

const BOOT_MS = 3_000;
const OWNER_ID = 7;
const RETRY_MS = 30_000;

/** The portal, as far as exports go: the durable part, and the process that runs the code of the portal on it. */
export class SimPortal {
  readonly world: World;
  readonly node: SimNode;
  readonly database: SimDatabase;
  readonly #person: SimNode;
  readonly #plants: readonly SimPlant[];
  readonly #secret: Buffer;
  #process: PortalProcess | null = null;

  /** @param person node of the people who order exports; it never ends */
  constructor(world: World, node: SimNode, person: SimNode, plants: readonly SimPlant[]) {
    const { scheduler, random, faults, network } = world;
    this.world = world;
    this.node = node;
    this.#person = person;
    this.#plants = plants;
    this.#secret = Buffer.from(Array.from({ length: 32 }, () => random.int(256)));
    this.database = new SimDatabase(node, scheduler, random, (name) => faults.diskOf(name));
    this.database.hasRowLocks = true;
    network.listen(PORTAL_HOST, node, (request) => this.#serve(request));
    node.isUp = false;
    this.boot();
  }

  boot(): void {
    this.world.scheduler.after(BOOT_MS, this.node, 'boot', () => {
      this.node.isUp = true;
      this.#process = startPortalProcess(this.world, this.database, this.#secret);
      this.#process.workOnExports();
    });
  }

  crash(): void {
    this.#process = null;
    this.node.crash();
    this.database.crash();
    this.world.network.breakAll(this.node);
  }

  /** Stores an export over some plants, which have agreed to it. Runs as an event of this node. */
  order(guid: string, plants: readonly SimPlant[]): void {
    const running = this.#process;
    if (running === null) return this.#later('order', () => this.order(guid, plants));
    const now = this.#now();
    const { key } = running.deps;
    const { exports, exportParts } = this.database.tables;
    exports.set(guid, {
      ...{ guid, user_id: OWNER_ID, created_at: now, updated_at: now, state: 'asking', label: 'x', notes: '' },
      ...{ without_images: true, with_context_images: false, watermark_tag: '', cancelled_at: null, ended_at: null },
      ...{ closing_until: null, outcome: null, direct_file: null, file_size: null, file_sha256: null, transits: 0 },
      secrets_sealed: sealJobSecrets(key, guid, { password: 'invented', reason: null }),
    } as ExportRow);
    for (const plant of plants) {
      plant.delegate(guid);
      exportParts.set(`${guid} ${plant.peerId}`, {
        ...{ guid, peer_number: plant.peerId, peer_id: plant.peerId, url: `https://${plant.host}`, label: plant.host },
        ...{ estimate: null, state: 'waiting', fault: null, tries: 0, next_try_at: now, last_sign_at: now },
        ...{ progress_count: 0, progress_over: null, received: '0', sha256: null, transits: 0, pictures: 0 },
        ...{ is_complete: null, started_at: null, ended_at: null, is_told: false },
        secrets_sealed: sealPartSecrets(key, guid, plant.peerId, { jwt: guid, filter: {} as never }),
      } as PartRow);
    }
    running.workOnExports();
  }

  /** Cancels an export, again and again until it is done. Runs as an event of this node. */
  cancel(guid: string): void {
    const again = (): void => this.#later('cancel', () => this.cancel(guid));
    const running = this.#process;
    if (running === null) return again();
    void running.db
      .transaction()
      .execute((tx) => cancelPending(tx, OWNER_ID, guid, this.#now()))
      .catch(again);
  }

  /** Plans what a person does at the portal. */
  act(inMs: number, label: string, action: () => void): void {
    const { scheduler } = this.world;
    scheduler.after(inMs, this.#person, label, () => scheduler.after(1, this.node, label, action));
  }

  #later(label: string, action: () => void): void {
    this.act(RETRY_MS, label, action);
  }

  #now(): string {
    return new Date(this.node.clock.wallMs(this.world.scheduler.nowMs)).toISOString();
  }

  async #serve(request: SimRequest): Promise<SimResponse> {
    if (this.#process === null) return { status: 503, body: '' };
    try {
      return ok(await this.#answer(this.#process, request));
    } catch (error) {
      return error instanceof AppError ? refuseError(error) : refuse(500, 'internal');
    }
  }

  /** The calls of plants; their signatures are not checked here. */
  #answer({ deps }: PortalProcess, { method, path, headers, body }: SimRequest): Promise<ExportPartState> {
    const [, guid = '', rest = ''] = /^\/api\/v1\/exports\/([^/]+)\/part\/?(.*)$/.exec(path) ?? [];
    const plant = this.#plants.find(({ node }) => node.name === headers[PLANT_HEADERS.plant]);
    if (guid === '' || plant === undefined) throw new AppError('not_found');
    const call: PartCall = { guid, peerId: plant.peerId, now: this.#now() };
    if (method === 'GET') return getPartState(deps, call);
    if (method === putExportPiece.method) {
      const piece = { offset: Number(rest), bytes: new Uint8Array(Buffer.from(body, 'latin1')) };
      return storeChunk(deps, call, piece);
    }
    const sent: unknown = JSON.parse(body);
    return rest === ''
      ? acceptPart(deps, call, sent as Parameters<typeof acceptPart>[2])
      : storeReport(deps, call, sent as Parameters<typeof storeReport>[2]);
  }
}
