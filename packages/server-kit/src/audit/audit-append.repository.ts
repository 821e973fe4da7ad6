import {
  buildAuditOrigin,
  computeEntryHash,
  serialiseEntry,
  computeGenesisHash,
} from '@varco/domain/audit/audit-hash.ts';
import type { ClientBase } from 'pg';
import type { PreparedRecord } from './audit-record.ts';
import type { AuditReceipt } from './audit-sink.ts';
import { sha256OfParts } from './sha256.ts';

/** Advisory lock: one writer at a time for a log, over all processes of a server. It is "varcoaud" as a number. */
const AUDIT_LOCK_KEY = '8530224940612416868';

/** End of the log, to which the next entry is linked. */
export interface ChainHead {
  readonly epoch: number;
  readonly log: string;
  readonly seq: number;
  readonly hash: Uint8Array;
  readonly at: number;
}

/**
 * Begins a transaction that appends to the log, and takes the log's lock until the transaction ends. All statements
 * go in one round trip, because every response waits for its entry. `timeoutMs`: the database's limit for each
 * statement, including the wait for the lock.
 */
export async function beginAppend(client: ClientBase, timeoutMs: number): Promise<void> {
  await client.query(
    `begin; set local statement_timeout = ${timeoutMs}; set local synchronous_commit = on; select pg_advisory_xact_lock(${AUDIT_LOCK_KEY})`,
  );
}

/**
 * Appends records to the log inside the transaction of `beginAppend`, after the head that was read in it. All records
 * of one call become durable with that transaction, or none does.
 */
export async function appendEntries(
  client: ClientBase,
  head: ChainHead,
  records: readonly PreparedRecord[],
): Promise<readonly AuditReceipt[]> {
  const rows = linkRecords(head, records);
  const last = rows.at(-1);
  if (last === undefined) return [];
  const details = rows.filter((row) => row.detail !== null);
  await client.query({
    name: 'audit-append',
    text: `with leaf as (
        insert into audit_leaf (epoch, seq, hash) select $1, s, h from unnest($2::bigint[], $3::bytea[]) r (s, h)
      ), entry as (
        insert into audit_entry (epoch, seq, body) select $1, s, b from unnest($2::bigint[], $4::text[]) r (s, b)
      ), detail as (
        insert into audit_detail (epoch, seq, salt, body)
        select $1, s, k, b from unnest($5::bigint[], $6::bytea[], $7::text[]) r (s, k, b)
      )
      insert into audit_head (epoch, size, hash) values ($1, $8, $9)`,
    values: [
      head.epoch,
      rows.map((row) => row.seq),
      rows.map((row) => Buffer.from(row.hash)),
      rows.map((row) => row.body),
      details.map((row) => row.seq),
      details.map((row) => row.salt),
      details.map((row) => row.detail),
      last.seq,
      Buffer.from(last.hash),
    ],
  });
  return rows.map((row) => ({ epoch: head.epoch, seq: row.seq }));
}

/**
 * Links records after the head: sequence numbers, time, hashes. All records of one commit carry the same database
 * time.
 */
function linkRecords(head: ChainHead, records: readonly PreparedRecord[]) {
  let previous = head.hash;
  return records.map((record, index) => {
    const seq = head.seq + index + 1;
    const body = serialiseEntry({ v: 1, log: head.log, epoch: head.epoch, seq, at: head.at, ...record.entry });
    previous = computeEntryHash(sha256OfParts, previous, body);
    return { seq, body, hash: previous, salt: record.salt, detail: record.detail };
  });
}

/**
 * The head of the log. A statement of its own after the one that waited for the lock: it sees what the previous holder
 * committed.
 */
export async function readChainHead(client: ClientBase): Promise<ChainHead> {
  const { rows } = await client.query<{
    epoch: number;
    log: string;
    genesis: Buffer;
    seq: string | null;
    hash: Buffer | null;
    at: string;
  }>({
    name: 'audit-chain-head',
    text: `select l.epoch, l.log, l.genesis, t.seq, t.hash,
        floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at
      from audit_log l
      left join lateral (select seq, hash from audit_leaf f where f.epoch = l.epoch order by seq desc limit 1) t on true
      order by l.epoch desc limit 1`,
  });
  const [row] = rows;
  if (row === undefined) throw new Error('the audit log has not been started');
  return {
    epoch: row.epoch,
    log: row.log,
    seq: Number(row.seq ?? 0),
    hash: new Uint8Array(row.hash ?? row.genesis),
    at: Number(row.at),
  };
}

/**
 * Creates the log of a new database as epoch 1; an existing log is not changed. `host` is the server's public host
 * name, `log` its uuid: together they name the log to witnesses.
 */
export async function startAuditLog(
  client: ClientBase,
  identity: { readonly host: string; readonly log: string },
): Promise<void> {
  const origin = buildAuditOrigin(identity.host, identity.log, 1);
  await client.query(
    `insert into audit_log (epoch, log, origin, genesis)
     select 1, $1, $2, $3 where not exists (select from audit_log) on conflict do nothing`,
    [identity.log, origin, Buffer.from(computeGenesisHash(sha256OfParts, origin))],
  );
}
