import { defineConfig } from '@playwright/test';
import { findBrowser } from './tools/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/world/start-world.ts',
  // Each worker has a demo of its own. A demo uses both cores while it starts and a quarter of one afterwards; a journey
  // waits about half of its time. A journey that measures times carries the tag @alone and runs without a neighbour.
  workers: 2,
  // A journey that fails once has failed.
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
