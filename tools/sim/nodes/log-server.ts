import { computeTreeRoot } from '@varco/domain/audit/merkle-tree.ts';
import { formatCheckpoint } from '@varco/domain/audit/signed-note.ts';
import { formatPublicKey, signNote } from '@varco/server-kit/audit/checkpoint-note.ts';
import { sha256OfParts } from '@varco/server-kit/audit/sha256.ts';
import type { SigningKey } from '@varco/server-kit/auth/signing-key.ts';
import { addCheckpoint } from '@varco/server-kit/tlog/add-checkpoint.ts';
import { runWitnessRound, type WitnessAnswer } from '@varco/server-kit/tlog/witness-round.ts';
import { Rng } from '@varco/sim/random.ts';
import { SimDatabase } from '../database/sim-database.ts';
import { createSimPool } from '../database/sim-pool.ts';
import type { SimRequest, SimResponse } from '../engine/messages.ts';
import type { SimNode } from '../engine/scheduler.ts';
import type { LogWatch } from '../invariants/log-watch.ts';
import type { World } from '../world.ts';
import { drawKey } from './draw-key.ts';
import { SILENT_LOG } from './silent-log.ts';
import { createSimOutbound } from './sim-outbound.ts';

const ROUND_MS = 70 * 60_000;
/** A server with a published log, which also cosigns the logs of others. */
export class LogServer {
  readonly node: SimNode;
  readonly origin: string;
  readonly database: SimDatabase;
  readonly vkey: string;
  readonly witnessName: string;
  readonly witnessVkey: string;
  readonly answers: WitnessAnswer[] = [];
  /** True after a backup was put back: its history differs from what was cosigned. */
  isForked = false;
  readonly #world: World;
  readonly #watch: LogWatch;
  readonly #random: Rng;
  readonly #key: SigningKey;
  readonly #witnessKey: SigningKey;

  constructor(world: World, node: SimNode, watch: LogWatch) {
    this.#world = world;
    this.#watch = watch;
    this.node = node;
    this.#random = new Rng(world.random.int(2 ** 31));
    this.#key = drawKey(this.#random);
    this.#witnessKey = drawKey(this.#random);
    this.origin = `${node.name}.example/audit/1`;
    this.witnessName = `${node.name}.example/witness`;
    this.vkey = formatPublicKey('log', this.origin, this.#key);
    this.witnessVkey = formatPublicKey('witness', this.witnessName, this.#witnessKey);
    this.database = new SimDatabase(node, world.scheduler, world.random, (name) => world.faults.diskOf(name));
    world.network.listen(`${node.name}.example`, node, (request) => this.#serve(request));
    this.#plan();
  }

  /** Names the servers that cosign this log, and makes this one known to them. */
  setWitnesses(servers: readonly LogServer[]): void {
    for (const { node, witnessName: name, witnessVkey: vkey, database } of servers) {
      const url = `https://${node.name}.example`;
      this.database.tables.logWitnesses.set(name, { name, vkey, url, origin: '', heldSize: 0, refusedCode: null });
      database.tables.witnessed.set(this.origin, {
        ...{ origin: this.origin, owner: this.node.name, vkeys: [this.vkey], size: 0, root: null, note: null },
        refusedCode: null,
      });
    }
  }

  /** A backup is put back: the newest entries are gone. */
  restoreBackup(): void {
    const { tables } = this.database;
    const left = Math.floor(tables.leaves.length / 2);
    if (left === tables.leaves.length || tables.checkpoint === null) return;
    this.isForked = true;
    tables.leaves = tables.leaves.slice(0, left);
    tables.checkpoint = null;
    tables.cosignatures.clear();
  }

  crash(): void {
    this.node.crash();
    this.database.crash();
    this.#world.network.breakAll(this.node);
  }

  boot(): void {
    this.node.isUp = true;
    this.#plan();
  }

  #plan(): void {
    const pause = ROUND_MS / 2 + this.#random.int(ROUND_MS);
    this.#world.scheduler.after(pause, this.node, 'publish', () => {
      void this.#publish().catch(() => undefined);
      this.#plan();
    });
  }

  async #publish(): Promise<void> {
    const { tables } = this.database;
    const added = Array.from({ length: this.#random.int(6) }, () =>
      Buffer.from(sha256OfParts(Buffer.from([this.#random.int(256), this.#random.int(256), this.#random.int(256)]))),
    );
    if (added.length > 0 || tables.checkpoint === null) {
      tables.leaves = [...tables.leaves, ...added];
      const size = tables.leaves.length;
      const root = computeTreeRoot(sha256OfParts, tables.leaves);
      const note = signNote([this.#key], formatCheckpoint(this.origin, { size, root }));
      this.#watch.signed(this.origin, note, tables.leaves);
      tables.checkpoint = { origin: this.origin, size, note };
    }
    const now = (): Date => new Date(this.node.clock.wallMs(this.#world.scheduler.nowMs));
    await runWitnessRound(
      {
        ...{ pool: createSimPool(this.database), outbound: createSimOutbound(this.#world, this.node), log: SILENT_LOG },
        ...{ now, keys: [this.#key], count: (answer) => void this.answers.push(answer) },
      },
      new AbortController().signal,
    );
  }

  async #serve({ body }: SimRequest): Promise<SimResponse> {
    const now = (): Date => new Date(this.node.clock.wallMs(this.#world.scheduler.nowMs));
    const identity = { name: this.witnessName, keys: [this.#witnessKey], now };
    const result = await addCheckpoint(createSimPool(this.database), identity, body);
    switch (result.state) {
      case 'cosigned':
        this.#watch.cosigned(this.node.name, body);
        return { status: 200, body: result.lines };
      case 'other-size':
        return { status: 409, body: `${result.size}\n` };
      case 'malformed':
        return { status: 400, body: '' };
      case 'unknown-log':
        return { status: 404, body: '' };
      case 'unsigned':
        return { status: 403, body: '' };
      default:
        return { status: 422, body: '' };
    }
  }
}
