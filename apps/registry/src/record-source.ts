import type { VehicleFacts } from '@varco/contract/registry/vehicle-status.ts';

/** Facts of a plate on a day (YYYY-MM-DD, Rome); null: not in the registry. */
export type RecordSource = (plate: string, today: string) => VehicleFacts | null;

type OpenSource = (seed: number) => RecordSource;

const isOpenSource = (value: unknown): value is OpenSource => typeof value === 'function';

/**
 * Opens the records the configuration names. The registry itself invents nothing: the demo gives it the simulated
 * vehicles, a test a table. Throws an error in plain words when the module is not such a source.
 */
export async function loadSource(module: string, seed: number): Promise<RecordSource> {
  const loaded: unknown = await import(module);
  const open: unknown = Reflect.get(Object(loaded), 'openRegistrySource');
  if (!isOpenSource(open)) throw new Error(`The record source ${module} does not export openRegistrySource(seed).`);
  return open(seed);
}
