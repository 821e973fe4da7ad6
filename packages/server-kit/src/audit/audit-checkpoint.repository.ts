import { TILE_WIDTH } from '@varco/domain/audit/tile-path.ts';
import { appendLeaf, EMPTY_FRONTIER, type Frontier, computeFrontierRoot } from '@varco/domain/audit/merkle-tree.ts';
import { formatCheckpoint } from '@varco/domain/audit/signed-note.ts';
import type { Pool } from 'pg';
import { sha256OfParts } from './sha256.ts';

const HASH_BYTES = 32;
const CHECKPOINT_BATCH_SIZE = 5_000;
/** Height of a tile: a node is stored for every complete subtree of 256 entries, 256 times 256, and so on. */
const TILE_HEIGHT = 8;

/** Root of a complete subtree that a tile of the level contains. */
interface TreeNode {
  readonly level: number;
  readonly index: number;
  readonly hash: Uint8Array;
}

/**
 * Stores the current tree head of the log with the nodes its tiles are made of; runs every minute, apart from the calls
 * that append. `sign` turns the text of a checkpoint into a signed note. Returns the size stored, or null when nothing
 * was appended since the last one.
 */
export async function storeCheckpoint(pool: Pool, sign?: (text: string) => Promise<string>): Promise<number | null> {
  const { rows } = await pool.query<{ epoch: number; origin: string; size: string | null; frontier: Buffer | null }>(
    `select l.epoch, l.origin, c.size, c.frontier from audit_log l
       left join lateral (select size, frontier from audit_checkpoint k where k.epoch = l.epoch order by size desc limit 1) c on true
      order by l.epoch desc limit 1`,
  );
  const [last] = rows;
  if (last === undefined) return null;
  const size = Number(last.size ?? 0);
  // A log from before the tiles has a frontier and no nodes: its tree is computed once more from the first entry.
  const start =
    last.frontier !== null && (await hasNodes(pool, last.epoch, size))
      ? parseFrontier(size, last.frontier)
      : EMPTY_FRONTIER;
  const frontier = await extendFrontier(pool, last.epoch, start);
  if (frontier.size <= size) return null;
  const root = computeFrontierRoot(sha256OfParts, frontier);
  const text = formatCheckpoint(last.origin, { size: frontier.size, root });
  await pool.query(
    `insert into audit_checkpoint (epoch, size, root, frontier, note) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [last.epoch, frontier.size, Buffer.from(root), Buffer.concat(frontier.roots), (await sign?.(text)) ?? null],
  );
  return frontier.size;
}

/** True when the node of the last complete tile is stored; nodes are stored before the checkpoint that needs them. */
async function hasNodes(pool: Pool, epoch: number, size: number): Promise<boolean> {
  const tiles = Math.floor(size / TILE_WIDTH);
  if (tiles === 0) return true;
  const { rowCount } = await pool.query('select 1 from audit_node where epoch = $1 and level = 1 and idx = $2', [
    epoch,
    tiles - 1,
  ]);
  return rowCount === 1;
}

function parseFrontier(size: number, bytes: Buffer): Frontier {
  const roots: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += HASH_BYTES) roots.push(new Uint8Array(bytes.subarray(at, at + HASH_BYTES)));
  return { size, roots };
}

async function extendFrontier(pool: Pool, epoch: number, start: Frontier): Promise<Frontier> {
  let frontier = start;
  for (;;) {
    const { rows } = await pool.query<{ hash: Buffer }>(
      `select hash from audit_leaf where epoch = $1 and seq > $2 order by seq limit ${CHECKPOINT_BATCH_SIZE}`,
      [epoch, frontier.size],
    );
    const nodes: TreeNode[] = [];
    const keepNode = (height: number, index: number, hash: Uint8Array): void => {
      if (height % TILE_HEIGHT === 0) nodes.push({ level: height / TILE_HEIGHT, index, hash });
    };
    for (const { hash } of rows) frontier = appendLeaf(sha256OfParts, frontier, new Uint8Array(hash), keepNode);
    await storeNodes(pool, epoch, nodes);
    if (rows.length < CHECKPOINT_BATCH_SIZE) return frontier;
  }
}

/** A node that is there already stays: after a crash the same ones come again. */
async function storeNodes(pool: Pool, epoch: number, nodes: readonly TreeNode[]): Promise<void> {
  if (nodes.length === 0) return;
  await pool.query(
    `insert into audit_node (epoch, level, idx, hash)
     select $1, l, i, h from unnest($2::smallint[], $3::bigint[], $4::bytea[]) r (l, i, h) on conflict do nothing`,
    [
      epoch,
      nodes.map(({ level }) => level),
      nodes.map(({ index }) => index),
      nodes.map(({ hash }) => Buffer.from(hash)),
    ],
  );
}
