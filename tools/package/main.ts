// `npm run package`: builds the Debian package, the images, the bills of materials and the signed sums. `-- --help` lists the flags.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../checks/run-steps.ts';
import { buildPackage, type BuiltPackage } from './build-package.ts';
import { DEBIAN_MIRROR, type FetchOptions } from './oci/base-packages.ts';
import { type CommitFacts, readCommitFacts } from './repository.ts';
import { signFile, writeSums } from './sums.ts';
import { tryImages } from './try-images.ts';
import { tryInstallation } from './try-install.ts';

const HELP = `npm run package builds the Debian package and the container images of the current commit into dist/package.

  --out DIR         another folder
  --key FILE        sign SHA256SUMS with this Ed25519 key (PEM); without it the sums are not signed
  --check           build twice and compare the bytes
  --try             install the package in a fresh Debian, set it up by the handbook and find the first read of a camera
                    in a browser (root, mmdebstrap, systemd-container, libnss3-tools)
  --try-images      run the images with a Docker of its own in a network of its own, set them up by the handbook and find
                    the first read of a camera in a browser (root, docker.io, docker-compose, iptables, libnss3-tools)
  --no-images       only the Debian package: nothing is fetched
  --debian URL      archive that the packages of the images come from, such as a day of snapshot.debian.org
  --allow-changes   package files that differ from the commit; the version says so
`;

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string', default: path.join(root, 'dist/package') },
    key: { type: 'string' },
    check: { type: 'boolean', default: false },
    try: { type: 'boolean', default: false },
    'try-images': { type: 'boolean', default: false },
    'no-images': { type: 'boolean', default: false },
    debian: { type: 'string', default: DEBIAN_MIRROR },
    'allow-changes': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const isMachineOfImages = process.arch === 'x64';
const debian: FetchOptions | null =
  flags['no-images'] || !isMachineOfImages
    ? null
    : { cache: path.join(root, 'node_modules/.cache/varco-debian'), mirror: flags.debian };

const hashFile = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

/** Builds a second time from nothing and compares. Throws when a byte differs. */
async function checkReproducible(built: BuiltPackage, facts: CommitFacts): Promise<void> {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), 'varco-again-'));
  try {
    const again = await buildPackage({ root, out, facts, debian });
    for (const [kind, file] of Object.entries(built)) {
      const second = Object.entries(again).find(([name]) => name === kind)?.[1] ?? '';
      if (hashFile(file) !== hashFile(second)) throw new Error(`The second build of the ${kind} differs`);
    }
    console.log('Built twice: the same bytes.');
  } finally {
    fs.rmSync(out, { recursive: true, force: true });
  }
}

async function run(): Promise<void> {
  const facts = readCommitFacts(root, flags['allow-changes']);
  const out = path.resolve(flags.out);
  fs.rmSync(out, { recursive: true, force: true });
  console.log(`Building Varco ${facts.version} ...`);
  if (!isMachineOfImages) console.log('No images: they are built on amd64 only.');
  const built = await buildPackage({ root, out, facts, debian });
  const sums = writeSums(
    out,
    Object.values(built).map((file: string) => path.basename(file)),
  );
  if (flags.key === undefined) console.log('SHA256SUMS is not signed: no --key was given.');
  else signFile(sums, flags.key);
  for (const name of fs.readdirSync(out).toSorted()) {
    console.log(`  ${path.join(out, name)}  ${Math.ceil(fs.statSync(path.join(out, name)).size / 1024)} KiB`);
  }
  if (flags.check) await checkReproducible(built, facts);
  if (flags.try) await tryInstallation(built.deb);
  if (flags['try-images']) await tryImages(built);
}

if (flags.help) console.log(HELP);
else {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
