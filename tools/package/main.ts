// `npm run package`: builds the Debian package, the bill of materials and the signed sums. `-- --help` lists the flags.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../checks/run-steps.ts';
import { buildPackage, type BuiltPackage } from './build-package.ts';
import { type CommitFacts, readCommitFacts } from './repository.ts';
import { signFile, writeSums } from './sums.ts';
import { tryInstallation } from './try-install.ts';

const HELP = `npm run package builds the Debian package of the current commit into dist/package.

  --out DIR         another folder
  --key FILE        sign SHA256SUMS with this Ed25519 key (PEM); without it the sums are not signed
  --check           build twice and compare the bytes
  --try             install the package in a fresh Debian, set it up by the handbook and find the first read of a camera
                    in a browser (root, mmdebstrap, systemd-container, libnss3-tools)
  --allow-changes   package files that differ from the commit; the version says so
`;

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string', default: path.join(root, 'dist/package') },
    key: { type: 'string' },
    check: { type: 'boolean', default: false },
    try: { type: 'boolean', default: false },
    'allow-changes': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const hashFile = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

/** Builds a second time from nothing and compares. Throws when a byte differs. */
async function checkReproducible(built: BuiltPackage, facts: CommitFacts): Promise<void> {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), 'varco-again-'));
  try {
    const again = await buildPackage({ root, out, facts });
    for (const kind of ['deb', 'sbom'] as const) {
      if (hashFile(built[kind]) !== hashFile(again[kind])) throw new Error(`The second build of the ${kind} differs`);
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
  const built = await buildPackage({ root, out, facts });
  const sums = writeSums(
    out,
    [built.deb, built.sbom].map((file) => path.basename(file)),
  );
  if (flags.key === undefined) console.log('SHA256SUMS is not signed: no --key was given.');
  else signFile(sums, flags.key);
  for (const name of fs.readdirSync(out).toSorted()) {
    console.log(`  ${path.join(out, name)}  ${Math.ceil(fs.statSync(path.join(out, name)).size / 1024)} KiB`);
  }
  if (flags.check) await checkReproducible(built, facts);
  if (flags.try) await tryInstallation(built.deb);
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
