import { equalBytes } from '@varco/domain/audit/audit-bytes.ts';
import { TreeVerifier } from '@varco/domain/audit/audit-verify.ts';
import type { FlawAt } from '@varco/domain/audit/log-removals.ts';
import type { TreeHead } from '@varco/domain/audit/merkle-tree.ts';
import type { ClientBase } from 'pg';
import { sha256 } from './note-keys.ts';
import type { PublishedFiles } from './published-files.ts';

const HASH_BYTES = 32;

/**
 * `published`: the entry is not the one that was published; `known`: a checkpoint kept elsewhere does not fit; `root`: one
 * in the database does not.
 */
export type TreeFlaw = 'published' | 'known' | 'root';

/** What the hashes of one epoch are compared with. */
export interface TreeEvidence {
  readonly epoch: number;
  readonly files: PublishedFiles | null;
  /** Checkpoints kept elsewhere. */
  readonly heads: readonly TreeHead[];
}

/** Hashes of entries in order, 32 bytes each, after the number of the one before the first. */
interface HashRun {
  readonly after: number;
  readonly hashes: Uint8Array;
}

/** Compares the hashes of a log with published entries and tree heads, run by run in order. */
export class TreeCheck {
  readonly #client: ClientBase;
  readonly #evidence: TreeEvidence;
  readonly #known: ReadonlyMap<number, Uint8Array>;
  readonly #tree: TreeVerifier | null;

  /** `startsAt`: the number before the first entry; above 0 tree heads are not compared. */
  constructor(client: ClientBase, evidence: TreeEvidence, startsAt: number) {
    this.#client = client;
    this.#evidence = evidence;
    this.#known = new Map(evidence.heads.map(({ size, root }) => [size, root]));
    this.#tree = startsAt === 0 ? new TreeVerifier(sha256) : null;
  }

  /** Adds the next run. Returns the first flaw, after which nothing may be added. Throws database errors and `UnreadableFiles`. */
  async add({ after, hashes }: HashRun): Promise<FlawAt<TreeFlaw> | null> {
    const last = after + hashes.length / HASH_BYTES;
    const { epoch, files } = this.#evidence;
    const roots = await readRoots(this.#client, epoch, after, last);
    let published: readonly Uint8Array[] = [];
    let publishedFrom = after + 1;
    for (let seq = after + 1; seq <= last; seq += 1) {
      if (files !== null && seq === publishedFrom + published.length) {
        published = await files.readEntriesFrom(seq);
        publishedFrom = seq;
      }
      const hash = hashes.subarray((seq - after - 1) * HASH_BYTES, (seq - after) * HASH_BYTES);
      const entry = published[seq - publishedFrom];
      // The first wrong entry is named by the published one even where the rewritten rows fit each other.
      if (entry !== undefined && !equalBytes(entry, hash)) return { seq, flaw: 'published' };
      const flaw = this.#addToTree(hash, seq, roots);
      if (flaw !== null) return { seq, flaw };
    }
    return null;
  }

  #addToTree(hash: Uint8Array, seq: number, roots: ReadonlyMap<number, Uint8Array>): TreeFlaw | null {
    if (this.#tree === null) return null;
    this.#tree.add(hash);
    const [known, root] = [this.#known.get(seq), roots.get(seq)];
    if (known !== undefined && !this.#tree.fits(known)) return 'known';
    return root === undefined || this.#tree.fits(root) ? null : 'root';
  }
}

/** Tree heads noted in the database, by size. */
async function readRoots(client: ClientBase, epoch: number, after: number, last: number): Promise<Map<number, Buffer>> {
  const { rows } = await client.query<{ size: string; root: Buffer }>(
    'select size, root from audit_checkpoint where epoch = $1 and size > $2 and size <= $3',
    [epoch, after, last],
  );
  return new Map(rows.map(({ size, root }) => [Number(size), root]));
}
