import type { Runner } from '../../database/sql-statement.ts';

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

/** An event at a camera, by its hash. */
export interface EventKey {
  readonly camera: number;
  readonly event: Uint8Array;
}

const toHex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

/** The first transits of events, in the order given; null: the event is new. */
export async function readEvents(runner: Runner, keys: readonly EventKey[]): Promise<readonly (EventRow | null)[]> {
  const rows = await runner.run<EventRow & { readonly nr: string }>({
    name: 'camera-events',
    text: `select u.nr, e.at, e.transit::text as transit, e.plate, e.best_plate, e.confidence, e.stage
      from unnest($1::int[], $2::bytea[]) with ordinality as u(camera, event, nr) join camera_event as e using (camera, event)`,
    values: [keys.map(({ camera }) => camera), keys.map(({ event }) => toHex(event))],
  });
  const byPosition = new Map(rows.map(({ nr, ...row }) => [Number(nr), row]));
  return keys.map((_, at) => byPosition.get(at + 1) ?? null);
}

/**
 * Records the first transits of events, each once in the list. An id that a camera used before is replaced: counters start
 * again.
 */
export async function storeEvents(
  runner: Runner,
  events: readonly (EventKey & { readonly first: EventRow })[],
): Promise<void> {
  // Sorted by key, so that two processes do not deadlock.
  const sorted = events.toSorted((a, b) => a.camera - b.camera || Buffer.compare(a.event, b.event));
  const column = <K extends keyof EventRow>(name: K): readonly EventRow[K][] => sorted.map(({ first }) => first[name]);
  await runner.run({
    name: 'store-camera-events',
    text: `insert into camera_event (camera, event, at, transit, plate, best_plate, confidence, stage)
      select * from unnest($1::int[], $2::bytea[], $3::timestamptz[], $4::bigint[], $5::text[], $6::text[], $7::float4[], $8::smallint[])
      on conflict (camera, event) do update set at = excluded.at, transit = excluded.transit, plate = excluded.plate,
        best_plate = excluded.best_plate, confidence = excluded.confidence, stage = excluded.stage`,
    values: [
      sorted.map(({ camera }) => camera),
      sorted.map(({ event }) => toHex(event)),
      ...[column('at'), column('transit'), column('plate'), column('best_plate'), column('confidence')],
      column('stage'),
    ],
  });
}

/** Records the first transit of one event. */
export const storeEvent = (runner: Runner, camera: number, event: Uint8Array, first: EventRow): Promise<void> =>
  storeEvents(runner, [{ camera, event, first }]);

export async function deleteEventsBefore(runner: Runner, before: string): Promise<void> {
  await runner.run({ text: 'delete from camera_event where at < $1', values: [before] });
}
