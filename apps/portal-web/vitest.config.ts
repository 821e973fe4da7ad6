import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { testPortal } from './test/test-portal.ts';

const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** Tests of the web app: what needs a real browser is named `*.browser.test.ts(x)`, everything else runs in Node. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    projects: [
      {
        test: {
          name: 'web-node',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.browser.test.ts'],
          environment: 'node',
        },
      },
      {
        plugins: [testPortal()],
        optimizeDeps: { include: ['zustand', 'zod', 'hash-wasm'] },
        test: {
          name: 'web-browser',
          include: ['src/**/*.browser.test.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
