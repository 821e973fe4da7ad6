import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const SOURCES = [
  'apps/portal-web',
  'packages/ui',
  'packages/i18n',
  'packages/contract',
  'packages/domain',
  'packages/imports',
  'packages/vault',
  // The manuals and model cards are part of the web app.
  'docs/handbook',
  'docs/models',
];
const IGNORED = new Set(['node_modules', 'dist']);

/** Fingerprint of all inputs of the web app: names, sizes and times of its files, and the lock file. */
function computeSourcesMark(root: string): string {
  const hash = createHash('sha256');
  const visit = (folder: string): void => {
    for (const entry of fs
      .readdirSync(folder, { withFileTypes: true })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (IGNORED.has(entry.name)) continue;
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) visit(file);
      // The router plugin writes this file during the build itself.
      else if (entry.name !== 'routeTree.gen.ts') {
        const { size, mtimeMs } = fs.statSync(file);
        hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`);
      }
    }
  };
  for (const source of SOURCES) visit(path.join(root, source));
  hash.update(fs.readFileSync(path.join(root, 'package-lock.json')));
  return hash.digest('hex');
}

/**
 * Builds the web app unless the last build used the same sources.
 * @returns false when it was up to date.
 * @throws with the output of the build tool
 */
export function buildWeb(root: string): boolean {
  const stamp = path.join(root, 'apps/portal-web/dist/.built-from');
  const mark = computeSourcesMark(root);
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === mark) return false;
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', 'apps/portal-web', '--logLevel', 'error'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`The web app could not be built.\n${built.stdout}${built.stderr}`);
  fs.writeFileSync(stamp, mark);
  return true;
}
