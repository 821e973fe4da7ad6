import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { testPlant } from './apps/portal-web/test/test-plant.ts';
import { testPortal } from './apps/portal-web/test/test-portal.ts';
import { findBrowser } from './tools/browser.ts';

const ignored = ['**/node_modules/**', '**/dist/**', '**/*.browser.test.*'];
const onServer = ['packages/server-kit', 'apps/plant-server', 'apps/portal-server', 'apps/registry', 'apps/cli'];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 20_000,
    projects: [
      {
        // Rules and texts: no database, no browser.
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/portal-web/src/**/*.test.ts', '{tools,bench}/**/*.test.ts'],
          exclude: [...ignored, 'packages/server-kit/**'],
          testTimeout: 20_000,
        },
      },
      {
        // Servers on a real PostgreSQL: one for the run, one database cloned for each file.
        test: {
          name: 'server',
          include: onServer.map((folder) => `${folder}/src/**/*.test.ts`),
          exclude: ignored,
          globalSetup: ['packages/server-kit/src/testing/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      {
        // Components, and what must behave alike in the browser, in a real one.
        // The web app's session is tried against a small portal on the same origin.
        plugins: [react(), testPortal(), testPlant()],
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
            'react-i18next',
            'i18next',
            '@mantine/core',
            '@mantine/hooks',
            '@tanstack/react-query',
            '@tanstack/react-router',
          ],
        },
        test: {
          name: 'browser',
          include: ['{packages,apps}/*/src/**/*.browser.test.{ts,tsx}', '{packages,apps}/*/src/**/*.test.tsx'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 20_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: await findBrowser(), contextOptions: { timezoneId: 'Europe/Rome' } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
