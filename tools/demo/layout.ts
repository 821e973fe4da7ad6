import path from 'node:path';
import type { SimPlant } from '@varco/sim/plant-types.ts';
import { ROMAGNA_PLANTS } from '@varco/sim/romagna-plants.ts';
import type { DemoOptions } from './options.ts';

/** Seed of the whole demo world: vehicles, traffic, people, registry. */
export const WORLD_SEED = 1;

/** Ports, addresses, folders and database names of one demo. */
export interface DemoLayout {
  readonly portalUrl: string;
  readonly portalPort: number;
  readonly registryPort: number;
  readonly smtpPort: number;
  readonly mailPort: number;
  readonly plants: readonly DemoPlant[];
  readonly dataDir: string;
}

export interface DemoPlant {
  readonly sim: SimPlant;
  readonly port: number;
  readonly url: string;
  readonly database: string;
  readonly dataDir: string;
  readonly uuid: string;
}

const PORTAL_OFFSET = 0;
const FIRST_PLANT_OFFSET = 1;
const REGISTRY_OFFSET = 20;
const SMTP_OFFSET = 21;
const MAIL_PAGE_OFFSET = 22;

/** Invented, but the same in every demo, so that a vault sealed earlier still finds its plants. */
const buildPlantUuid = (index: number): string =>
  `5a3c0000-0000-4000-8000-0000000000${String(index + 16).padStart(2, '0')}`;

/** Computes the layout of a demo from its options. */
export function computeLayout({ portBase, dataDir }: Pick<DemoOptions, 'portBase' | 'dataDir'>): DemoLayout {
  const portalPort = portBase + PORTAL_OFFSET;
  return {
    dataDir,
    portalPort,
    portalUrl: `http://localhost:${portalPort}`,
    registryPort: portBase + REGISTRY_OFFSET,
    smtpPort: portBase + SMTP_OFFSET,
    mailPort: portBase + MAIL_PAGE_OFFSET,
    plants: ROMAGNA_PLANTS.map((sim) => {
      const port = portBase + FIRST_PLANT_OFFSET + sim.index;
      return {
        sim,
        port,
        url: `http://localhost:${port}`,
        database: `plant_${sim.code.toLowerCase()}`,
        dataDir: path.join(dataDir, 'plants', sim.code.toLowerCase()),
        uuid: buildPlantUuid(sim.index),
      };
    }),
  };
}

/** All ports of the demo by the service that listens there. */
export function listPorts(layout: DemoLayout): ReadonlyMap<string, number> {
  return new Map([
    ['portal', layout.portalPort],
    ...layout.plants.map((plant) => [plant.sim.label, plant.port] as const),
    ['registry', layout.registryPort],
    ['mail', layout.smtpPort],
    ['mail page', layout.mailPort],
  ]);
}
