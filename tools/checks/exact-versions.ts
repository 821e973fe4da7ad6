import { type LockedPackages, readLockedPackages } from '../package/lock.ts';
import { root } from './run-steps.ts';

const EXACT = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** Complaints about manifests of this repository that accept more than one version of a library. */
export async function checkExactVersions(): Promise<string[]> {
  return findLooseVersions(await readLockedPackages(root));
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
