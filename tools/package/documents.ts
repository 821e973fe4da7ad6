import fs from 'node:fs';
import path from 'node:path';
import { type LockedPackages, packageName } from './lock.ts';

/** Text of `/usr/share/doc/varco/copyright`. */
export const COPYRIGHT = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: varco

Files: *
Copyright: the Varco developers
License: EUPL-1.2
 The text is in /usr/lib/varco/LICENSE.

Files: usr/lib/varco/node_modules/* usr/lib/varco/apps/portal-web/dist/*
Copyright: their authors
License: third-party
 Names, versions and texts are in third-party-licences.txt beside this file, and machine-readable in sbom.cdx.json.
`;

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * Name, version and licence text of every library, in one text: what most licences ask to hand on. A library without
 * a licence file is listed with the licence of its manifest.
 *
 * @param root where `node_modules` is
 * @param libraries folders such as `node_modules/pg`
 */
export function collectLicenceTexts(
  root: string,
  packages: LockedPackages,
  libraries: readonly string[],
  statedLicences: Readonly<Record<string, string>>,
): string {
  return [...new Set(libraries)]
    .toSorted()
    .map((library) => {
      const { version = '', license = '' } = packages[library] ?? {};
      const name = packageName(library);
      const folder = path.join(root, library);
      const texts = fs
        .readdirSync(folder)
        .filter((file) => LICENCE_FILE.test(file) && fs.statSync(path.join(folder, file)).isFile())
        .toSorted()
        .map((file) => fs.readFileSync(path.join(folder, file), 'utf8').trim());
      const body = texts.length === 0 ? 'No licence file in the library; the licence above is from its manifest.' : '';
      return `${'='.repeat(78)}\n${name} ${version}: ${statedLicences[name] ?? license}\n\n${body}${texts.join('\n\n')}\n`;
    })
    .join('\n');
}
