import type { LogRow } from '@varco/domain/audit/audit-verify.ts';
import type { StoredDetail } from '@varco/domain/audit/range-verifier.ts';
import type { Pool } from 'pg';

/** One epoch of the log of this server. */
export interface StoredLog {
  readonly epoch: number;
  readonly log: string;
  readonly origin: string;
  readonly genesis: Uint8Array;
  /** Size of the log at its last recorded commit. */
  readonly noted: number;
}

/** Epochs of the log, oldest first. */
export async function readStoredLogs(pool: Pool): Promise<readonly StoredLog[]> {
  const { rows } = await pool.query<Omit<StoredLog, 'noted'> & { noted: string }>(
    `select l.epoch, l.log, l.origin, l.genesis,
        coalesce((select max(size) from audit_head h where h.epoch = l.epoch), 0) as noted
      from audit_log l order by l.epoch`,
  );
  return rows.map((row) => ({ ...row, genesis: new Uint8Array(row.genesis), noted: Number(row.noted) }));
}

/** An epoch that has rows and no log, because its log was deleted; null: none. */
export async function findStrayEpoch(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ epoch: number }>(
    'select epoch from audit_leaf where epoch not in (select epoch from audit_log) limit 1',
  );
  return rows[0]?.epoch ?? null;
}

/** Entries after a number that announce a removal, with their details. */
export async function readStoredAnnouncements(
  pool: Pool,
  epoch: number,
  after: number,
): Promise<{ readonly entry: string; readonly detail: StoredDetail }[]> {
  const { rows } = await pool.query<{ entry: string; salt: Buffer; text: string }>(
    `select e.body as entry, d.salt, d.body as text from audit_entry e join audit_detail d using (epoch, seq)
      where e.action in ('audit.expire', 'audit.erase') and e.epoch = $1 and e.seq > $2`,
    [epoch, after],
  );
  return rows.map(({ entry, salt, text }) => ({ entry, detail: { salt, text } }));
}

interface StoredRow {
  readonly seq: string;
  readonly hash: Buffer;
  readonly entry: string | null;
  readonly salt: Buffer | null;
  readonly detail: string | null;
  readonly head: Buffer | null;
  readonly root: Buffer | null;
}

/** The next rows of an epoch after a number, with all that was noted of them. */
export async function readStoredRows(pool: Pool, epoch: number, after: number, limit: number): Promise<LogRow[]> {
  const { rows } = await pool.query<StoredRow>(
    `select l.seq, l.hash, e.body as entry, d.salt, d.body as detail, h.hash as head, c.root
       from audit_leaf l
       left join audit_entry e using (epoch, seq)
       left join audit_detail d using (epoch, seq)
       left join audit_head h on h.epoch = l.epoch and h.size = l.seq
       left join audit_checkpoint c on c.epoch = l.epoch and c.size = l.seq
      where l.epoch = $1 and l.seq > $2 order by l.seq limit $3`,
    [epoch, after, limit],
  );
  return rows.map(({ seq, hash, entry, salt, detail, head, root }) => ({
    seq: Number(seq),
    hash: new Uint8Array(hash),
    entry,
    detail: salt === null || detail === null ? null : { salt: new Uint8Array(salt), text: detail },
    head: head === null ? null : new Uint8Array(head),
    root: root === null ? null : new Uint8Array(root),
  }));
}
