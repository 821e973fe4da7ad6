import { hashLeaf } from '@varco/domain/audit/merkle-tree.ts';
import { TILE_WIDTH, type TileName } from '@varco/domain/audit/tile-path.ts';
import type { Pool } from 'pg';
import { sha256OfParts } from '../audit/sha256.ts';

/** The newest checkpoint of a log. */
export interface StoredCheckpoint {
  readonly epoch: number;
  readonly origin: string;
  readonly size: number;
  /** Signed note without cosignatures. */
  readonly note: string;
  /** Cosignature lines of witnesses, each with its newline. */
  readonly cosignatures: readonly { readonly witness: string; readonly line: string }[];
}

/** The newest signed checkpoint of an epoch of this server's log, `epoch` null: of the newest epoch; null when there is none. */
export async function readNewestCheckpoint(
  pool: Pool,
  which: { readonly log?: string; readonly epoch: number | null },
): Promise<StoredCheckpoint | null> {
  const { rows } = await pool.query<{
    epoch: number;
    origin: string;
    size: string;
    note: string;
    lines: { readonly witness: string; readonly line: string }[];
  }>(
    `select l.epoch, l.origin, c.size, c.note,
        coalesce((select json_agg(json_build_object('witness', s.witness, 'line', s.line) order by s.at, s.witness)
                    from audit_cosignature s where s.epoch = c.epoch and s.size = c.size), '[]') as lines
       from audit_log l
       join lateral (select epoch, size, note from audit_checkpoint k
                      where k.epoch = l.epoch and note is not null order by size desc limit 1) c on true
      where ($1::uuid is null or l.log = $1) and l.epoch = coalesce($2, (select max(epoch) from audit_log))`,
    [which.log ?? null, which.epoch],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return { epoch: row.epoch, origin: row.origin, size: Number(row.size), note: row.note, cosignatures: row.lines };
}

/** Entries up to the newest signed checkpoint of an epoch: what is published; 0 for a log this server does not have. */
export async function readPublishedSize(pool: Pool, log: string, epoch: number): Promise<number> {
  const { rows } = await pool.query<{ size: string }>({
    name: 'tlog-size',
    text: `select c.size from audit_log l join audit_checkpoint c on c.epoch = l.epoch
            where l.log = $1 and l.epoch = $2 and c.note is not null order by c.size desc limit 1`,
    values: [log, epoch],
  });
  return Number(rows[0]?.size ?? 0);
}

/** Origin of the newest epoch of this server's log; null before its first start. */
export async function readOrigin(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ origin: string }>('select origin from audit_log order by epoch desc limit 1');
  return rows[0]?.origin ?? null;
}

/** Entries of a bundle, the 32 bytes that the tree hashes; as many as are stored, at most `width`. */
export async function readEntries(
  pool: Pool,
  epoch: number,
  { index, width }: Pick<TileName, 'index' | 'width'>,
): Promise<readonly Uint8Array[]> {
  const { rows } = await pool.query<{ hash: Buffer }>({
    name: 'tlog-entries',
    text: 'select hash from audit_leaf where epoch = $1 and seq > $2 and seq <= $3 order by seq',
    values: [epoch, index * TILE_WIDTH, index * TILE_WIDTH + width],
  });
  return rows.map(({ hash }) => new Uint8Array(hash));
}

/** Hashes of a tile; as many as are stored, at most `width`. */
export async function readTileHashes(
  pool: Pool,
  epoch: number,
  tile: TileName & { readonly level: number },
): Promise<readonly Uint8Array[]> {
  if (tile.level === 0) return (await readEntries(pool, epoch, tile)).map((entry) => hashLeaf(sha256OfParts, entry));
  const { rows } = await pool.query<{ hash: Buffer }>({
    name: 'tlog-nodes',
    text: 'select hash from audit_node where epoch = $1 and level = $2 and idx >= $3 and idx < $4 order by idx',
    values: [epoch, tile.level, tile.index * TILE_WIDTH, tile.index * TILE_WIDTH + tile.width],
  });
  return rows.map(({ hash }) => new Uint8Array(hash));
}

/** Keeps what a witness answered; the first answer for a checkpoint stays. */
export async function storeCosignature(
  pool: Pool,
  checkpoint: Pick<StoredCheckpoint, 'epoch' | 'size'>,
  cosignature: { readonly witness: string; readonly line: string; readonly at: Date },
): Promise<void> {
  await pool.query(
    `insert into audit_cosignature (epoch, size, witness, line, at) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [checkpoint.epoch, checkpoint.size, cosignature.witness, cosignature.line, cosignature.at],
  );
}

/**
 * Seconds that checkpoints of this log have waited for a first cosignature: 0 when the newest has one; null when this
 * server knows no witness.
 */
export async function readUncosignedSeconds(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ seconds: number | null }>(
    `with newest as (select max(epoch) as epoch from audit_log),
          cosigned as (select coalesce(max(s.size), 0) as size from audit_cosignature s, newest n where s.epoch = n.epoch)
     select coalesce(extract(epoch from clock_timestamp() - (
              select min(c.at) from audit_checkpoint c, newest n, cosigned s where c.epoch = n.epoch and c.size > s.size)), 0)::float8 as seconds
      where exists (select from log_witness)`,
  );
  return rows[0]?.seconds ?? null;
}
