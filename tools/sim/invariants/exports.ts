import { createHash } from 'node:crypto';
import type { PartRow } from '../../../apps/portal-server/src/features/exports/exports.repository.ts';
import type { PlantExportRow } from '../database/sim-database.ts';
import { getFiles } from '../engine/simulated-files.ts';
import { isOpen } from '../nodes/plant-exports.ts';
import type { SimPlant } from '../nodes/plant.ts';
import { PLANT_PATIENCE_S } from '../nodes/portal-process.ts';
import type { SimPortal } from '../nodes/portal.ts';

/** A plant that cannot reach the portal gives up after this time. */
const PORTAL_PATIENCE_MS = 6 * 3_600_000;
/** Time until the next call of a plant, and what a clock is set by. */
const PATIENCE_MARGIN_MS = 5 * 60_000;
/** Without faults an export ends in this time. */
const CALM_MS = 15 * 60_000;

/** Checks, at every change of the portal's database, what must hold of parts that were accepted. */
export class ExportWatch {
  readonly #portal: SimPortal;
  readonly #plants: readonly SimPlant[];
  readonly #accepted = new Map<string, PartRow>();
  /** True instants at which exports were ordered and ended, milliseconds since 1970. */
  readonly #orderedMs = new Map<string, number>();
  readonly #endedMs = new Map<string, number>();

  constructor(portal: SimPortal, plants: readonly SimPlant[]) {
    this.#portal = portal;
    this.#plants = plants;
    portal.database.onChange = () => this.#observe();
  }

  #observe(): void {
    const { judge, scheduler } = this.#portal.world;
    for (const { guid, state } of this.#portal.database.tables.exports.values()) {
      if (!this.#orderedMs.has(guid)) this.#orderedMs.set(guid, scheduler.nowMs);
      if (state === 'ended' && !this.#endedMs.has(guid)) this.#endedMs.set(guid, scheduler.nowMs);
    }
    for (const [key, part] of this.#portal.database.tables.exportParts) {
      const before = this.#accepted.get(key);
      if (before !== undefined) {
        const isSame = part.state === 'accepted' && part.sha256?.equals(before.sha256 ?? Buffer.alloc(0)) === true;
        judge.check('an accepted part stays as it is', 'portal', isSame, () => [`${key} accepted`, part.state]);
      } else if (part.state === 'accepted') {
        this.#accepted.set(key, part);
        this.#checkAccepted(part);
      } else if (part.ended_at === null) this.#checkPatience(part);
    }
  }

  /** A plant that is silent is given up, unless the portal itself had no chance to. */
  #checkPatience({ guid, peer_number: number, last_sign_at: signAt }: PartRow): void {
    const { world, node } = this.#portal;
    const { nowMs } = world.scheduler;
    const mostMs = PLANT_PATIENCE_S * 1_000 + PATIENCE_MARGIN_MS;
    if (!world.faults.isCalm(node.name, node.name, nowMs - mostMs, nowMs)) return;
    const silentMs = node.clock.wallMs(nowMs) - Date.parse(signAt);
    world.judge.check('a silent plant is given up', node.name, silentMs < mostMs, () => [
      `less than ${mostMs / 60_000} minutes without a sign`,
      `${Math.round(silentMs / 60_000)} minutes for part ${number} of ${guid}`,
    ]);
  }

  #checkAccepted({ guid, peer_number: number, peer_id: peerId, received, is_complete: isComplete }: PartRow): void {
    const { world, node, database } = this.#portal;
    const job = this.#plants.find((one) => one.peerId === peerId)?.database.tables.plantExports.get(guid);
    const stored = getFiles(node).get(`/exports/${guid}/part-${number}`) ?? new Uint8Array();
    const sha256 = createHash('sha256')
      .update(stored.subarray(0, Number(received)))
      .digest('hex');
    world.judge.check(
      'an accepted part is what the plant made',
      node.name,
      sha256 === job?.sha256 && Number(received) === job.bytes && isComplete === true,
      () => [`${job?.bytes} bytes of ${job?.id}`, `${received} others`],
    );
    const { cancelled_at: cancelledAt = null, state } = database.tables.exports.get(guid) ?? {};
    world.judge.check(
      'no part is accepted after the end',
      node.name,
      cancelledAt === null && state === 'asking',
      () => ['an open export', `${state}, cancelled ${cancelledAt}`],
    );
  }

  /** At the end of a day: every export has ended, and says truly what it has. */
  checkEnd(): void {
    const { database, node, world } = this.#portal;
    const { exports, exportParts } = database.tables;
    const { judge } = world;
    for (const { guid, state, outcome, cancelled_at: cancelledAt, secrets_sealed: secrets } of exports.values()) {
      const parts = [...exportParts.values()].filter((part) => part.guid === guid);
      const states = parts.map((part) => part.state).join(' ');
      judge.check('no export stays open', node.name, state === 'ended', () => [`${guid} ended`, `${state}: ${states}`]);
      const accepted = parts.filter((part) => part.state === 'accepted').length;
      const expected =
        cancelledAt !== null
          ? ['interrupted']
          : accepted === parts.length
            ? ['completed']
            : accepted > 0
              ? ['incomplete']
              : ['failed', 'timed_out'];
      judge.check('an export says what it has', node.name, expected.includes(outcome ?? ''), () => [
        expected.join(' or '),
        `${outcome}: ${states}`,
      ]);
      const isLeft = secrets !== null || parts.some((part) => part.secrets_sealed !== null);
      judge.check('an ended export keeps no secret', node.name, !isLeft, () => ['none', `some of ${guid}`]);
    }
    for (const plant of this.#plants) this.#checkPlant(plant);
    for (const [guid, orderedMs] of this.#orderedMs) this.#checkCalm(guid, orderedMs);
  }

  /** When nothing is wrong with the portal and the plants of an export, it ends soon and nothing is given up. */
  #checkCalm(guid: string, orderedMs: number): void {
    const { world, node, database } = this.#portal;
    const untilMs = orderedMs + CALM_MS;
    const parts = [...database.tables.exportParts.values()].filter((part) => part.guid === guid);
    const isCalm = this.#plants
      .filter(({ peerId }) => parts.some((part) => part.peer_id === peerId))
      .every(({ node: plant }) =>
        [plant.name, node.name].every((name) =>
          world.faults.isCalm(name, plant.name === name ? node.name : plant.name, orderedMs, untilMs),
        ),
      );
    if (!isCalm) return;
    const isInTime = (this.#endedMs.get(guid) ?? Number.POSITIVE_INFINITY) < untilMs;
    const isGivenUp = parts.some(({ fault }) => fault === 'unreachable' || fault === 'expired');
    world.judge.check('an export ends soon when all is well', node.name, isInTime && !isGivenUp, () => [
      `an end of ${guid} in ${CALM_MS / 60_000} minutes`,
      `${parts.map(({ state, fault }) => `${state} ${fault}`).join(', ')}`,
    ]);
  }

  #checkPlant({ node, peerId, database }: SimPlant): void {
    const { judge } = this.#portal.world;
    const { exports, exportParts } = this.#portal.database.tables;
    for (const job of database.tables.plantExports.values()) {
      const { id, state } = job;
      const part = [...exportParts.values()].find((one) => one.guid === id && one.peer_id === peerId);
      judge.check('no export stays open at a plant', node.name, !isOpen(state), () => [`an end of ${id}`, state]);
      judge.check(
        'a plant delivered what the portal accepted',
        node.name,
        (state === 'delivered') === (part?.state === 'accepted'),
        () => [`${part?.state} at the portal`, `${state} at the plant`],
      );
      const isCancelled = (exports.get(id)?.cancelled_at ?? null) !== null;
      judge.check('a part is missing for a reason', node.name, isCancelled || hasReason(job, part), () => [
        'a limit, a lost plant or portal',
        `${state} ${job.problem}; ${part?.state} ${part?.fault} at the portal`,
      ]);
    }
  }
}

/** True when a part arrived, or could not: the job failed by itself, or one side gave up the other after its patience. */
function hasReason({ state, problem, created_at: at, ended_at: endedAt }: PlantExportRow, part?: PartRow): boolean {
  if (state === 'failed') return problem === 'limit' || problem === 'failed';
  if (state === 'timed_out') return Date.parse(endedAt ?? '') - Date.parse(at) > PORTAL_PATIENCE_MS;
  if (part?.fault === 'unreachable')
    return Date.parse(part.ended_at ?? '') - Date.parse(part.last_sign_at) > PLANT_PATIENCE_S * 1_000;
  return state === 'delivered' || part?.fault === 'expired';
}
