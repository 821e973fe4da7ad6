import { computeGenesisHash } from '@varco/domain/audit/audit-hash.ts';
import { type ChainPoint, type EntryRow, type RangeResult, RangeVerifier } from '@varco/domain/audit/range-verifier.ts';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { CopyRowReader } from './copy-rows.ts';
import { sha256 } from './note-keys.ts';

const HASH_BYTES = 32;

/** Entries of one epoch of a log that are verified in one go. */
export interface LogRange {
  readonly epoch: number;
  readonly log: string;
  readonly origin: string;
  /** Number of the entry before the first one. */
  readonly after: number;
  readonly last: number;
}

/** A verified range and the hashes of its entries up to its end or first flaw, 32 bytes each. */
export interface VerifiedRange {
  readonly result: RangeResult;
  readonly hashes: Uint8Array<ArrayBuffer>;
}

/**
 * Verifies the entries of a range against the stored hash before it, and stops at the first flaw. Whether that hash is
 * the right one shows when ranges are joined. Throws database errors.
 */
export async function verifyRange(client: ClientBase, range: LogRange): Promise<VerifiedRange> {
  const { epoch, log, origin, after, last } = range;
  const before = await readPoint(client, epoch, after, origin);
  const verifier = new RangeVerifier({ sha256, log, epoch, before });
  const hashes = new Uint8Array((last - after) * HASH_BYTES);
  await readRows(client, range, (row) => {
    if (verifier.push(row) === null) hashes.set(row.hash, (row.seq - after - 1) * HASH_BYTES);
  });
  const result = verifier.result();
  return { result, hashes: hashes.subarray(0, (result.last.seq - after) * HASH_BYTES) };
}

/** Verifies ranges on one connection, in order, up to the first with a flaw. */
export async function* verifyOneByOne(client: ClientBase, ranges: readonly LogRange[]): AsyncGenerator<VerifiedRange> {
  for (const range of ranges) {
    const verified = await verifyRange(client, range);
    yield verified;
    if (verified.result.broken !== null) return;
  }
}

/** The stored hash of an entry; the beginning of the log before the first one, and in the stead of a missing one. */
async function readPoint(client: ClientBase, epoch: number, seq: number, origin: string): Promise<ChainPoint> {
  const { rows } = await client.query<{ hash: Buffer }>('select hash from audit_leaf where epoch = $1 and seq = $2', [
    epoch,
    seq,
  ]);
  return { seq, hash: rows[0]?.hash ?? computeGenesisHash(sha256, origin) };
}

/**
 * Reads the rows of a range in order. The bounds stand on every table, and the tables are joined in the order of their
 * keys: looking up each row in each table takes three times as long. COPY halves what a row costs here.
 */
async function readRows(
  client: ClientBase,
  { epoch, after, last }: LogRange,
  handle: (row: EntryRow) => void,
): Promise<void> {
  // COPY has no parameters; the values are whole numbers.
  const bounds = (table: string, seq: string): string =>
    `${table}.epoch = ${epoch} and ${seq} > ${after} and ${seq} <= ${last}`;
  await client.query('set enable_nestloop = off');
  try {
    const reader = new CopyRowReader(FIELDS);
    const rows = client.query(
      copyTo(`copy (
        select l.seq, l.hash, e.body, d.salt, d.body, h.hash
          from audit_leaf l
          left join audit_entry e on e.seq = l.seq and ${bounds('e', 'e.seq')}
          left join audit_detail d on d.seq = l.seq and ${bounds('d', 'd.seq')}
          left join audit_head h on h.size = l.seq and ${bounds('h', 'h.size')}
         where ${bounds('l', 'l.seq')} order by l.seq
      ) to stdout (format binary)`),
    );
    for await (const chunk of rows) reader.push(chunk, (bytes, found) => handle(readRow(bytes, found)));
    reader.finish();
  } finally {
    await client.query('reset enable_nestloop');
  }
}

const FIELDS = 6;

/** The row in its bytes, which it goes on using. */
function readRow(bytes: Buffer, bounds: Int32Array): EntryRow {
  const [
    seqAt = 0,
    ,
    hashAt = 0,
    hashEnd,
    entryAt = -1,
    entryEnd,
    saltAt = -1,
    saltEnd,
    detailAt = -1,
    detailEnd,
    headAt = -1,
    headEnd,
  ] = bounds;
  return {
    seq: Number(bytes.readBigInt64BE(seqAt)),
    hash: bytes.subarray(hashAt, hashEnd),
    entry: entryAt < 0 ? null : bytes.toString('utf8', entryAt, entryEnd),
    detail:
      saltAt < 0 || detailAt < 0
        ? null
        : { salt: bytes.subarray(saltAt, saltEnd), text: bytes.subarray(detailAt, detailEnd) },
    head: headAt < 0 ? null : bytes.subarray(headAt, headEnd),
  };
}
