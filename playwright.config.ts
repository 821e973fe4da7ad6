import { defineConfig } from '@playwright/test';
import { findBrowser } from './tools/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start-world.ts',
  // One demo world serves them all, so they take turns; a journey that fails once has failed.
  workers: 1,
  retries: 0,
  timeout: 60_000,
  outputDir: '.cache/e2e',
  use: {
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: await findBrowser(),
  },
});
