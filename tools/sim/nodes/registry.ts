import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { SimRequest, SimResponse } from '../engine/messages.ts';
import type { SimNode } from '../engine/scheduler.ts';
import type { World } from '../world.ts';

const CENTS = 37;

export interface SimCharge {
  readonly chargeId: string;
  readonly key: string;
  readonly cents: number;
}

interface Body {
  readonly kind: string;
  readonly key: { readonly value: string };
  readonly charge_id: string | null;
  readonly only_if_charged: boolean;
}

/**
 * The national registry: charges every call it is not shown to be a repetition, as its contract says. A call is charged
 * when it is received, whether or not its response arrives.
 */
export class SimRegistry {
  readonly charges: SimCharge[] = [];
  /** When it last failed of its own accord, milliseconds since 1970. */
  brokenMs = 0;
  readonly #world: World;

  constructor(world: World, node: SimNode) {
    this.#world = world;
    world.network.listen('registry.example', node, async (request) => this.#answer(request));
  }

  #answer({ body }: SimRequest): SimResponse {
    const { kind, key, charge_id: chargeId, only_if_charged: isReplayOnly }: Body = JSON.parse(body);
    const { random, scheduler } = this.#world;
    const isBroken = random.chance(0.04);
    if (isBroken) this.brokenMs = scheduler.nowMs;
    if (isBroken && random.chance(0.5)) return { status: 503, body: '<html>maintenance</html>' };
    const isPaid = kind !== 'basic' && kind !== 'vehicle';
    const known = this.charges.find((one) => one.chargeId === chargeId);
    if (known !== undefined && known.key !== key.value) return refuse(409, 'conflict');
    if (isReplayOnly && known === undefined) return refuse(404, 'not_found');
    if (isPaid && chargeId === null) return refuse(400, 'bad_request');
    if (isPaid && known === undefined) this.charges.push({ chargeId: String(chargeId), key: key.value, cents: CENTS });
    const at = toIsoInstant(Math.floor(scheduler.nowMs));
    const charge = isPaid ? { receipt: `R-${chargeId}`, cents: CENTS, at } : null;
    const record = { plate: key.value, chassis: null, lines: ['invented'] };
    const text = JSON.stringify({ kind, key: key.value, record, documents: null, charge, checked_at: at });
    return { status: 200, body: isBroken ? text.slice(0, 40) : text };
  }
}

const refuse = (status: number, code: string): SimResponse => ({ status, body: JSON.stringify({ error: { code } }) });
