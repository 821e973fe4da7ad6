import { createHash } from 'node:crypto';
import { type LockedPackages, packageName } from './lock.ts';
import type { BasePackage } from './oci/base-packages.ts';

export interface SbomInput {
  readonly version: string;
  /** Time of the commit, in seconds since 1970. */
  readonly epoch: number;
  /** Full hash of the commit. */
  readonly commit: string;
  readonly packages: LockedPackages;
  /** Folders of the libraries that run on the server. */
  readonly serverLibraries: readonly string[];
  /** Folders of the libraries built into the web app. */
  readonly webLibraries: readonly string[];
  /** Expressions for libraries whose manifest does not state its licence as SPDX, by name. */
  readonly statedLicences: Readonly<Record<string, string>>;
  /** Packages of Debian in the images; absent: the bill is that of the Debian package, which has none. */
  readonly debian?: readonly BasePackage[];
}

/**
 * Bill of materials in CycloneDX 1.6 (JSON): every library of the package, where it is used, its licence and the
 * checksum of its archive in the registry. Serial number and time derive from the commit, so the same commit has the
 * same bytes.
 */
export function buildSbom(input: SbomInput): string {
  const server = new Set(input.serverLibraries);
  const web = new Set(input.webLibraries);
  const libraries = [...new Set([...server, ...web])].toSorted().map((path) => {
    const used = [server.has(path) ? 'server' : '', web.has(path) ? 'web' : ''].filter((part) => part !== '');
    return buildComponent(input, path, used);
  });
  const components = [...libraries, ...(input.debian ?? []).map(buildDebianComponent)];
  const subject = input.debian === undefined ? '' : ' images';
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${deriveUuid(`${input.version} ${input.commit}${subject}`)}`,
    version: 1,
    metadata: {
      timestamp: new Date(input.epoch * 1_000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': 'varco',
        name: 'varco',
        version: input.version,
        licenses: [{ license: { id: 'EUPL-1.2' } }],
        properties: [{ name: 'varco:commit', value: input.commit }],
      },
    },
    components,
    dependencies: [{ ref: 'varco', dependsOn: components.map((component) => component['bom-ref']) }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function buildComponent({ packages, statedLicences }: SbomInput, path: string, used: readonly string[]) {
  const { version = '', license, integrity } = packages[path] ?? {};
  const name = packageName(path);
  const licence = statedLicences[name] ?? license ?? '';
  return {
    type: 'library',
    // The folder, because two versions of a library can be installed.
    'bom-ref': path,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(licence === '' ? {} : { licenses: [toLicence(licence)] }),
    ...(integrity === undefined ? {} : { hashes: [toHash(integrity)] }),
    properties: used.map((value) => ({ name: 'varco:used-by', value })),
  };
}

const toLicence = (licence: string) =>
  /\s(?:AND|OR|WITH)\s/.test(licence) ? { expression: licence } : { license: { id: licence } };

function buildDebianComponent({ name, version, licence, sha256, layer }: BasePackage) {
  const written = [name, version].map((part) => encodeURIComponent(part));
  return {
    type: 'library',
    'bom-ref': `debian/${name}`,
    ...{ name, version },
    purl: `pkg:deb/debian/${written.join('@')}?arch=amd64&distro=debian-12`,
    licenses: [toLicence(licence)],
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    properties: [{ name: 'varco:used-by', value: `images ${layer}` }],
  };
}

const ALGORITHMS: Readonly<Record<string, string>> = { sha512: 'SHA-512', sha256: 'SHA-256', sha1: 'SHA-1' };

function toHash(integrity: string): { alg: string; content: string } {
  const [algorithm = '', value = ''] = integrity.split('-', 2);
  const alg = ALGORITHMS[algorithm];
  if (alg === undefined) throw new Error(`Unknown checksum in package-lock.json: ${algorithm}`);
  return { alg, content: Buffer.from(value, 'base64').toString('hex') };
}

/** A UUID of version 5 form that depends only on `text`. */
function deriveUuid(text: string): string {
  const hex = createHash('sha256').update(`varco sbom ${text}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(18, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
