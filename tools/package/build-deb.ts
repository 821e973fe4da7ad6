import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildConffiles, buildControl, buildMd5Sums } from './control.ts';
import type { DebianArchitecture } from './production-packages.ts';
import type { CommitFacts } from './repository.ts';
import { PLACED_FILES } from './shipped-files.ts';
import { normaliseTree, type TreeFile } from './stage-tree.ts';

const SCRIPTS = ['postinst', 'prerm', 'postrm'] as const;

export interface DebInput extends CommitFacts {
  readonly root: string;
  /** The staged tree; gets the folder DEBIAN. */
  readonly tree: string;
  readonly architecture: DebianArchitecture;
  /** Folder that gets the package. */
  readonly out: string;
}

/**
 * Writes `varco_VERSION_ARCH.deb`. Order, owner, modes, times and compression are fixed, so the same tree has the same
 * bytes. @returns path of the package. Throws when `dpkg-deb` is missing or refuses.
 */
export function buildDeb(input: DebInput): string {
  const { root, tree, epoch } = input;
  const modes = new Map(PLACED_FILES.map(({ to, mode }) => [to, mode]));
  const files = normaliseTree(tree, epoch, modes);
  const control = path.join(tree, 'DEBIAN');
  fs.mkdirSync(control);
  writeControlFiles(input, control, files);
  for (const script of SCRIPTS)
    fs.copyFileSync(path.join(root, 'tools/package/files/debian', script), path.join(control, script));
  normaliseTree(tree, epoch, new Map([...modes, ...SCRIPTS.map((name) => [`DEBIAN/${name}`, 0o755] as const)]));
  fs.mkdirSync(input.out, { recursive: true });
  const deb = path.join(input.out, `varco_${input.version}_${input.architecture}.deb`);
  // One thread: with more, the bytes depend on the machine.
  const args = ['--root-owner-group', '-Zzstd', '-z9', '--threads-max=1', '--build', tree, deb];
  execFileSync('dpkg-deb', args, {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch), LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return deb;
}

function writeControlFiles(input: DebInput, control: string, files: readonly TreeFile[]): void {
  const regular = files.filter(({ kind }) => kind === 'file');
  const bytes = regular.reduce((sum, { size }) => sum + size, 0);
  const paths = regular.map((file) => file.path);
  const read = (file: string) => ({ path: file, bytes: fs.readFileSync(path.join(input.tree, file)) });
  fs.writeFileSync(path.join(control, 'control'), buildControl({ ...input, bytes }));
  fs.writeFileSync(path.join(control, 'conffiles'), buildConffiles(paths));
  fs.writeFileSync(path.join(control, 'md5sums'), buildMd5Sums(paths.map(read)));
}
