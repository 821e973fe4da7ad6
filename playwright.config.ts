import { defineConfig } from '@playwright/test';
import { findBrowser } from './tools/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/world/start-world.ts',
  // Each worker has a demo of its own. Two of them on two cores save a tenth of the time, and make journeys fail that wait for
  // slow plants. A journey that fails once has failed.
  workers: 1,
  retries: 0,
  timeout: 120_000,
  // A check on a busy two-core machine: the sign-in alone derives keys for a second, the slow plant takes four.
  expect: { timeout: 15_000 },
  outputDir: 'test-results',
  use: {
    // What cannot be pressed is said where it is, not when the time of the whole journey is up.
    actionTimeout: 40_000,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    colorScheme: 'light',
    viewport: { width: 1440, height: 900 },
    // A trace copies the page at every step: half as long again for all of them, so only for whoever looks for a defect.
    trace: process.env['VARCO_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    launchOptions: await findBrowser(),
  },
});
