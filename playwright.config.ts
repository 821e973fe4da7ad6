import { defineConfig } from '@playwright/test';
import { findBrowser } from './tools/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/world/start-world.ts',
  // One demo world serves them all, so they take turns; a journey that fails once has failed.
  workers: 1,
  retries: 0,
  timeout: 60_000,
  // A check on a busy two-core machine: the sign-in alone derives keys for a second, the slow plant takes four.
  expect: { timeout: 15_000 },
  outputDir: 'test-results',
  use: {
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    colorScheme: 'light',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: await findBrowser(),
  },
});
