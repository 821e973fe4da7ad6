import type { LockedPackages, LockEntry } from './lock.ts';

/** Processor names of Debian and of Node for the machines Varco is packaged for. */
export const ARCHITECTURES = { amd64: 'x64', arm64: 'arm64' } as const;
export type DebianArchitecture = keyof typeof ARCHITECTURES;

/** The programs of the installation; everything they need is found from these. */
export const PROGRAMS = ['apps/portal-server', 'apps/plant-server', 'apps/cli', 'apps/exporter'] as const;

export interface ProductionPackages {
  /** Folders of this repository, such as `packages/domain`, sorted. */
  readonly own: readonly string[];
  /** Folders of libraries, such as `node_modules/pg`, sorted. */
  readonly libraries: readonly string[];
}

/**
 * Packages that the given ones need at run time on Linux with glibc, with themselves. Development dependencies and
 * binaries for other machines are left out. Throws when a required package has no entry.
 *
 * @param roots folders such as `apps/cli`
 * @param cpu name of the processor as Node says it
 */
export function findProductionPackages(
  packages: LockedPackages,
  roots: readonly string[],
  cpu: string,
): ProductionPackages {
  const found = new Set<string>();
  const queue = [...roots];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    queue.push(...findNeeds(packages, path, cpu));
  }
  const sorted = [...found].toSorted();
  return {
    own: sorted.filter((path) => !path.includes('node_modules/')),
    libraries: sorted.filter((path) => path.includes('node_modules/')),
  };
}

function findNeeds(packages: LockedPackages, path: string, cpu: string): string[] {
  const entry = packages[path];
  if (entry === undefined) throw new Error(`package-lock.json has no entry ${path}`);
  const optional = new Set(Object.keys(entry.optionalDependencies ?? {}));
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => entry.peerDependenciesMeta?.[name]?.optional !== true,
  );
  const needs: string[] = [];
  for (const name of new Set([...Object.keys(entry.dependencies ?? {}), ...optional, ...peers])) {
    const at = locatePackage(packages, path, name);
    const target = at === null ? undefined : packages[at];
    if (at !== null && target !== undefined && runsOn(target, cpu)) needs.push(followLink(target, at));
    else if (!optional.has(name)) throw new Error(`${path} needs ${name}, which package-lock.json does not have`);
  }
  return needs;
}

const followLink = (entry: LockEntry, path: string): string => (entry.link === true ? (entry.resolved ?? path) : path);

/** Where Node finds `name` from the folder `from`: the nearest `node_modules` upwards. */
function locatePackage(packages: LockedPackages, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return null;
  }
}

/** npm's rule: a list names what is allowed, or with `!` what is not. */
function allows(list: readonly string[] | undefined, value: string): boolean {
  if (list === undefined || list.length === 0) return true;
  if (list.includes(`!${value}`)) return false;
  return list.includes(value) || list.every((item) => item.startsWith('!'));
}

const runsOn = ({ os, cpu, libc }: LockEntry, machine: string): boolean =>
  allows(os, 'linux') && allows(cpu, machine) && allows(libc, 'glibc');
