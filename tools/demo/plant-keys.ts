import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { DemoPlant } from './layout.ts';

/**
 * Keys of one plant's cameras and imports in clear text, stored next to the data for live traffic and the command
 * line.
 */
export interface PlantKeys {
  readonly camera: string;
  readonly import: string;
}

const getKeysFile = (plant: DemoPlant): string => path.join(plant.dataDir, 'demo-keys.json');

/** Reads the keys of a filled demo plant. */
export const readPlantKeys = (plant: DemoPlant): PlantKeys => JSON.parse(fs.readFileSync(getKeysFile(plant), 'utf8'));

/** Returns the keys of a plant, creating and storing them on the first call. */
export function ensurePlantKeys(plant: DemoPlant): PlantKeys {
  if (fs.existsSync(getKeysFile(plant))) return readPlantKeys(plant);
  const keys = { camera: randomBytes(32).toString('base64url'), import: randomBytes(32).toString('base64url') };
  fs.writeFileSync(getKeysFile(plant), JSON.stringify(keys), { mode: 0o600 });
  return keys;
}
