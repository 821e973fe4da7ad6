import { findRow, type Runner } from '../../database/sql-statement.ts';

/** The first transit of an event. `at`: its instant, ISO. */
export interface EventRow {
  readonly at: string;
  readonly transit: string;
  /** Keyed hash of the folded plate. */
  readonly plate: string;
}

export const readEvent = (runner: Runner, camera: number, event: Uint8Array): Promise<EventRow | null> =>
  findRow<EventRow>(runner, {
    name: 'camera-event',
    text: 'select at, transit::text as transit, plate from camera_event where camera = $1 and event = $2',
    values: [camera, event],
  });

/** Records the first transit of an event. An id that the camera used before is replaced: counters start again. */
export async function storeEvent(runner: Runner, camera: number, event: Uint8Array, first: EventRow): Promise<void> {
  await runner.run({
    name: 'store-camera-event',
    text: `insert into camera_event (camera, event, at, transit, plate) values ($1, $2, $3, $4, $5)
      on conflict (camera, event) do update set at = excluded.at, transit = excluded.transit, plate = excluded.plate`,
    values: [camera, event, first.at, first.transit, first.plate],
  });
}

export async function deleteEventsBefore(runner: Runner, before: string): Promise<void> {
  await runner.run({ text: 'delete from camera_event where at < $1', values: [before] });
}
