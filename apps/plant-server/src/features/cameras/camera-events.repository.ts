import type { CameraEvent } from '@varco/contract/plant/camera-tasks.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** A clock that differs by this much is an entry of the log, milliseconds. */
const WRONG_CLOCK_MS = 10_000;

/**
 * The newest entries about the camera of a gate, newest first: changes of its recorded state, silences and their ends,
 * hours with refused messages, and hours from which its clock was wrong.
 */
export const readCameraEvents = (runner: Runner, gate: number, limit: number): Promise<readonly CameraEvent[]> =>
  runner.run<CameraEvent>({
    name: 'camera-events',
    text: `with state as (
        select at, case when not enabled then 'disattivata' when is_off then 'ferma' else 'torna' end as kind
        from camera_sample where gate = $1),
      changed as (select at, kind, lag(kind) over (order by at) as before from state),
      clock as (
        select h.camera, h.hour, (select round(percentile_cont(0.5) within group (order by e.ms))::int from unnest(h.clock_errors) as e(ms)) as ms
        from camera_hour as h join camera as c on c.id = h.camera where c.gate = $1 and cardinality(h.clock_errors) > 0),
      turned as (select hour, ms, lag(ms) over (partition by camera order by hour) as before from clock)
      select at as ora, kind as tipo, n from (
        select at, kind, null::int as n from changed where kind <> before
        union all select noticed_at, 'muta', null from camera_silence where gate = $1
        union all select ended_at, 'legge', null from camera_silence where gate = $1 and ended_at is not null
        union all select h.hour, 'rifiutati', sum(h.refused)::int from camera_hour as h join camera as c on c.id = h.camera
          where c.gate = $1 and h.refused > 0 group by h.hour
        union all select hour, 'orologio', round(ms / 1000.0)::int from turned
          where abs(ms) >= $3 and (before is null or abs(before) < $3)
      ) as entry order by at desc, kind limit $2`,
    values: [gate, limit, WRONG_CLOCK_MS],
  });
