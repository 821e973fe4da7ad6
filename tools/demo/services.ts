import path from 'node:path';
import { STREET_PLAN_CREDIT } from '@varco/sim/streets/street-plan.ts';
import type { EmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { PORTAL_DATABASE, getPortalDataDir } from './fill-portal.ts';
import { type DemoLayout, WORLD_SEED } from './layout.ts';
import type { ServiceSpec } from './supervisor.ts';

/** Credentials of the simulated registry; public, like everything in the demo. */
const REGISTRY_ACCOUNTS = {
  VARCO_REGISTRY_VPN: 'vpn:demo-vpn-password',
  VARCO_REGISTRY_MINISTRY: 'ministry:demo-ministry-password',
} as const;

/** Plants without the module for look-ups. */
const WITHOUT_LOOK_UPS: ReadonlySet<string> = new Set(['UNR']);

const getServerEntry = (root: string, app: string): string => path.join(root, 'apps', app, 'src/main.ts');

/** The disk of a workstation is often nearly full: a demo asks for less room than an installation. */
const buildDiskSettings = (dataDir: string) => ({
  VARCO_DISK_RESERVE_MB: '256',
  VARCO_DATABASE_FOLDER: path.join(dataDir, 'postgres'),
});

/** The servers of a demo in start order. Plants that are deliberately offline are not included. */
export function buildDemoServices(
  root: string,
  layout: DemoLayout,
  postgres: EmbeddedPostgres,
): readonly ServiceSpec[] {
  const database = (name: string) => ({
    VARCO_DATABASE_URL: postgres.url(name, 'app'),
    ...buildDiskSettings(layout.dataDir),
  });
  const common = { VARCO_DEMO: '1', VARCO_HOST: '127.0.0.1', VARCO_LOG_LEVEL: 'info' };
  const registry: ServiceSpec = {
    name: 'registry',
    entry: getServerEntry(root, 'registry'),
    env: {
      ...common,
      ...REGISTRY_ACCOUNTS,
      VARCO_PORT: String(layout.registryPort),
      VARCO_REGISTRY_SOURCE: '@varco/sim/registry-source.ts',
      VARCO_REGISTRY_SEED: String(WORLD_SEED),
      VARCO_REGISTRY_CHARGES: path.join(layout.dataDir, 'registry', 'charges.jsonl'),
    },
    readyUrl: `http://127.0.0.1:${layout.registryPort}/health`,
  };
  const plants = layout.plants
    .filter(({ sim }) => sim.fault.kind !== 'offline')
    .map((plant): ServiceSpec => ({
      name: plant.sim.code.toLowerCase(),
      entry: getServerEntry(root, 'plant-server'),
      env: {
        ...common,
        ...database(plant.database),
        ...REGISTRY_ACCOUNTS,
        VARCO_REGISTRY_URL: WITHOUT_LOOK_UPS.has(plant.sim.code) ? '' : `http://127.0.0.1:${layout.registryPort}`,
        VARCO_PORT: String(plant.port),
        VARCO_DATA_DIR: plant.dataDir,
        // Allows connections to the mail catcher of the demo.
        VARCO_OUTBOUND_CIDRS: '127.0.0.0/8,::1/128',
        VARCO_INTERNAL_ADDRESSES: '127.0.0.0/8,::1/128',
        VARCO_PUBLIC_ORIGIN: plant.url,
        // The second origin is the development server of `npm run dev`.
        VARCO_PORTAL_ORIGINS: [layout.portalUrl, process.env['VARCO_DEMO_ALSO_ORIGIN'] ?? ''].filter(Boolean).join(','),
      },
      readyUrl: `http://127.0.0.1:${plant.port}/ready`,
    }));
  return [registry, ...plants, buildPortalService(root, layout, { ...common, ...database(PORTAL_DATABASE) })];
}

const buildPortalService = (
  root: string,
  layout: DemoLayout,
  common: Readonly<Record<string, string>>,
): ServiceSpec => ({
  name: 'portal',
  entry: getServerEntry(root, 'portal-server'),
  env: {
    ...common,
    VARCO_PORT: String(layout.portalPort),
    VARCO_DATA_DIR: getPortalDataDir(layout),
    VARCO_PUBLIC_ORIGIN: layout.portalUrl,
    VARCO_SMTP_URL: `smtp://127.0.0.1:${layout.smtpPort}`,
    VARCO_MAIL_FROM: 'varco@portale.example',
    VARCO_OUTBOUND_CIDRS: '127.0.0.0/8,::1/128',
    VARCO_MAP_STREETS: '/map/streets.pmtiles',
    VARCO_MAP_STREETS_CREDIT: STREET_PLAN_CREDIT,
    VARCO_WEB_DIST: path.join(root, 'apps/portal-web/dist'),
  },
  readyUrl: `http://127.0.0.1:${layout.portalPort}/ready`,
});
