import { Rng } from '@varco/sim/random.ts';
import type { SimNode } from '../engine/scheduler.ts';
import { makeUuid } from '../engine/sim-globals.ts';
import type { World } from '../world.ts';
import { drawPlate } from './camera.ts';
import type { SimPlant } from './plant.ts';
import type { SimRegistry } from './registry.ts';

const MINUTE_MS = 60_000;
const MIN_LOOK_UPS = 25;
const MORE_LOOK_UPS = 25;
/** Share of the look-ups that are made while something is wrong with the plant or its lines. */
const TROUBLED_SHARE = 0.6;
/** A plant that had failures pauses its calls of the registry, by its own clock, which may be set meanwhile. */
const RECOVERY_MS = 5 * MINUTE_MS;

/** One look-up as the person asked for it, and what they were told. */
export interface RequestedLookUp {
  readonly id: string;
  readonly plant: SimPlant;
  readonly plate: string;
  readonly isPaid: boolean;
  /** When the person wanted it, milliseconds since 1970. */
  readonly wantedMs: number;
  told: 'nothing' | 'answered' | 'free of charge';
}

/** A person who makes look-ups, loses patience, and repeats them under the same id. */
export class LookUpPerson {
  readonly requested: RequestedLookUp[] = [];
  readonly #world: World;
  readonly #node: SimNode;
  readonly #plants: readonly SimPlant[];
  readonly #registry: SimRegistry;
  readonly #random: Rng;

  constructor(world: World, node: SimNode, plants: readonly SimPlant[], registry: SimRegistry) {
    this.#world = world;
    this.#node = node;
    this.#plants = plants;
    this.#registry = registry;
    this.#random = new Rng(world.random.int(2 ** 31));
    for (let count = MIN_LOOK_UPS + this.#random.int(MORE_LOOK_UPS); count > 0; count -= 1) this.#plan();
  }

  #plan(): void {
    const { scheduler, startMs, endMs, faults } = this.#world;
    const plant = this.#random.pick(this.#plants);
    const troubles = faults.listTroubles(plant.node.name, ['registry', this.#node.name]);
    const isTroubled = troubles.length > 0 && this.#random.chance(TROUBLED_SHARE);
    const { fromMs, toMs } = isTroubled ? this.#random.pick(troubles) : { fromMs: startMs, toMs: endMs };
    const wantedMs = fromMs + this.#random.int(Math.max(1, toMs - fromMs));
    scheduler.after(wantedMs - startMs, this.#node, 'wants look-up', () => {
      const lookUp: RequestedLookUp = {
        ...{ id: makeUuid(this.#random), plant, plate: drawPlate(this.#random), wantedMs },
        ...{ isPaid: this.#random.chance(0.8), told: 'nothing' },
      };
      this.requested.push(lookUp);
      void this.#ask(lookUp, 1 + this.#random.int(5));
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
      this.#checkAnswer(lookUp, response.status, text);
      if (response.ok) lookUp.told = 'answered';
      else if (text.includes('not_charged') && lookUp.told === 'nothing') lookUp.told = 'free of charge';
    } catch {
      // Nobody knows; the person asks again.
    }
  }

  #checkAnswer({ plant, isPaid }: RequestedLookUp, status: number, text: string): void {
    const { judge, faults, scheduler } = this.#world;
    const { name } = plant.node;
    const isPending = text.includes('look_up_pending');
    judge.check('a free look-up is never called perhaps charged', name, isPaid || !isPending, () => [
      'an answer or a failure',
      text,
    ]);
    const fromMs = scheduler.nowMs - RECOVERY_MS;
    const isCalm = ['registry', this.#node.name].every((other) => faults.isCalm(name, other, fromMs, scheduler.nowMs));
    if (isCalm && this.#registry.brokenMs < fromMs)
      judge.check('without a fault a look-up is answered', name, status === 200, () => ['an answer', text]);
  }
}
