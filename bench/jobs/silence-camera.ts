import { createPool } from '@varco/server-kit/database/pool.ts';
import { getDatabaseUrl } from '../../e2e/world/processes.ts';
import type { World } from '../../e2e/world/world.ts';

/** The plant looks for silences once a minute. */
const WATCH_TIMEOUT_MS = 100_000;
const POLL_MS = 1_000;

/** Gives the gate of a plant that has read nothing for the longest time a busy past in the same hours of earlier weeks. */
const MAKE_BUSY = `
  with quiet as (select gate from gate_hour where gate <> 1 group by gate order by max(hour) limit 1)
  insert into gate_hour
  select quiet.gate, date_trunc('hour', now()) - make_interval(hours => back.hours + back_weeks.weeks * 168), 60, 0, 0, 0, 0, 0, 0, 0
  from quiet, generate_series(-1, 48) as back(hours), generate_series(1, 4) as back_weeks(weeks)
  on conflict (gate, hour) do update set n = gate_hour.n + 60`;

/** A camera falls silent as the plant judges it (ADR 0037). Resolves when the plant has noticed. @throws when it does not */
export async function silenceCamera(world: World, code: string): Promise<void> {
  const url = getDatabaseUrl(world.pid, new URL(world.plant(code).url).port);
  const pool = createPool({ url, applicationName: 'varco jobs', max: 1 });
  try {
    await pool.query(MAKE_BUSY);
    const deadline = performance.now() + WATCH_TIMEOUT_MS;
    while ((await pool.query('select from camera_silence where ended_at is null')).rowCount === 0) {
      if (performance.now() > deadline) throw new Error(`${code} noticed no silent camera.`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } finally {
    await pool.end();
  }
}
