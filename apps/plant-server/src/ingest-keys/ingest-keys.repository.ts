import type { IngestKeyKind } from '@varco/contract/ingest-keys.ts';
import type { Runner } from '../database/sql-statement.ts';

/** A key with which reads are sent, as it is listed. */
export interface IngestKeyRow {
  readonly id: string;
  readonly label: string;
  readonly kind: IngestKeyKind;
  readonly gates: readonly string[] | null;
  readonly network: string | null;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

/** All keys, newest first. A gate that is gone keeps its number. */
export const listIngestKeys = (runner: Runner): Promise<readonly IngestKeyRow[]> =>
  runner.run<IngestKeyRow>({
    text: `select k.id, k.label, k.kind, k.cidr::text as network, k.created_at, k.revoked_at,
                  case when k.gates is null then null
                       else array(select coalesce(g.fullname, n.id::text) from unnest(k.gates) with ordinality n (id, nr)
                                    left join gate g on g.id = n.id order by n.nr) end as gates
             from ingest_key k order by k.created_at desc, k.id`,
    values: [],
  });

/** Numbers of the gates with these names, whatever their case; null where the plant has none. */
export async function findGateIds(runner: Runner, names: readonly string[]): Promise<readonly (number | null)[]> {
  const rows = await runner.run<{ id: number | null }>({
    text: `select (select g.id from gate g where lower(g.fullname) = lower(n.name) order by g.id limit 1) as id
             from unnest($1::text[]) with ordinality n (name, nr) order by n.nr`,
    values: [names],
  });
  return rows.map(({ id }) => id);
}

/** Stores the hash of a key. `gates` and `network` null: no limit. */
export async function insertIngestKey(
  runner: Runner,
  key: {
    readonly id: string;
    readonly label: string;
    readonly kind: IngestKeyKind;
    readonly hash: string;
    readonly gates: readonly number[] | null;
    readonly network: string | null;
    readonly now: string;
  },
): Promise<void> {
  await runner.run({
    text: `insert into ingest_key (id, label, kind, key_hash, gates, cidr, created_at) values ($1, $2, $3, $4, $5, network($6::inet), $7)`,
    values: [key.id, key.label, key.kind, key.hash, key.gates, key.network, key.now],
  });
}

/** Revokes a key; false: there is none in use with this id. */
export async function revokeIngestKey(runner: Runner, id: string, now: string): Promise<boolean> {
  const rows = await runner.run<{ id: string }>({
    text: 'update ingest_key set revoked_at = $2 where id = $1 and revoked_at is null returning id',
    values: [id, now],
  });
  return rows.length === 1;
}
