import { Rng } from '@varco/sim/random.ts';
import type { SimNode } from '../engine/scheduler.ts';
import { makeUuid } from '../engine/sim-globals.ts';
import type { World } from '../world.ts';
import { drawPlate } from './camera.ts';
import type { SimPlant } from './plant.ts';

/** One look-up as the person asked for it, and what they were told. */
export interface RequestedLookUp {
  readonly id: string;
  readonly plant: SimPlant;
  readonly plate: string;
  readonly isPaid: boolean;
  told: 'nothing' | 'answered' | 'free of charge';
}

/** A person who makes look-ups, loses patience, and repeats them under the same id. */
export class LookUpPerson {
  readonly requested: RequestedLookUp[] = [];
  readonly #world: World;
  readonly #node: SimNode;
  readonly #plants: readonly SimPlant[];
  readonly #random: Rng;

  constructor(world: World, node: SimNode, plants: readonly SimPlant[]) {
    this.#world = world;
    this.#node = node;
    this.#plants = plants;
    this.#random = new Rng(world.random.int(2 ** 31));
    this.#next();
  }

  #next(): void {
    const { scheduler, endMs } = this.#world;
    const pause = this.#random.int(70 * 60_000);
    if (scheduler.nowMs + pause > endMs) return;
    scheduler.after(pause, this.#node, 'wants look-up', () => {
      const lookUp: RequestedLookUp = {
        ...{ id: makeUuid(this.#random), plant: this.#random.pick(this.#plants), plate: drawPlate(this.#random) },
        ...{ isPaid: this.#random.chance(0.8), told: 'nothing' },
      };
      this.requested.push(lookUp);
      void this.#ask(lookUp, 1 + this.#random.int(5));
      this.#next();
    });
  }

  /** Asks until there is an answer or the patience is used up; sometimes twice at once, by a double click. */
  async #ask(lookUp: RequestedLookUp, attempts: number): Promise<void> {
    for (let attempt = 0; attempt < attempts && lookUp.told !== 'answered'; attempt += 1) {
      const isTwice = this.#random.chance(0.15);
      await Promise.all([this.#post(lookUp), ...(isTwice ? [this.#post(lookUp)] : [])]);
      await new Promise((resolve) => setTimeout(resolve, this.#random.int(240_000)));
    }
  }

  async #post(lookUp: RequestedLookUp): Promise<void> {
    const { id, plant, plate, isPaid } = lookUp;
    const patience = this.#random.chance(0.3) ? this.#random.int(1_500) : 60_000;
    try {
      const response = await this.#world.network.request(this.#node, plant.host, {
        ...{ method: 'POST', path: '/look-up', headers: {}, body: JSON.stringify({ id, plate, isPaid }) },
        signal: AbortSignal.timeout(patience + 1),
      });
      const text = await response.text();
      if (response.ok) lookUp.told = 'answered';
      else if (text.includes('not_charged') && lookUp.told === 'nothing') lookUp.told = 'free of charge';
    } catch {
      // Nobody knows; the person asks again.
    }
  }
}
