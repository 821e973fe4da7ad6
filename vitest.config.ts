import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { testAlerts } from './apps/portal-web/test/test-alerts.ts';
import { testPlant } from './apps/portal-web/test/test-plant.ts';
import { testPortal } from './apps/portal-web/test/test-portal.ts';
import { findBrowser } from './tools/browser.ts';

const ignored = ['**/node_modules/**', '**/dist/**', '**/*.browser.test.*'];
/** Tests of tools that start servers or whole simulated days: they run beside the servers, not in `npm run check`. */
const longTools = ['tools/attack/attack.test.ts', 'tools/sim/federation.test.ts', 'bench/drill/drill.test.ts'];
const onServer = [
  'packages/server-kit',
  'apps/plant-server',
  'apps/portal-server',
  'apps/registry',
  'apps/cli',
  'apps/exporter',
];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Left to itself it would leave one of two cores unused. `isolate: false` below: modules are loaded once a worker, not once a file
    // (measured on 2 cores: servers 580 s before both, 215 s now; rules 60 s before, 14 s now). A test cleans up what it sets outside itself.
    maxWorkers: 2,
    // A check that is tried again until it holds must not fail because the machine is busy.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        // Rules and texts: no database, no browser.
        test: {
          name: 'unit',
          isolate: false,
          include: ['packages/*/src/**/*.test.ts', 'apps/portal-web/src/**/*.test.ts', '{tools,bench}/**/*.test.ts'],
          exclude: [...ignored, 'packages/server-kit/**', ...longTools],
          // Against hanging only: tests that generate and compute for seconds took more than 20 on a machine at a load of 20.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Servers on a real PostgreSQL: one for the run, one database cloned for each file.
        test: {
          name: 'server',
          // A file's world is its database.
          isolate: false,
          include: [...onServer.map((folder) => `${folder}/src/**/*.test.ts`), ...longTools],
          exclude: ignored,
          globalSetup: ['packages/server-kit/src/testing/global-setup.ts'],
          setupFiles: ['apps/plant-server/src/testing/check-statements.ts'],
          // Against hanging only: exports are made by a process that lets all others go first, and on a machine that is busy with more
          // than these tests it gets little (20 s for a part that takes 2).
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Components, and what must behave alike in the browser, in a real one; compiled as the product is.
        // The web app's session is tried against a small portal on the same origin.
        plugins: [react({ compiler: true }), testPortal(), testAlerts(), testPlant()],
        css: { postcss: 'apps/portal-web' },
        // Named here so that they are prepared before the first file: found in the middle of a run, they would make the
        // page load a second React and every test of that file fail.
        optimizeDeps: {
          include: [
            'vitest-browser-react',
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'react/compiler-runtime',
            '@mantine/core',
            '@mantine/form',
            '@mantine/hooks',
            '@tanstack/react-query',
            '@tanstack/react-router',
            'csv-parse/browser/esm',
            'csv-parse/browser/esm/sync',
            'echarts/charts',
            'echarts/components',
            'echarts/core',
            'echarts/renderers',
            'hash-wasm',
            'jsqr',
            'luxon',
            'maplibre-gl',
            'pmtiles',
          ],
        },
        test: {
          name: 'browser',
          include: ['{packages,apps}/*/src/**/*.browser.test.{ts,tsx}', '{packages,apps}/*/src/**/*.test.tsx'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 40_000,
          // Two pages of one browser take focus and pointer from each other.
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // A busy machine takes longer than the usual minute to load the first page.
            connectTimeout: 240_000,
            provider: playwright({ launchOptions: await findBrowser(), contextOptions: { timezoneId: 'Europe/Rome' } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
