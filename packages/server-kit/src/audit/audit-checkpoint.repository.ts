import { appendLeaf, EMPTY_FRONTIER, type Frontier, computeFrontierRoot } from '@varco/domain/audit/merkle-tree.ts';
import { formatCheckpoint } from '@varco/domain/audit/signed-note.ts';
import type { Pool } from 'pg';
import { sha256OfParts } from './sha256.ts';

const HASH_BYTES = 32;
const CHECKPOINT_BATCH_SIZE = 5_000;

/**
 * Stores the current tree head of the log; runs every minute. `sign` turns the text of a checkpoint into a signed
 * note. Returns the size stored, or null when nothing was appended since the last one.
 */
export async function storeCheckpoint(pool: Pool, sign?: (text: string) => Promise<string>): Promise<number | null> {
  const { rows } = await pool.query<{ epoch: number; origin: string; size: string | null; frontier: Buffer | null }>(
    `select l.epoch, l.origin, c.size, c.frontier from audit_log l
       left join lateral (select size, frontier from audit_checkpoint k where k.epoch = l.epoch order by size desc limit 1) c on true
      order by l.epoch desc limit 1`,
  );
  const [last] = rows;
  if (last === undefined) return null;
  const start = last.frontier === null ? EMPTY_FRONTIER : parseFrontier(Number(last.size), last.frontier);
  const frontier = await extendFrontier(pool, last.epoch, start);
  if (frontier.size === start.size) return null;
  const root = computeFrontierRoot(sha256OfParts, frontier);
  const text = formatCheckpoint(last.origin, { size: frontier.size, root });
  await pool.query(
    `insert into audit_checkpoint (epoch, size, root, frontier, note) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [last.epoch, frontier.size, Buffer.from(root), Buffer.concat(frontier.roots), (await sign?.(text)) ?? null],
  );
  return frontier.size;
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
    for (const { hash } of rows) frontier = appendLeaf(sha256OfParts, frontier, new Uint8Array(hash));
    if (rows.length < CHECKPOINT_BATCH_SIZE) return frontier;
  }
}
