import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { Rng } from '@varco/sim/random.ts';
import type { SimNode } from '../engine/scheduler.ts';
import type { World } from '../world.ts';
import type { SimPlant } from './plant.ts';

const BATCH = 6;
const RETRY_MS = 20_000;
const TIMEOUT_MS = 30_000;

interface CameraRead {
  readonly gate: number;
  readonly plate: string;
  readonly at: string;
}

/** A plate that is on the lists of the plants. */
export const drawListedPlate = (random: Rng): string => drawPlate(random, random.chance(0.5) ? 1 : 10, 4);

/** Plates of the simulated roads; the first ones are on the lists of the plants. */
export const drawPlate = (random: Rng, first = 0, count = 140): string =>
  `AB${String(first + random.int(count)).padStart(3, '0')}CD`;

/** A camera that stores its reads until a plant has acknowledged them, and sends them again as long as it is not sure. */
export class SimCamera {
  readonly #world: World;
  readonly node: SimNode;
  readonly #plant: SimPlant;
  readonly #gate: number;
  readonly #random: Rng;
  #buffer: readonly CameraRead[] = [];
  #isSending = false;
  #acknowledged: readonly CameraRead[] = [];

  constructor(world: World, node: SimNode, plant: SimPlant, gate: number) {
    this.#world = world;
    this.node = node;
    this.#plant = plant;
    this.#gate = gate;
    this.#random = new Rng(world.random.int(2 ** 31));
    this.#waitForVehicle();
  }

  /** Reads that the plant has not acknowledged. */
  get waiting(): number {
    return this.#buffer.length;
  }

  /** A vehicle passes now, or has passed and the camera sends it late. */
  pass(plate: string, lateMs = 0): void {
    const wallMs = this.node.clock.wallMs(this.#world.scheduler.nowMs) - lateMs;
    // Many cameras state whole seconds.
    const at = toIsoInstant(this.#gate === 1 ? Math.floor(wallMs / 1000) * 1000 : wallMs);
    this.#buffer = [...this.#buffer, { gate: this.#gate, plate, at }];
    if (!this.#isSending) this.#sendLater(800);
  }

  #waitForVehicle(): void {
    const { scheduler, endMs } = this.#world;
    // Vehicles come alone or in a convoy.
    const pause = this.#random.chance(0.3) ? this.#random.int(4_000) : this.#random.int(50 * 60_000);
    if (scheduler.nowMs + pause > endMs) return;
    scheduler.after(pause, this.node, 'vehicle', () => {
      this.pass(drawPlate(this.#random));
      this.#waitForVehicle();
    });
  }

  #sendLater(ms: number): void {
    this.#isSending = true;
    this.#world.scheduler.after(ms, this.node, 'send', () => void this.#send());
  }

  async #send(): Promise<void> {
    const batch = this.#buffer.slice(0, BATCH);
    // A camera that lost its memory of what was acknowledged sends it again.
    const again = this.#random.chance(0.05) ? this.#acknowledged.slice(-3) : [];
    const reads = [...again, ...batch];
    if (reads.length > 0 && (await this.#post(reads))) {
      this.#buffer = this.#buffer.slice(batch.length);
      this.#acknowledged = [...this.#acknowledged.slice(-10), ...batch];
      if (batch.length > 0 && this.#buffer.length > 0) return this.#sendLater(500);
    }
    this.#isSending = false;
    if (this.#buffer.length > 0) this.#sendLater(RETRY_MS);
  }

  async #post(reads: readonly CameraRead[]): Promise<boolean> {
    const { network } = this.#world;
    try {
      const response = await network.request(this.node, this.#plant.host, {
        ...{ method: 'POST', path: '/reads', headers: {}, body: JSON.stringify(reads) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.arrayBuffer();
      if (response.ok) this.#plant.truth.acknowledge(reads);
      return response.ok;
    } catch {
      return false;
    }
  }
}
