import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { STATED_LICENCES } from '../checks/licences.ts';
import { buildDeb } from './build-deb.ts';
import { collectLicenceTexts, COPYRIGHT } from './documents.ts';
import { readLockedPackages } from './lock.ts';
import { type FetchOptions, readBasePackages } from './oci/base-packages.ts';
import { buildCompose, buildImages } from './oci/build-images.ts';
import { ARCHITECTURES, type DebianArchitecture, findProductionPackages, PROGRAMS } from './production-packages.ts';
import { type CommitFacts, listRepositoryFiles } from './repository.ts';
import { buildSbom } from './sbom.ts';
import { stageTree } from './stage-tree.ts';

export interface BuildInput {
  readonly root: string;
  /** Folder that gets package and bill of materials. */
  readonly out: string;
  readonly facts: CommitFacts;
  /** Where the packages of Debian for the images come from; null: no images. */
  readonly debian: FetchOptions | null;
}

/** The files that were built; those of the images are missing where none were. */
export interface BuiltPackage {
  readonly deb: string;
  readonly sbom: string;
  readonly images?: string;
  readonly imagesSbom?: string;
  readonly compose?: string;
}

/** Debian's name of this machine's processor. Throws when Varco is not packaged for it. */
function findArchitecture(): DebianArchitecture {
  const [name] = (['amd64', 'arm64'] as const).filter((candidate) => ARCHITECTURES[candidate] === process.arch);
  if (name === undefined || process.platform !== 'linux')
    throw new Error(`Varco is packaged on Linux for amd64 and arm64; this is ${process.platform} ${process.arch}`);
  return name;
}

/** Builds the web app into `folder`, from the sources alone. Throws with the output of the build tool. */
function buildWebApp(root: string, folder: string): void {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', 'apps/portal-web', '--logLevel', 'error', '--outDir', folder, '--emptyOutDir'];
  const built = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (built.status !== 0) throw new Error(`The web app could not be built.\n${built.stdout}${built.stderr}`);
}

/** Builds web app, tree, package, images and bills of materials from the sources; keeps nothing but the results. */
export async function buildPackage({ root, out, facts, debian }: BuildInput): Promise<BuiltPackage> {
  const architecture = findArchitecture();
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'varco-package-'));
  try {
    const webDist = path.join(work, 'web');
    buildWebApp(root, webDist);
    const packages = await readLockedPackages(root);
    const cpu = ARCHITECTURES[architecture];
    const production = findProductionPackages(packages, [...PROGRAMS, `node_modules/node-linux-${cpu}`], cpu);
    const web = findProductionPackages(packages, ['apps/portal-web'], cpu).libraries;
    const bill = {
      ...facts,
      packages,
      serverLibraries: production.libraries,
      webLibraries: web,
      statedLicences: STATED_LICENCES,
    };
    const sbom = buildSbom(bill);
    const doc = 'usr/share/doc/varco';
    const licences = collectLicenceTexts(root, packages, [...production.libraries, ...web], STATED_LICENCES);
    const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
    const texts = {
      [`${doc}/copyright`]: COPYRIGHT,
      [`${doc}/third-party-licences.txt`]: licences,
      [`${doc}/sbom.cdx.json`]: sbom,
      [`${doc}/gestore.md`]: read('docs/handbook/gestore.md'),
      [`${doc}/amministratore.md`]: read('docs/handbook/amministratore.md'),
      [`${doc}/monitoraggio.md`]: read('docs/handbook/monitoraggio.md'),
      [`${doc}/CHANGELOG.md`]: read('CHANGELOG.md'),
    };
    const tree = path.join(work, 'tree');
    fs.mkdirSync(tree);
    stageTree({
      ...{ root, target: tree, packages, production, webDist, texts },
      committed: listRepositoryFiles(root),
    });
    const deb = buildDeb({ ...facts, root, tree, architecture, out });
    const sbomFile = path.join(out, `varco_${facts.version}.cdx.json`);
    fs.writeFileSync(sbomFile, sbom);
    const built = { deb, sbom: sbomFile };
    if (debian === null) return built;
    const imagesSbom = path.join(out, `varco-images_${facts.version}.cdx.json`);
    fs.writeFileSync(imagesSbom, buildSbom({ ...bill, debian: readBasePackages().packages }));
    const images = await buildImages({ root, tree, work, out, facts, debian });
    return { ...built, images, imagesSbom, compose: buildCompose(root, out, facts) };
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}
