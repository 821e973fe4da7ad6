import { RegistryVehicleFacts } from '@varco/contract/registry/vehicle-status.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** The last registry result for a plate. */
export interface PlateCheck {
  readonly plate: string;
  /** Null: the registry does not know the plate. */
  readonly vehicle: RegistryVehicleFacts | null;
  readonly checkedAt: string;
}

/** Stored results of these plates not older than `sinceMs`, by plate. */
export async function readPlateChecks(
  runner: Runner,
  plates: readonly string[],
  sinceMs: number,
): Promise<ReadonlyMap<string, PlateCheck>> {
  if (plates.length === 0) return new Map();
  const rows = await runner.run<{ plate: string; vehicle: unknown; checked_at: string }>({
    name: 'plate-checks',
    text: 'select plate, vehicle, checked_at from plate_check where plate = any($1::text[]) and checked_at >= $2',
    values: [plates, new Date(sinceMs).toISOString()],
  });
  const found = new Map<string, PlateCheck>();
  for (const { plate, vehicle, checked_at: checkedAt } of rows) {
    const facts = RegistryVehicleFacts.nullable().safeParse(vehicle);
    // A result stored by an older version that cannot be parsed is requested again.
    if (facts.success) found.set(plate, { plate, vehicle: facts.data, checkedAt });
  }
  return found;
}

/** Stores results; a newer result is never replaced by an older one. */
export async function storePlateChecks(runner: Runner, checks: readonly PlateCheck[]): Promise<void> {
  if (checks.length === 0) return;
  await runner.run({
    name: 'write-plate-checks',
    text: `insert into plate_check as p (plate, vehicle, checked_at)
      select plate, vehicle, checked_at from unnest($1::text[], $2::jsonb[], $3::timestamptz[]) as u(plate, vehicle, checked_at) order by plate
      on conflict (plate) do update set vehicle = excluded.vehicle, checked_at = excluded.checked_at
        where p.checked_at < excluded.checked_at`,
    values: [
      checks.map((check) => check.plate),
      checks.map((check) => (check.vehicle === null ? null : JSON.stringify(check.vehicle))),
      checks.map((check) => check.checkedAt),
    ],
  });
}

/** Deletes the results before an instant (ISO); returns their number. */
export async function deletePlateChecksBefore(runner: Runner, before: string): Promise<number> {
  const text = 'delete from plate_check where checked_at < $1 returning checked_at';
  return (await runner.run({ text, values: [before] })).length;
}
