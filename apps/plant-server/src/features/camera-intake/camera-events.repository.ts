import { findRow, type Runner } from '../../database/sql-statement.ts';

/** The first transit of an event, and the best read of it. `at`: its instant, ISO. */
export interface EventRow {
  readonly at: string;
  readonly transit: string;
  /** Keyed hash of the folded plate. */
  readonly plate: string;
  /** Keyed hash of the best plate, not folded; null: the first read is the best. */
  readonly best_plate: string | null;
  /** Percent; null: not stated. */
  readonly confidence: number | null;
  /** 1 new, 2 update, 3 lost; 0: the camera does not track. */
  readonly stage: number;
}

export const readEvent = (runner: Runner, camera: number, event: Uint8Array): Promise<EventRow | null> =>
  findRow<EventRow>(runner, {
    name: 'camera-event',
    text: `select at, transit::text as transit, plate, best_plate, confidence, stage from camera_event
      where camera = $1 and event = $2`,
    values: [camera, event],
  });

/** Records the first transit of an event. An id that the camera used before is replaced: counters start again. */
export async function storeEvent(runner: Runner, camera: number, event: Uint8Array, first: EventRow): Promise<void> {
  await runner.run({
    name: 'store-camera-event',
    text: `insert into camera_event (camera, event, at, transit, plate, best_plate, confidence, stage)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (camera, event) do update set at = excluded.at, transit = excluded.transit, plate = excluded.plate,
        best_plate = excluded.best_plate, confidence = excluded.confidence, stage = excluded.stage`,
    values: [camera, event, first.at, first.transit, first.plate, first.best_plate, first.confidence, first.stage],
  });
}

export async function deleteEventsBefore(runner: Runner, before: string): Promise<void> {
  await runner.run({ text: 'delete from camera_event where at < $1', values: [before] });
}
