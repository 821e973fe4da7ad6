import type { PlantSettingsView } from '@varco/contract/plant/settings.ts';
import type { AdminPlant } from '../PlantAdminLayout.tsx';

/** What the parts of the screen share: the settings, and what shows them anew after a change. */
export interface SettingsPart {
  readonly plant: AdminPlant;
  readonly settings: PlantSettingsView;
  readonly onSaved: (settings: PlantSettingsView) => void;
}
