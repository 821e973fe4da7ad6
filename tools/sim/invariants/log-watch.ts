import type { WitnessAnswer } from '@varco/server-kit/tlog/witness-round.ts';
import type { SimDatabase } from '../database/sim-database.ts';
import type { SimNode } from '../engine/scheduler.ts';
import type { World } from '../world.ts';

/** What is checked of a server with a log. */
interface WatchedServer {
  readonly node: SimNode;
  readonly database: SimDatabase;
  readonly isForked: boolean;
  readonly answers: readonly WitnessAnswer[];
}

interface SignedTree {
  readonly origin: string;
  readonly leaves: readonly Buffer[];
}

/** Compares what witnesses cosigned with the entries themselves, without any tree. */
export class LogWatch {
  readonly #world: World;
  /** Entries of every checkpoint a log signed, by the text of its note. */
  readonly #signed = new Map<string, SignedTree>();
  /** Entries of the largest tree each witness cosigned, by witness and log. */
  readonly #cosigned = new Map<string, readonly Buffer[]>();

  constructor(world: World) {
    this.#world = world;
  }

  signed(origin: string, note: string, leaves: readonly Buffer[]): void {
    this.#signed.set(note, { origin, leaves });
  }

  /** A witness cosigned the checkpoint of a submission. */
  cosigned(witness: string, body: string): void {
    const tree = this.#signed.get(body.slice(body.indexOf('\n\n') + 2));
    if (tree === undefined) return;
    const key = `${witness} ${tree.origin}`;
    const before = this.#cosigned.get(key) ?? [];
    const isContinued =
      before.length <= tree.leaves.length && before.every((leaf, i) => tree.leaves[i]?.equals(leaf) === true);
    this.#world.judge.check('a witness cosigns only what continues the log', witness, isContinued, () => [
      `the first ${before.length} entries of ${tree.origin} unchanged`,
      `another history of ${tree.leaves.length}`,
    ]);
    this.#cosigned.set(key, tree.leaves);
  }

  /** At the end of a day, when all servers have been well for some rounds. */
  checkEnd(servers: readonly WatchedServer[]): void {
    const { judge } = this.#world;
    for (const { node, database, isForked, answers } of servers) {
      const { checkpoint, cosignatures, logWitnesses } = database.tables;
      if (checkpoint === null) continue;
      const lines = [...cosignatures.values()].filter(({ size }) => size === checkpoint.size);
      if (isForked) {
        const isSeen = answers.some((answer) => answer === 'behind' || answer === 'rejected');
        const largest = Math.max(
          0,
          ...[...this.#cosigned].flatMap(([key, leaves]) =>
            key.endsWith(` ${checkpoint.origin}`) ? [leaves.length] : [],
          ),
        );
        judge.check('a log put back is found out', node.name, isSeen || largest <= checkpoint.size / 2, () => [
          'a refusal',
          answers.slice(-6).join(' '),
        ]);
      } else {
        judge.check('an honest log is cosigned by all witnesses', node.name, lines.length === logWitnesses.size, () => [
          `${logWitnesses.size} cosignatures of size ${checkpoint.size}`,
          `${lines.length}; ${answers.slice(-6).join(' ')}`,
        ]);
        const isRefused = answers.some(
          (answer) => answer === 'behind' || answer === 'rejected' || answer === 'bad-answer',
        );
        judge.check('an honest log is never refused', node.name, !isRefused, () => [
          'no refusal',
          answers.slice(-8).join(' '),
        ]);
      }
    }
  }
}
