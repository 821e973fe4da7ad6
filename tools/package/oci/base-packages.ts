import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** The packages of Debian in the images: exact versions, each with the checksum of its archive (amd64). */
const Lock = z.object({
  suite: z.string(),
  /** Day of snapshot.debian.org that has all of them, once Debian itself has newer ones. */
  snapshot: z.string(),
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licence: z.string(),
      sha256: z.string().length(64),
      layer: z.enum(['base', 'programs', 'proxy']),
    }),
  ),
});
export type BasePackage = z.infer<typeof Lock>['packages'][number];

/** Reads `base-packages.json`. */
export const readBasePackages = (): z.infer<typeof Lock> =>
  Lock.parse(JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'base-packages.json'), 'utf8')));

export const DEBIAN_MIRROR = 'http://deb.debian.org/debian';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

export interface FetchOptions {
  /** Folder that keeps the archives between builds. */
  readonly cache: string;
  /** Archive of Debian, or a day of snapshot.debian.org. */
  readonly mirror: string;
}

const hasSum = (file: string, sum: string): boolean =>
  fs.existsSync(file) && createHash('sha256').update(fs.readFileSync(file)).digest('hex') === sum;

/**
 * The archives of the packages, by name, from the cache or by `apt-get` with settings of its own: what this machine has
 * configured plays no part. Throws when an archive has another checksum than the lock.
 */
export function fetchBasePackages({ cache, mirror }: FetchOptions): ReadonlyMap<string, string> {
  const { packages, suite, snapshot } = readBasePackages();
  const locate = ({ sha256 }: BasePackage): string => path.join(cache, `${sha256}.deb`);
  const missing = packages.filter((one) => !hasSum(locate(one), one.sha256));
  if (missing.length > 0) download(missing, { cache, mirror, suite, snapshot }, locate);
  return new Map(packages.map((one) => [one.name, locate(one)]));
}

function download(
  missing: readonly BasePackage[],
  { cache, mirror, suite, snapshot }: FetchOptions & { readonly suite: string; readonly snapshot: string },
  locate: (one: BasePackage) => string,
): void {
  const work = path.join(cache, 'apt');
  for (const folder of ['state/lists/partial', 'cache/archives/partial', 'debs'])
    fs.mkdirSync(path.join(work, folder), { recursive: true });
  const sources = path.join(work, 'sources.list');
  fs.writeFileSync(sources, listSources(mirror, suite));
  const settings = {
    'Dir::State': path.join(work, 'state'),
    'Dir::State::status': '/dev/null',
    'Dir::Cache': path.join(work, 'cache'),
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '/dev/null',
    'APT::Architecture': 'amd64',
    'APT::Sandbox::User': '',
    'Acquire::Languages': 'none',
    'Acquire::Check-Valid-Until': 'false',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const debs = path.join(work, 'debs');
  try {
    execFileSync('apt-get', [...flags, '-q', 'update'], { stdio: ['ignore', 'ignore', 'pipe'] });
    for (const { name, version } of missing)
      execFileSync('apt-get', [...flags, '-q', 'download', `${name}=${version}`], {
        ...{ cwd: debs, stdio: ['ignore', 'ignore', 'pipe'] },
      });
  } catch (cause) {
    const advice = `Debian may have newer ones; then: --debian http://snapshot.debian.org/archive/debian/${snapshot}`;
    throw new Error(`The packages of the base could not be fetched from ${mirror}. ${advice}`, { cause });
  }
  const found = fs.readdirSync(debs).map((name) => path.join(debs, name));
  for (const one of missing) {
    const deb = found.find((file) => hasSum(file, one.sha256));
    if (deb === undefined) throw new Error(`${one.name} ${one.version} has another checksum than base-packages.json`);
    fs.copyFileSync(deb, locate(one));
  }
  fs.rmSync(work, { recursive: true });
}

/** The suite with its updates, and the security archive that belongs to the mirror. */
function listSources(mirror: string, suite: string): string {
  const security = mirror.replace(/\/debian(?=\/\d{8}T|\/?$)/, '/debian-security');
  const signed = `[signed-by=${KEYRING}]`;
  return [
    `deb ${signed} ${mirror} ${suite} main`,
    `deb ${signed} ${mirror} ${suite}-updates main`,
    `deb ${signed} ${security} ${suite}-security main`,
    '',
  ].join('\n');
}
