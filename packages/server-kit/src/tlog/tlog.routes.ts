import type { Endpoint, FileResult } from '@varco/contract/endpoint.ts';
import {
  addCheckpoint as addCheckpointEndpoint,
  NOTE_TYPE,
  readCosignedCheckpoint,
  readLogCheckpoint,
  readLogTile,
  readTlogKeys,
  SIZE_TYPE,
  TILE_TYPE,
} from '@varco/contract/tlog.ts';
import { toUtf8Bytes } from '@varco/domain/audit/audit-bytes.ts';
import { computeTileWidth, formatEntryBundle, parseTileIndex, type TileName } from '@varco/domain/audit/tile-path.ts';
import type { Pool } from 'pg';
import { AppError } from '../errors/app-error.ts';
import { implement } from '../http/implement.ts';
import type { ServerApp, Viewers } from '../http/server-app.ts';
import { RATES, type RateRule } from '../rate/rate-limiter.ts';
import type { AddCheckpointResult } from './add-checkpoint.ts';
import { readEntries, readNewestCheckpoint, readPublishedSize, readTileHashes } from './log-tree.repository.ts';
import { findCosignedNote } from './witness.repository.ts';

/** Rates by address of the endpoints anybody may call. */
const TLOG_RATES: Readonly<Record<string, RateRule>> = {
  [readTlogKeys.id]: RATES.logNote,
  [readLogCheckpoint.id]: RATES.logNote,
  [readCosignedCheckpoint.id]: RATES.logNote,
  [readLogTile.id]: RATES.logTile,
  [addCheckpointEndpoint.id]: RATES.addCheckpoint,
};

/** The rate of an endpoint of the published log; undefined for any other endpoint. */
export const getTlogRate = (endpoint: Pick<Endpoint, 'id'>): RateRule | undefined => TLOG_RATES[endpoint.id];

export interface TlogRouteDeps {
  readonly pool: Pool;
  /** Judges a submission of another log's checkpoint. */
  readonly witness: (body: string) => Promise<AddCheckpointResult>;
  /** Name and keys of the log and of the witness; null before the log was started. */
  readonly describe: () => Promise<{
    readonly log: { readonly vkeys: readonly string[] };
    readonly witness: string;
  } | null>;
}

/** The published log of this server, and its witness for the logs of others (ADR 0008). */
export function tlogRoutes<V extends Viewers>(app: ServerApp<V>, { pool, witness, describe }: TlogRouteDeps): void {
  implement(app, readTlogKeys, async () => {
    const own = await describe();
    if (own === null) throw new AppError('not_found');
    return textFile([...own.log.vkeys, own.witness].map((key) => `${key}\n`).join(''));
  });
  implement(app, readLogCheckpoint, async ({ params }) => {
    const checkpoint = await readNewestCheckpoint(pool, { log: params.log, epoch: Number(params.epoch) });
    if (checkpoint === null) throw new AppError('not_found');
    return textFile(checkpoint.note + checkpoint.cosignatures.map(({ line }) => line).join(''));
  });
  implement(app, readLogTile, async ({ params }) => {
    const name = parseTileIndex(params['*']);
    if (name === null) throw new AppError('not_found');
    const tile = { ...name, level: params.level === 'entries' ? ('entries' as const) : Number(params.level) };
    const bytes = await readTileBytes(pool, params.log, Number(params.epoch), tile);
    if (bytes === null) throw new AppError('not_found');
    return { bytes, type: TILE_TYPE, fileName: 'tile', isImmutable: true };
  });
  implement(app, readCosignedCheckpoint, async ({ params }) => {
    const note = await findCosignedNote(pool, params.origin_hash);
    if (note === null) throw new AppError('not_found');
    return textFile(note);
  });
  implement(app, addCheckpointEndpoint, async (_input, ctx) => {
    const { body } = ctx.request;
    const text = Buffer.isBuffer(body) ? decodeUtf8(body) : null;
    if (text === null) throw new AppError('bad_request');
    return respond(await witness(text));
  });
}

/** Bytes of a tile or bundle of the published part of the log; null when it does not exist. */
async function readTileBytes(pool: Pool, log: string, epoch: number, tile: TileName): Promise<Uint8Array | null> {
  const size = await readPublishedSize(pool, log, epoch);
  const level = tile.level === 'entries' ? 0 : tile.level;
  if (tile.width > computeTileWidth(size, level, tile.index)) return null;
  const isBundle = tile.level === 'entries';
  const parts = isBundle ? await readEntries(pool, epoch, tile) : await readTileHashes(pool, epoch, { ...tile, level });
  if (parts.length !== tile.width) return null;
  return isBundle ? formatEntryBundle(parts) : Buffer.concat(parts);
}

const textFile = (text: string, type: string = NOTE_TYPE): FileResult => ({
  bytes: toUtf8Bytes(text),
  type,
  fileName: 'checkpoint.txt',
});

/** The response the standard demands; refusals without a body of their own are our error envelope. */
function respond(result: AddCheckpointResult): FileResult {
  switch (result.state) {
    case 'cosigned':
      return textFile(result.lines);
    case 'other-size':
      return { ...textFile(`${result.size}\n`, SIZE_TYPE), status: 409 };
    case 'inconsistent':
    case 'fork':
      return { ...textFile(`${result.state}\n`), status: 422 };
    case 'unsigned':
      throw new AppError('no_perms');
    case 'unknown-log':
      throw new AppError('not_found');
    case 'malformed':
      throw new AppError('bad_request');
  }
}

/** Null when the bytes are not UTF-8. */
function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
