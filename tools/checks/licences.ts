import { type LockedPackages, packageName, readLockedPackages } from '../package/lock.ts';
import { root } from './run-steps.ts';

/** Licences that a library of the product may have: compatible with the EUPL 1.2 when used as a library. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  // Loaded as separate libraries that can be exchanged (libvips).
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  // Per file, and the files are unchanged (web-push).
  'MPL-2.0',
  'Unlicense',
]);

/** Libraries whose manifest names no SPDX licence; the text in their LICENSE file was read. */
export const STATED_LICENCES: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'png-js': 'MIT',
};
const ALLOWED_AS_READ = new Set(['Bitstream-Vera', 'MIT']);

/** Complaints about libraries of the product whose licence nobody has accepted yet. */
export async function checkLicences(): Promise<string[]> {
  return findLicenceComplaints(await readLockedPackages(root));
}

/** The rule, applied to the packages of a lock file. Development tools are not shipped and not judged. */
export function findLicenceComplaints(packages: LockedPackages): string[] {
  return Object.entries(packages).flatMap(([path, { license, dev, link }]) => {
    if (!path.includes('node_modules/') || dev === true || link === true) return [];
    const name = packageName(path);
    const stated = STATED_LICENCES[name];
    if (stated !== undefined && ALLOWED_AS_READ.has(stated)) return [];
    if (license !== undefined && isAllowed(license)) return [];
    return [
      `${name}: licence ${license ?? 'not stated'} is not on the list of tools/checks/licences.ts; read it, then add it or drop the library`,
    ];
  });
}

/** `A AND B` needs both, `A OR B` one. The expressions of npm packages do not nest. */
function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(plain) || (plain.includes(' AND ') && plain.includes(' OR '))) return false;
  if (plain.includes(' OR ')) return plain.split(' OR ').some((part) => ALLOWED.has(part));
  return plain.split(' AND ').every((part) => ALLOWED.has(part));
}
