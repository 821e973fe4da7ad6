import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';

const DIST = path.resolve(import.meta.dirname, '../../apps/portal-web/dist');
const DOCUMENT = path.join(DIST, 'index.html');
/** Which file holds what: names of files say nothing. */
const MANIFEST = path.join(DIST, '.vite/manifest.json');

const Manifest = z.record(z.string(), z.object({ file: z.string(), name: z.string().optional() }));

/** The portal lists its files anew when the document is younger than its list. */
const touchDocument = (): void => fs.utimesSync(DOCUMENT, new Date(), new Date());

/**
 * Takes a piece of the web app's code away, as happens to somebody whose page is older than what the portal serves now. Returns what puts it
 * back. @throws when there is no such piece
 */
export function takeCodeAway(name: string): () => void {
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

/** Code this page asks for from now on does not come, as over a slow line. Returns what lets it come, and waits until all of it went its way. */
export async function holdCodeBack(page: Page): Promise<() => Promise<void>> {
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
