import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const names = z.record(z.string(), z.string());
const manyOrOne = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const entry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
  dependencies: names.optional(),
  devDependencies: names.optional(),
  optionalDependencies: names.optional(),
  peerDependencies: names.optional(),
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).optional(),
  os: manyOrOne.optional(),
  cpu: manyOrOne.optional(),
  libc: manyOrOne.optional(),
});
const lockFile = z.object({ packages: z.record(z.string(), entry) });

export type LockEntry = z.infer<typeof entry>;
/** The packages of `package-lock.json` by their folder, such as `node_modules/pg` or `packages/domain`. */
export type LockedPackages = Readonly<Record<string, LockEntry>>;

/** Reads `package-lock.json` of a repository. Throws when it is missing or not a lock file. */
export async function readLockedPackages(root: string): Promise<LockedPackages> {
  return lockFile.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))).packages;
}

/** Reads the `package.json` of a folder. Throws when it is missing or not a manifest. */
export async function readManifest(folder: string): Promise<LockEntry> {
  return entry.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
}

/** Name of a package from its folder: `node_modules/a/node_modules/@b/c` is `@b/c`. */
export const packageName = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);
