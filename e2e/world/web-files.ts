import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';

const DIST = path.resolve(import.meta.dirname, '../../apps/portal-web/dist');
const DOCUMENT = path.join(DIST, 'index.html');
/** Maps modules to files, whose names are hashed. */
const MANIFEST = path.join(DIST, '.vite/manifest.json');

const Manifest = z.record(z.string(), z.object({ file: z.string(), name: z.string().optional() }));

/** The portal re-reads its file list when the document is newer than the list. */
const touchDocument = (): void => fs.utimesSync(DOCUMENT, new Date(), new Date());

/**
 * Removes a code chunk of the web app, as for a user whose page is older than the served version. Returns a function
 * that restores it. @throws when there is no such chunk
 */
export function removeChunk(name: string): () => void {
  const manifest = Manifest.parse(JSON.parse(fs.readFileSync(MANIFEST, 'utf8')));
  const piece = Object.values(manifest).find((one) => one.name === name);
  if (piece === undefined) throw new Error(`No code named ${name} is served.`);
  const there = path.join(DIST, piece.file);
  const away = `${there}.away`;
  fs.renameSync(there, away);
  touchDocument();
  return () => {
    if (!fs.existsSync(away)) return;
    fs.renameSync(away, there);
    touchDocument();
  };
}

/**
 * Delays code that the page loads from now on, as on a slow connection. Returns a function that releases it and waits
 * until all of it is delivered.
 */
export async function delayChunks(page: Page): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}
