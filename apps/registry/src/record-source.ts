import { StartError } from '@varco/server-kit/process/start-or-explain.ts';
import type { RegistryLookUpRequest, LookUpRecord } from '@varco/contract/registry/look-up.ts';
import type { RegistryVehicleFacts } from '@varco/contract/registry/vehicle-status.ts';

/** Facts of a plate on a day (YYYY-MM-DD, Rome); null: not in the registry. */
export type RecordSource = (plate: string, today: string) => RegistryVehicleFacts | null;

/** Plates registered to a tax code or VAT number on a day. */
export type OwnerSource = (owner: string, today: string) => readonly string[];

/** The requested sections of the register on a day; null: not in it. */
export type LookUpRecordSource = (question: RegistryLookUpRequest, today: string) => LookUpRecord | null;

/** The contents of the registry. */
export interface RegistryRecords {
  readonly vehicle: RecordSource;
  readonly findPlates: OwnerSource;
  readonly lookUp: LookUpRecordSource;
}

type OpenSource<Source> = (seed: number) => Source;

const isOpenSource = <Source>(value: unknown): value is OpenSource<Source> => typeof value === 'function';

/**
 * Opens the record source named by the configuration. The registry itself contains no data: the demo provides the
 * simulated vehicles, a test a table. Throws a readable error when the module is not such a source.
 */
export async function loadSource(module: string, seed: number): Promise<RegistryRecords> {
  const loaded: unknown = await import(module).catch((cause: unknown) => {
    throw new StartError(`The record source ${module} (VARCO_REGISTRY_SOURCE) cannot be loaded.`, { cause });
  });
  const vehicle: unknown = Reflect.get(Object(loaded), 'openRegistrySource');
  const owners: unknown = Reflect.get(Object(loaded), 'openOwnerSource');
  if (!isOpenSource<RecordSource>(vehicle))
    throw new StartError(`The record source ${module} does not export openRegistrySource(seed).`);
  if (!isOpenSource<OwnerSource>(owners))
    throw new StartError(`The record source ${module} does not export openOwnerSource(seed).`);
  const lookUps: unknown = Reflect.get(Object(loaded), 'openLookUpSource');
  if (!isOpenSource<LookUpRecordSource>(lookUps))
    throw new StartError(`The record source ${module} does not export openLookUpSource(seed).`);
  return { vehicle: vehicle(seed), findPlates: owners(seed), lookUp: lookUps(seed) };
}
