import type { ClientBase } from 'pg';
import { SELECT_DUE, DAY_CONDITION, type Difference } from './verify-rollups.repository.ts';

/** Rows repaired in one transaction. */
const CHUNK_SIZE = 500;

/**
 * Three statements: lock the rows with a count of zero (insert missing ones), recompute them from the transits, and delete
 * those still at zero. A concurrent ingest is either already counted or waits for the lock and adds itself afterwards.
 */
interface RepairStatements {
  readonly lock: string;
  readonly renew: string;
  readonly drop: string;
}

const DAY_REPAIR: RepairStatements = {
  lock: `insert into plate_day as d (day, plate, n, night, uninsured, nation, gates)
    select $1::date, plate, 0, 0, 0, 0, '{}' from unnest($2::text[]) as plate order by plate on conflict (day, plate) do update set n = 0`,
  renew: `update plate_day as d set n = t.n, night = t.night, uninsured = t.uninsured, nation = t.nation, gates = t.gates
    from (select plate, ${SELECT_DUE.day} from transit where plate = any($2::text[]) and ${DAY_CONDITION} group by plate) as t
    where d.day = $1::date and d.plate = t.plate`,
  drop: `delete from plate_day as d where d.day = $1::date and d.plate = any($2::text[]) and d.n = 0`,
};

const KEYS = `unnest($1::smallint[], $2::timestamptz[]) as k(gate, hour)`;
const HOUR_REPAIR: RepairStatements = {
  lock: `insert into gate_hour as d (gate, hour, n, n_foreign, n_uninsured, n_uninspected, n_stolen, n_alarm, n_speed, sum_speed)
    select gate, hour, 0, 0, 0, 0, 0, 0, 0, 0 from ${KEYS} order by 1, 2 on conflict (gate, hour) do update set n = 0`,
  // A common table, because a cluster mixes up the columns of such a subquery in an update of a local table.
  renew: `with t as materialized (select r.gate as g, k.hour as h, ${SELECT_DUE.hour} from ${KEYS} join transit as r on r.gate = k.gate
        and r.ts >= k.hour and r.ts < k.hour + interval '1 hour' group by 1, 2)
    update gate_hour as d set n = t.n, n_foreign = t.n_foreign, n_uninsured = t.n_uninsured, n_uninspected = t.n_uninspected,
      n_stolen = t.n_stolen, n_alarm = t.n_alarm, n_speed = t.n_speed, sum_speed = t.sum_speed,
      n_checked = t.n_checked, n_reported_stolen = t.n_reported_stolen
    from t where d.gate = t.g and d.hour = t.h`,
  drop: `delete from gate_hour as d using ${KEYS} where d.gate = k.gate and d.hour = k.hour and d.n = 0`,
};

const PLATE_REPAIR: RepairStatements = {
  lock: `insert into plate_dict as d (plate, folded, first_seen, last_seen, n, last_gate, nation)
    select plate, '', 'epoch', 'epoch', 0, 0, 0 from unnest($1::text[]) as plate order by plate on conflict (plate) do update set n = 0`,
  renew: `update plate_dict as d set folded = t.folded, first_seen = t.first_seen, last_seen = t.last_seen, n = t.n,
      last_gate = t.last_gate, nation = t.nation
    from (select plate, ${SELECT_DUE.plate} from transit where plate = any($1::text[]) group by plate) as t where d.plate = t.plate`,
  drop: `delete from plate_dict as d where d.plate = any($1::text[]) and d.n = 0`,
};

async function renewRows(
  client: ClientBase,
  { lock, renew: anew, drop }: RepairStatements,
  values: readonly unknown[],
): Promise<void> {
  await client.query('begin');
  try {
    // Separate statements, because only a statement that starts after the lock was taken sees what others have added.
    for (const text of [lock, anew, drop]) await client.query(text, [...values]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

const splitIntoChunks = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / CHUNK_SIZE) }, (_, i) => all.slice(i * CHUNK_SIZE, (i + 1) * CHUNK_SIZE));

/** Recomputes rows from the transits. `day`: the day of the differences of kind day. */
export async function repairRollUps(
  client: ClientBase,
  differences: readonly Difference[],
  day: string,
): Promise<void> {
  const namesOf = (kind: Difference['kind']): readonly string[] =>
    differences.filter((one) => one.kind === kind).map(({ name }) => name);
  for (const plates of splitIntoChunks(namesOf('day'))) await renewRows(client, DAY_REPAIR, [day, plates]);
  for (const names of splitIntoChunks(namesOf('hour'))) {
    const keys = names.map((name) => name.split(' '));
    await renewRows(client, HOUR_REPAIR, [keys.map(([gate]) => gate), keys.map(([, hour]) => hour)]);
  }
  for (const plates of splitIntoChunks(namesOf('plate'))) await renewRows(client, PLATE_REPAIR, [plates]);
}
