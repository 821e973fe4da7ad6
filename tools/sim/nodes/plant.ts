import { SimDatabase } from '../database/sim-database.ts';
import type { SimRequest, SimResponse } from '../engine/messages.ts';
import type { SimNode } from '../engine/scheduler.ts';
import { makeUuid } from '../engine/sim-globals.ts';
import type { World } from '../world.ts';
import { drawKey } from './draw-key.ts';
import { servePlant } from './plant-api.ts';
import { createDelegatedJob } from './plant-exports.ts';
import { type PlantKeys, type PlantProcess, startPlantProcess } from './plant-process.ts';
import { PlantTruth } from './plant-truth.ts';
import { createPlantUser } from './plant-user.ts';

/** Time a plant server needs to start. */
const BOOT_MS = 3_000;
/** Time in which its proxy answers already, that there is no server. */
const MAX_PROXY_MS = 8_000;
/** Reads are stored for some hours here, so that terms end while people search. */
const RETENTION_MS = 3 * 3_600_000;

/** A plant: the durable part, and the process that runs the code of the plant server on it. */
export class SimPlant {
  readonly world: World;
  readonly node: SimNode;
  readonly peerId: number;
  readonly host: string;
  readonly uuid: string;
  /** Runs an older version of the plant server. */
  readonly isOld: boolean;
  readonly database: SimDatabase;
  readonly truth = new PlantTruth();
  /** Password of the operator here; no other plant may ever see it. */
  readonly password: string;
  /** When a read was deleted last because its term was over, milliseconds since 1970. */
  forgotAtMs = 0;
  readonly #keys: PlantKeys;
  #process: Promise<PlantProcess> | null = null;

  constructor(world: World, node: SimNode, peerId: number) {
    const { scheduler, random, faults } = world;
    this.world = world;
    this.node = node;
    this.peerId = peerId;
    this.host = `${node.name}.example`;
    this.uuid = makeUuid(random);
    this.isOld = random.chance(0.25);
    this.password = `Segreto-${peerId}-${random.int(1e6)}`;
    this.#keys = { secret: Buffer.from(makeUuid(random)), signingKey: drawKey(random) };
    this.database = new SimDatabase(node, scheduler, random, (name) => faults.diskOf(name));
    this.database.tables.users.set('m.ferri', createPlantUser());
    world.network.listen(this.host, node, (request) => this.#serve(request));
    node.isUp = false;
    this.boot();
  }

  /** Starts the process; it serves a few seconds later. */
  boot(): void {
    const { scheduler } = this.world;
    scheduler.after(BOOT_MS, this.node, 'boot', () => {
      this.node.isUp = true;
      scheduler.after(this.world.random.int(MAX_PROXY_MS), this.node, 'start', () => {
        this.#process = this.#start();
      });
    });
  }

  /** Agrees to an export, which the portal will begin. */
  delegate(guid: string): void {
    const at = new Date(this.node.clock.wallMs(this.world.scheduler.nowMs)).toISOString();
    this.database.tables.plantExports.set(guid, createDelegatedJob(guid, at));
  }

  /** Deletes the oldest reads, at most so many, whose term is over. */
  forget(count: number): void {
    const { transits } = this.database.tables;
    const { nowMs } = this.world.scheduler;
    const over = [...transits].filter(([, { atMs }]) => atMs < nowMs - RETENTION_MS);
    for (const [key, { gate, plate, atMs }] of over.toSorted(([, a], [, b]) => a.atMs - b.atMs).slice(0, count)) {
      transits.delete(key);
      this.truth.forget(gate, plate, atMs);
      this.forgotAtMs = nowMs;
    }
  }

  /** The process is killed, and with it all that was not yet durable. */
  crash(): void {
    this.#process = null;
    this.node.crash();
    this.database.crash();
    this.world.network.breakAll(this.node);
  }

  /** As a service manager does: a start that fails is tried again. */
  async #start(): Promise<PlantProcess> {
    for (;;) {
      try {
        return await startPlantProcess(this.world, this.database, this.#keys);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, BOOT_MS));
      }
    }
  }

  async #serve(request: SimRequest): Promise<SimResponse> {
    const running = this.#process;
    return running === null ? { status: 503, body: '' } : servePlant(this, await running, request);
  }
}
