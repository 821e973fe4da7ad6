import type { PlantServices } from '../../context/plant-services.ts';

/** What the routes of this subject need. */
export interface SettingsDeps extends Pick<PlantServices, 'pool' | 'store' | 'limits'> {
  /** Reads are checked against the terms of retention. */
  readonly ingestFacts: { invalidate(): void };
}
