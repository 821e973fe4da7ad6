import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from './run-steps.ts';

const lockEntry = z.object({
  version: z.string().optional(),
  link: z.boolean().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  inBundle: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lockFile = z.object({ packages: z.record(z.string(), lockEntry) });

export type Lock = z.infer<typeof lockFile>;

/**
 * npm silently drops optional packages that it could not find when the lock file was written; `npm ci` then fails on
 * a machine that needs one of them. So every name must have an entry, and every entry a checksum.
 */
export async function checkLockFile(): Promise<string[]> {
  return findLockComplaints(lockFile.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))));
}

/** The rule, applied to a parsed lock file. */
export function findLockComplaints({ packages }: Lock): string[] {
  const complaints: string[] = [];
  for (const [path, entry] of Object.entries(packages)) {
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (!isPresent(packages, path, name)) complaints.push(`${path || 'package.json'}: optional ${name} has no entry`);
    }
    if (!path.includes('node_modules/') || entry.link || entry.inBundle) continue;
    if (entry.integrity === undefined) complaints.push(`${path}: no integrity`);
    // Without an address npm uses the registry configured on the machine.
    if (entry.resolved?.startsWith('https://registry.npmjs.org/') === false) {
      complaints.push(`${path}: comes from ${entry.resolved}, not from the public registry`);
    }
  }
  return complaints;
}

function isPresent(packages: Lock['packages'], from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (`${folder}${folder ? '/' : ''}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
    if (!folder.includes('/node_modules/')) folder = '';
    if (folder === '') return `node_modules/${name}` in packages;
  }
}
