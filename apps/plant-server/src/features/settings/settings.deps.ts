import type { PlantServices } from '../../context/plant-services.ts';
import type { RegistryAccount } from '../../settings/registry-account.repository.ts';
import type { Ministry } from '../ministry/ministry.public.ts';

/** What the routes of this subject need. */
export interface SettingsDeps extends Pick<PlantServices, 'pool' | 'store' | 'limits' | 'key' | 'keys' | 'tlog'> {
  /** Reads are checked against the terms of retention. */
  readonly ministry: Pick<Ministry, 'refresh'>;
  /** The registry that the server was started with. */
  readonly initialRegistry: RegistryAccount;
  readonly ingestFacts: { invalidate(): void };
}
