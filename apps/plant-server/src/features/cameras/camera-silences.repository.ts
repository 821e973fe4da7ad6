import { findRow, type Runner } from '../../database/sql-statement.ts';

/** The silence of a camera that has not ended. Instants are ISO. */
export interface SilenceRow {
  readonly id: number;
  readonly gate: number;
  readonly gate_name: string;
  readonly silent_since: string;
  readonly noticed_at: string;
  readonly expected: number | null;
  readonly taken_by: string | null;
  readonly taken_at: string | null;
  readonly done_by: string | null;
  readonly done_at: string | null;
  readonly note: string | null;
}

const COLUMNS = `s.id, s.gate, g.fullname as gate_name, s.silent_since, s.noticed_at, s.expected, s.taken_by, s.taken_at,
  s.done_by, s.done_at, s.note`;
const FROM = 'from camera_silence as s join gate as g on g.id = s.gate';

/** Silences that have not ended: those without owner first, finished ones last, the longest first. */
export const readSilences = (runner: Runner): Promise<readonly SilenceRow[]> =>
  runner.run<SilenceRow>({
    text: `select ${COLUMNS} ${FROM} where s.ended_at is null
      order by s.done_at is not null, s.taken_at is not null, s.silent_since, s.id limit 5000`,
    values: [],
  });

export const readSilence = (runner: Runner, id: number): Promise<SilenceRow | null> =>
  findRow<SilenceRow>(runner, { text: `select ${COLUMNS} ${FROM} where s.id = $1`, values: [id] });

/** A silence, locked until the end of the transaction; null when it does not exist. */
export const lockSilence = (
  runner: Runner,
  id: number,
): Promise<(SilenceRow & { readonly ended_at: string | null }) | null> =>
  findRow(runner, { text: `select ${COLUMNS}, s.ended_at ${FROM} where s.id = $1 for update of s`, values: [id] });

export async function takeSilence(runner: Runner, id: number, by: string, at: string): Promise<void> {
  await runner.run({
    text: 'update camera_silence set taken_by = $2, taken_at = $3 where id = $1',
    values: [id, by, at],
  });
}

export async function finishSilence(
  runner: Runner,
  id: number,
  done: { readonly by: string; readonly at: string; readonly note: string },
): Promise<void> {
  await runner.run({
    text: `update camera_silence set done_by = $2, done_at = $3, note = $4, taken_by = coalesce(taken_by, $2),
        taken_at = coalesce(taken_at, $3) where id = $1`,
    values: [id, done.by, done.at, done.note],
  });
}

export interface NewSilence {
  readonly gate: number;
  readonly since: string;
  readonly expected: number | null;
}

/** Opens silences; of one that is open already, its last read and its expected reads are renewed. Returns the new gates. */
export async function openSilences(
  runner: Runner,
  silences: readonly NewSilence[],
  now: string,
): Promise<readonly number[]> {
  const rows = await runner.run<{ gate: number; is_new: boolean }>({
    text: `insert into camera_silence as s (gate, silent_since, expected, noticed_at)
      select u.*, $4::timestamptz from unnest($1::smallint[], $2::timestamptz[], $3::int[]) as u
      on conflict (gate) where ended_at is null do update set silent_since = excluded.silent_since, expected = excluded.expected
      returning gate, noticed_at = $4::timestamptz as is_new`,
    values: [
      silences.map((one) => one.gate),
      silences.map((one) => one.since),
      silences.map((one) => one.expected),
      now,
    ],
  });
  return rows.flatMap(({ gate, is_new: isNew }) => (isNew ? [gate] : []));
}

/** Ends the silences of all gates but these; returns the gates that ended. */
export async function endOtherSilences(
  runner: Runner,
  silent: readonly number[],
  now: string,
): Promise<readonly number[]> {
  const rows = await runner.run<{ gate: number }>({
    text: `update camera_silence set ended_at = $2 where ended_at is null and not (gate = any($1::smallint[])) returning gate`,
    values: [silent, now],
  });
  return rows.map(({ gate }) => gate);
}

/** Deletes silences that ended before an instant. */
export async function deleteSilencesBefore(runner: Runner, before: string): Promise<void> {
  await runner.run({ text: 'delete from camera_silence where ended_at < $1', values: [before] });
}

/** A time without a read at a gate. Instants are ISO. */
export interface QuietTime {
  readonly gate: number;
  readonly from: string;
  readonly to: string;
}

/**
 * Reads of gates in the same hours of the four weeks before, from the hourly sums; parts of an hour count in proportion.
 * A week in which the gate read nothing in the day before is left out: it was off, or not there yet.
 */
export const readEarlierWeeks = (
  runner: Runner,
  times: readonly QuietTime[],
): Promise<readonly { readonly gate: number; readonly n: number }[]> =>
  runner.run<{ gate: number; n: number }>({
    name: 'camera-earlier-weeks',
    text: `select q.gate, coalesce(w.n, 0)::float8 as n
      from unnest($1::smallint[], $2::timestamptz[], $3::timestamptz[]) as q(gate, lower, upper)
      cross join generate_series(1, 4) as back(weeks)
      cross join lateral (select q.lower - back.weeks * interval '168 hours' as lower, q.upper - back.weeks * interval '168 hours' as upper) as t
      left join lateral (
        select sum(h.n * extract(epoch from least(h.hour + interval '1 hour', t.upper) - greatest(h.hour, t.lower)) / 3600) as n
        from gate_hour as h where h.gate = q.gate and h.hour > t.lower - interval '1 hour' and h.hour < t.upper) as w on true
      where exists (select from gate_hour as h where h.gate = q.gate and h.n > 0 and h.hour > t.lower - interval '24 hours' and h.hour <= t.lower)`,
    values: [times.map((one) => one.gate), times.map((one) => one.from), times.map((one) => one.to)],
  });

/** What the declared cameras of a gate sent since an hour. */
export interface SentByGate {
  readonly gate: number;
  readonly reads: number;
  readonly no_plate: number;
  readonly refused: number;
  readonly heartbeats: number;
}

/** Sums of the declared cameras by gate, those in trial and the revoked ones not included. */
export const readSentByGate = (runner: Runner, since: string): Promise<readonly SentByGate[]> =>
  runner.run<SentByGate>({
    text: `select c.gate, ${['reads', 'no_plate', 'refused', 'heartbeats']
      .map((name) => `coalesce(sum(h.${name}), 0)::int as ${name}`)
      .join(', ')}
      from camera as c left join camera_hour as h on h.camera = c.id and h.hour >= $1
      where c.revoked_at is null and not c.is_trial group by c.gate`,
    values: [since],
  });

/** Seconds since the last read of each silent camera, with the state of its task. */
export const readSilentSeconds = (
  runner: Runner,
): Promise<readonly { readonly gate: number; readonly task: 'open' | 'taken' | 'done'; readonly seconds: number }[]> =>
  runner.run({
    text: `select gate, extract(epoch from now() - silent_since)::float8 as seconds,
        case when done_at is not null then 'done' when taken_at is not null then 'taken' else 'open' end as task
      from camera_silence where ended_at is null order by gate limit 5000`,
    values: [],
  });
