import { BROWSER_FAULTS } from './browser-faults.ts';
import { EXPORT_FAULTS } from './export-faults.ts';
import { LOG_FAULTS } from './log-faults.ts';
import { LOOK_UP_FAULTS } from './look-up-faults.ts';
import { PLANT_FAULTS } from './plant-faults.ts';
import { MERGE_FAULTS } from './merge-faults.ts';
import type { PlantedFault } from './planted-fault.ts';
import { SEARCH_FAULTS } from './search-faults.ts';

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  ...MERGE_FAULTS,
  ...SEARCH_FAULTS,
  ...BROWSER_FAULTS,
  ...PLANT_FAULTS,
  ...LOOK_UP_FAULTS,
  ...LOG_FAULTS,
  ...EXPORT_FAULTS,
];

/** A planted fault by its id; undefined: there is none. */
export const findPlantedFault = (id: string): PlantedFault | undefined =>
  PLANTED_FAULTS.find((fault) => fault.id === id);
