import type { Runner } from '../../database/sql-statement.ts';

/** Number of reads of a key with one outcome in an hour. */
export interface TallyCount {
  /** ISO instant of the full hour. */
  readonly hour: string;
  readonly keyId: string;
  readonly outcome: string;
  readonly n: number;
}

/** Adds counts to the table. They must be sorted, so that two processes do not deadlock. */
export async function addTallyCounts(runner: Runner, counts: readonly TallyCount[]): Promise<void> {
  await runner.run({
    text: `insert into ingest_tally as t (hour, key_id, outcome, n)
      select * from unnest($1::timestamptz[], $2::uuid[], $3::text[], $4::integer[])
      on conflict (hour, key_id, outcome) do update set n = t.n + excluded.n`,
    values: [
      counts.map(({ hour }) => hour),
      counts.map(({ keyId }) => keyId),
      counts.map(({ outcome }) => outcome),
      counts.map(({ n }) => n),
    ],
  });
}

export interface TallyRow {
  readonly hour: string;
  readonly key_id: string;
  readonly label: string;
  readonly kind: string | null;
  readonly outcomes: Readonly<Record<string, number>>;
}

/** Deletes and returns the hours before an instant (ISO); a failed transaction restores them. */
export const takeTallyBefore = (runner: Runner, before: string): Promise<readonly TallyRow[]> =>
  runner.run<TallyRow>({
    text: `with gone as (delete from ingest_tally where hour < $1::timestamptz returning hour, key_id, outcome, n)
      select g.hour, g.key_id, coalesce(k.label, c.name, '') as label, coalesce(k.kind, case when c.id is not null then 'camera' end) as kind,
        jsonb_object_agg(g.outcome, g.n) as outcomes
      from gone as g left join ingest_key as k on k.id = g.key_id left join camera as c on c.uuid = g.key_id
      group by 1, 2, 3, 4 order by 1, 2`,
    values: [before],
  });
