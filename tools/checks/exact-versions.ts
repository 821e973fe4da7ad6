import { join } from 'node:path';
import { type LockedPackages, readLockedPackages, readManifest } from '../package/lock.ts';
import { root } from './run-steps.ts';

const EXACT = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** Complaints about manifests of this repository that accept more than one version of a library. */
export async function checkExactVersions(): Promise<string[]> {
  const locked = await readLockedPackages(root);
  const folders = Object.keys(locked).filter((path) => !path.includes('node_modules/'));
  // The lock file has copies of the manifests; npm does not complain when one was loosened later and the lock still fits.
  const manifests = await Promise.all(
    folders.map(async (path) => [path, await readManifest(join(root, path))] as const),
  );
  return [...new Set([locked, Object.fromEntries(manifests)].flatMap(findLooseVersions))];
}

/** The rule, applied to the packages of a lock file; packages of this repository name each other with `*`. */
export function findLooseVersions(packages: LockedPackages): string[] {
  return Object.entries(packages).flatMap(([path, manifest]) => {
    if (path.includes('node_modules/')) return [];
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = manifest;
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).flatMap(
      ([name, version]) => {
        const isOwn = name.startsWith('@varco/') && version === '*';
        if (isOwn || EXACT.test(version)) return [];
        return [`${path || 'package.json'}: ${name} is "${version}"; name exactly one version`];
      },
    );
  });
}
