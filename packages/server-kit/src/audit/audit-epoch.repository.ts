import { buildAuditOrigin, computeGenesisHash } from '@varco/domain/audit/audit-hash.ts';
import type { ClientBase } from 'pg';
import { appendEntries, beginAppend, readChainHead } from './audit-append.repository.ts';
import { prepareRecord } from './audit-record.ts';
import { sha256OfParts } from './sha256.ts';

const EPOCH_ACTOR = { kind: 'system', id: null, name: 'audit', group: null, level: null, session: null } as const;

export interface DeclaredEpoch {
  readonly host: string;
  readonly log: string;
  /** Number of the epoch the operator declares after a restore. */
  readonly epoch: number;
  readonly timeoutMs: number;
  /** What `varco restore` put back; absent: the operator declared the epoch without it. */
  readonly restored?: { readonly backup: string; readonly to: string; readonly through: string | null };
}

/**
 * Begins an epoch of the log that the operator declared, unless the log is there already; returns whether it began. Its
 * first entry cites where the earlier epoch ends in this database and what its witnesses hold, so that everybody sees
 * which entries the restore lost. Epoch and entry are one transaction.
 */
export async function beginDeclaredEpoch(client: ClientBase, declared: DeclaredEpoch): Promise<boolean> {
  await beginAppend(client, declared.timeoutMs);
  const { rows } = await client.query<{ epoch: number; origin: string; size: string; hash: Buffer | null }>(
    `select l.epoch, l.origin, coalesce(t.seq, 0) as size, t.hash from audit_log l
       left join lateral (select seq, hash from audit_leaf f where f.epoch = l.epoch order by seq desc limit 1) t on true
      order by l.epoch desc limit 1`,
  );
  const [last] = rows;
  if (last === undefined || last.epoch >= declared.epoch) {
    await client.query('rollback');
    return false;
  }
  const held = await client.query<{ name: string; origin: string; held_size: string }>(
    'select name, origin, held_size from log_witness order by name',
  );
  const origin = buildAuditOrigin(declared.host, declared.log, declared.epoch);
  await client.query('insert into audit_log (epoch, log, origin, genesis) values ($1, $2, $3, $4)', [
    ...[declared.epoch, declared.log, origin, Buffer.from(computeGenesisHash(sha256OfParts, origin))],
  ]);
  await appendEntries(client, await readChainHead(client), [
    prepareRecord({
      ...{ action: 'audit.epoch', outcome: 'ok', actor: EPOCH_ACTOR, from: { ip: null, client: null }, req: null },
      detail: {
        ...(declared.restored === undefined ? {} : { restored: declared.restored }),
        earlier: { origin: last.origin, size: Number(last.size), hash: last.hash?.toString('base64url') ?? null },
        witnesses: held.rows.map((row) => ({ name: row.name, origin: row.origin, size: Number(row.held_size) })),
      },
    }),
  ]);
  await client.query('commit');
  return true;
}
