import { createHash } from 'node:crypto';
import type { DebianArchitecture } from './production-packages.ts';

export interface ControlInput {
  readonly version: string;
  readonly architecture: DebianArchitecture;
  /** Full hash of the commit. */
  readonly commit: string;
  /** Sum of all file sizes in bytes. */
  readonly bytes: number;
}

/** Text of the file `control`. The size is in KiB, as Debian wants it. */
export function buildControl({ version, architecture, commit, bytes }: ControlInput): string {
  return `Package: varco
Version: ${version}
Architecture: ${architecture}
Maintainer: Varco developers <varco@localhost>
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: caddy, ca-certificates, libc6 (>= 2.31), libgcc-s1, libstdc++6, restic (>= 0.14), systemd | systemd-standalone-sysusers, systemd | systemd-standalone-tmpfiles
Suggests: postgresql (>= 18), tilemaker
Section: web
Priority: optional
Varco-Commit: ${commit}
Description: search of licence-plate readings over several sites
 Portal and plant servers of Varco with the Node.js runtime and the PostgreSQL
 that they run on, the command varco, systemd units and a Caddy configuration
 with TLS. Nothing is started by the installation: the manual says how.
`;
}

/**
 * Version of a build: the number of the product at its tag, else with day, time and commit, so that a later build
 * counts as an upgrade.
 *
 * @param epoch time of the commit in seconds
 */
export function buildVersion(product: string, epoch: number, commit: string, isTagged: boolean): string {
  if (isTagged) return product;
  const digits = new Date(epoch * 1_000).toISOString().replaceAll(/\D/g, '');
  return `${product}+git${digits.slice(0, 8)}.${digits.slice(8, 14)}.${commit.slice(0, 8)}`;
}

export interface StagedFile {
  /** From the root of the system, such as `usr/bin/varco`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Text of `md5sums`, with which `dpkg --verify` finds changed files. Files below `etc` are left out, as Debian does. */
export function buildMd5Sums(files: readonly StagedFile[]): string {
  return files
    .filter(({ path }) => !path.startsWith('etc/'))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, bytes }) => `${createHash('md5').update(bytes).digest('hex')}  ${path}\n`)
    .join('');
}

/** Text of `conffiles`: files that an administrator edits and an upgrade does not overwrite. */
export const buildConffiles = (paths: readonly string[]): string =>
  paths
    .filter((path) => path.startsWith('etc/'))
    .toSorted()
    .map((path) => `/${path}\n`)
    .join('');
